import { checkNumber, checkOneOf, DOMAIN } from "../validate.js";
import type { RandomizedResponseEvent } from "./kinds/randomized-response-kind.js";
import type { SubsetResponseEvent } from "./kinds/subset-response-kind.js";
import type { MechanismEvent } from "./mechanism-event.js";
import { roundsIn } from "./rounds-in.js";

/** One answer's randomizer. */
export type AnswerRandomizer = RandomizedResponseEvent | SubsetResponseEvent;

/** Answers by the same randomizer, and how many there are. */
export interface AnswerPart {
  readonly of: AnswerRandomizer;
  readonly times: number;
}

const KINDS = ["randomizedResponse", "subsetResponse"] as const;
const EPSILON = { min: 0, max: DOMAIN.localEpsilon.max, maxIncluded: false, advice: "more noise hides more" };
/** Below the largest one by more than a sum of epsilons is rounded by. */
const MAX_EPSILON = EPSILON.max * (1 - 2 ** -40);

/**
 * The answers in one message, those by the same randomizer together.
 *
 * @param path how errors name the message's answers
 * @throws DpError OUT_OF_RANGE no answers, too many of them, or too much epsilon in all; BAD_INPUT one by
 *   another randomizer
 */
export function answerParts(path: string, of: readonly MechanismEvent[]): readonly AnswerPart[] {
  const found = new Map<string, AnswerPart>();
  let count = 0;
  for (const { round, times } of roundsIn({ kind: "sequence", of })) {
    checkOneOf(`${path}: kind of an answer`, round.kind, KINDS);
    const key = JSON.stringify(round);
    found.set(key, { of: round as AnswerRandomizer, times: times + (found.get(key)?.times ?? 0) });
    count += times;
  }
  const advice = count > 0 ? { advice: "split them into several messages" } : {};
  checkNumber(`${path}: answers in all`, count, { ...DOMAIN.answers, ...advice });
  const parts = [...found.values()];
  const epsilon = epsilonOf(parts);
  checkNumber(
    `${path}: epsilon of all answers`,
    epsilon > MAX_EPSILON ? Math.max(epsilon, EPSILON.max) : epsilon,
    EPSILON,
  );
  return parts;
}

/** The sum of the answers' epsilons, to the rounding of sums. */
export function epsilonOf(parts: readonly AnswerPart[]): number {
  return parts.reduce((total, { of, times }) => total + times * of.epsilon, 0);
}
