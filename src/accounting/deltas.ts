import {
  ADJACENCIES,
  type Adjacency,
  type Bracket,
  type MechanismEvent,
  type Method,
  readEvent,
} from "../privacy/index.js";
import { checkNumber, checkOneOf, RANGES } from "../validate.js";
import { askAll, type Choice, type NotApplicable } from "./_internal/ask-all.js";

export interface DeltasOptions extends Choice {
  readonly adjacency: Adjacency;
  readonly epsilon: number;
}

export interface DeltasReport {
  /** The bracket of each method's delta. */
  readonly delta: Readonly<Partial<Record<Method, Bracket>>>;
  readonly notApplicable: readonly NotApplicable[];
}

/**
 * delta at epsilon by every method that applies; its worth is the method's, see `guarantees`.
 *
 * @param options.epsilon nats, >= 0
 * @throws DpError BAD_INPUT or OUT_OF_RANGE for a bad event, adjacency or epsilon; NOT_APPLICABLE for an unknown method
 * @example
 * const round = { kind: "gaussian", noiseMultiplier: 2 } as const;
 * deltas(round, { adjacency: "replace-one", epsilon: 2 }).delta.unshuffled!.upper < 1e-4; // true
 */
export function deltas(event: MechanismEvent, options: DeltasOptions): DeltasReport {
  const checked = readEvent(event);
  const adjacency = checkOneOf("deltas: adjacency", options.adjacency, ADJACENCIES);
  const epsilon = checkNumber("deltas: epsilon", options.epsilon, RANGES.nonNegative);
  const { answers, notApplicable } = askAll(options, (accountant) =>
    accountant.deltaAtEpsilon(checked, { adjacency, epsilon }),
  );
  return {
    delta: Object.fromEntries(answers.map(({ method, answer }) => [method, answer])),
    notApplicable,
  };
}
