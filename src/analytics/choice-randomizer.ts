import {
  type DiscreteRandomizer,
  karyRandomizedResponse,
  type RandomizedResponse,
} from "../mechanisms/index.js";
import type { Choice, Choices } from "./choices.js";

/**
 * Randomized response over finitely many choices. Clients and analyzer make it from the same public
 * parameters.
 */
export interface ChoiceRandomizer<Value, Label extends Choice = Choice>
  extends DiscreteRandomizer<Value>,
    Choices<Value, Label> {
  /** The randomized response over the choices' numbers. */
  readonly response: RandomizedResponse;
}

/** k-ary randomized response over the choices' numbers. */
export function choiceRandomizer<Value, Label extends Choice>(
  localEpsilon: number,
  choices: Choices<Value, Label>,
): ChoiceRandomizer<Value, Label> {
  const response = karyRandomizedResponse({ localEpsilon, categories: choices.labels.length });
  return { ...response, ...choices, ...responseTo(response, choices) };
}

/** The response to values that are numbered first. */
export function responseTo<Value>(
  response: RandomizedResponse,
  { indexOf }: { indexOf(value: Value): number },
): Pick<DiscreteRandomizer<Value>, "randomize" | "probability"> & { readonly response: RandomizedResponse } {
  return {
    response,
    randomize: (source, value) => response.randomize(source, indexOf(value)),
    probability: (report, value) => response.probability(report, indexOf(value)),
  };
}
