import { DpError } from "../../../errors.js";
import type { AnswersEvent, RandomizedResponseEvent, SubsetResponseEvent } from "../../../privacy/index.js";
import { type RoundEvent, roundsIn } from "../../../privacy/rounds-in.js";

/** One answer's randomizer. */
export type AnswerRandomizer = RandomizedResponseEvent | SubsetResponseEvent;

/** Answers by the same randomizer, and how many there are. */
export interface AnswerPart {
  readonly of: AnswerRandomizer;
  readonly times: number;
}

/** Masses of products of so many factors are right to what sums are rounded by. */
const MAX_ANSWERS = 100;

/**
 * The answers in one message, those by the same randomizer together.
 *
 * @throws DpError NOT_APPLICABLE no answers, too many of them, or one by another randomizer
 */
export function answerParts(event: AnswersEvent): readonly AnswerPart[] {
  const found = new Map<string, AnswerPart>();
  for (const { round, times } of roundsIn({ kind: "sequence", of: event.of })) {
    const of = randomizerOf(round);
    const key = JSON.stringify(of);
    found.set(key, { of, times: times + (found.get(key)?.times ?? 0) });
  }
  const parts = [...found.values()];
  const count = parts.reduce((sum, { times }) => sum + times, 0);
  if (count >= 1 && count <= MAX_ANSWERS) return parts;
  const got = count === 0 ? "none" : `${count}; split them into several messages`;
  throw refused(`1 to ${MAX_ANSWERS} answers`, event.of, got);
}

function randomizerOf(event: RoundEvent): AnswerRandomizer {
  if (event.kind === "randomizedResponse" || event.kind === "subsetResponse") return event;
  throw refused("randomizedResponse or subsetResponse", event, event.kind);
}

function refused(allowed: string, value: unknown, got: string): DpError {
  const message = `event: answers must be ${allowed}, got ${got}`;
  return new DpError("NOT_APPLICABLE", message, { parameter: "event.of", value, allowed });
}
