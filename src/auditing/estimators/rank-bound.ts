import { checkNumber, checkOptions, RANGES } from "../../validate.js";
import { SortedScores } from "../_internal/sorted-scores.js";
import type { Scores } from "../scores.js";
import { type BoundOptions, boundOfGuesses, type Guesses, type LowerBound } from "./guess-bound.js";

/** Plays at an end of the scores, at the fewest. */
const MIN_RANK = 16;

/** The rule of guessing that gave the bound. */
export interface GuessRule {
  /** `true` is guessed from this score on; Infinity and no play where it never is. */
  readonly presentFrom: number;
  /** `false` is guessed below this score; -Infinity where it never is. */
  readonly absentBelow: number;
}

/** A lower bound with the guesses that gave it. */
export interface RankBound extends LowerBound {
  /** Undefined where no rule gave a positive bound. */
  readonly guesses?: Guesses;
  readonly rule?: GuessRule;
}

/**
 * A lower bound of epsilon from the scores of independent plays, by the best of a list of rules that is fixed
 * beforehand.
 *
 * The rules: guess `true` for the r highest scores, `false` for the r lowest, or both, for r = n/2, n/4, n/8,
 * ... >= 16, each rounded to the nearest place between unequal scores. Each rule's {@link guessBound} gets an
 * equal part of the error, so that all hold together. Guarantee: lower bound with the stated confidence,
 * whatever the mechanism and the attack are; rounded down. Assumes: secrets are fair and independent, plays
 * are independent.
 *
 * @param options.delta δ, [0, 1)
 * @param options.confidence in (0, 1)
 * @throws DpError OUT_OF_RANGE a number is NaN or outside its range; BAD_INPUT the scores are none
 * @example
 * const scores = { absent: new Float64Array(500), present: new Float64Array(500).fill(1) };
 * rankBound(scores, { delta: 0, confidence: 0.99 }).epsilon > 4.5; // true
 * @see docs/theorems/audit-guesses.md
 */
export function rankBound(scores: Scores, options: BoundOptions): RankBound {
  const { delta, confidence } = checkOptions("rankBound", options);
  checkNumber("rankBound: delta", delta, { ...RANGES.probability, maxIncluded: false });
  const error = 1 - checkNumber("rankBound: confidence", confidence, RANGES.openProbability);
  return boundByRank(scores, delta, error);
}

/**
 * As {@link rankBound}, at a probability of error, which may be too small for a confidence to tell from 1.
 */
export function boundByRank(scores: Scores, delta: number, error: number): RankBound {
  const sorted = new SortedScores("rankBound", scores);
  const rules = rulesFor(sorted);
  let best: RankBound = { epsilon: 0, estimate: 0 };
  for (const { guesses, rule } of rules) {
    const bound = boundOfGuesses(guesses, delta, error / rules.length);
    if (bound.epsilon > best.epsilon) best = { ...bound, guesses, rule };
  }
  return best;
}

function rulesFor(sorted: SortedScores): { readonly guesses: Guesses; readonly rule: GuessRule }[] {
  const plays = sorted.count;
  const ranks: number[] = [];
  for (let rank = plays / 2; rank >= Math.min(MIN_RANK, plays / 2); rank /= 2) ranks.push(Math.floor(rank));
  return ranks.flatMap((rank) => {
    const high = sorted.cut(rank);
    const low = sorted.cut(plays - rank);
    const top = { correct: high.present, wrong: high.absent };
    const bottom = { correct: sorted.absent - low.absent, wrong: sorted.present - low.present };
    const both = { correct: top.correct + bottom.correct, wrong: top.wrong + bottom.wrong };
    const upper = { presentFrom: high.from, absentBelow: -Infinity };
    const lower = { presentFrom: Infinity, absentBelow: low.from };
    return [
      { guesses: { ...top, plays, sides: 1 }, rule: upper },
      { guesses: { ...bottom, plays, sides: 1 }, rule: lower },
      { guesses: { ...both, plays, sides: 2 }, rule: { ...upper, absentBelow: low.from } },
    ] as const;
  });
}
