import { DpError } from "../errors.js";
import { checkNumber, DOMAIN } from "../validate.js";
import type { MechanismEvent, RandomizedResponseEvent, SubsetResponseEvent } from "./mechanism-event.js";
import { type RoundEvent, roundsIn } from "./rounds-in.js";

/** One answer's randomizer. */
export type AnswerRandomizer = RandomizedResponseEvent | SubsetResponseEvent;

/** Answers by the same randomizer, and how many there are. */
export interface AnswerPart {
  readonly of: AnswerRandomizer;
  readonly times: number;
}

/** Below the largest local epsilon by more than a sum of epsilons is rounded by. */
const MAX_EPSILON = DOMAIN.localEpsilon.max * (1 - 2 ** -40);

/**
 * The answers in one message, those by the same randomizer together.
 *
 * @param path how errors name the message's answers
 * @throws DpError OUT_OF_RANGE no answers, too many of them, or too much epsilon in all; BAD_INPUT one by
 *   another randomizer
 */
export function answerParts(path: string, of: readonly MechanismEvent[]): readonly AnswerPart[] {
  const found = new Map<string, AnswerPart>();
  for (const { round, times } of roundsIn({ kind: "sequence", of })) {
    const randomizer = randomizerOf(path, round);
    const key = JSON.stringify(randomizer);
    found.set(key, { of: randomizer, times: times + (found.get(key)?.times ?? 0) });
  }
  const parts = [...found.values()];
  const count = parts.reduce((sum, { times }) => sum + times, 0);
  checkNumber(`${path}: answers in all`, count, DOMAIN.answers);
  const epsilon = epsilonOf(parts);
  if (epsilon <= MAX_EPSILON) return parts;
  const allowed = `below ${DOMAIN.localEpsilon.max}`;
  const message = `${path}: the sum of the answers' epsilons must be ${allowed}, got ${epsilon}; more noise hides more`;
  throw new DpError("OUT_OF_RANGE", message, { parameter: path, value: epsilon, allowed });
}

/** The sum of the answers' epsilons, to the rounding of sums. */
export function epsilonOf(parts: readonly AnswerPart[]): number {
  return parts.reduce((total, { of, times }) => total + times * of.epsilon, 0);
}

function randomizerOf(path: string, event: RoundEvent): AnswerRandomizer {
  if (event.kind === "randomizedResponse" || event.kind === "subsetResponse") return event;
  const allowed = "randomizedResponse or subsetResponse";
  const message = `${path}: answers must be ${allowed}, got ${event.kind}`;
  throw new DpError("BAD_INPUT", message, { parameter: path, value: event, allowed });
}
