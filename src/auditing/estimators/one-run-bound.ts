import betainc from "@stdlib/math-base-special-betainc";
import { bisect } from "../../numerics/bisect.js";
import { checkNumber, checkOptions, RANGES } from "../../validate.js";
import type { BoundOptions, LowerBound } from "./guess-bound.js";

const MARGIN = 1 - 1e-6;
/**
 * Shares of the error for delta, of which the number of canaries chooses: nothing that the run shows may
 * enter.
 */
const SHARES_OF_DELTA = [0.02, 0.05, 0.1, 0.2, 0.35, 0.5, 0.7];

/** How the guesses about the canaries of one run came out. */
export interface OneRunGuesses {
  readonly correct: number;
  readonly wrong: number;
  /** All canaries, those without a guess included. */
  readonly canaries: number;
}

/**
 * A lower bound of epsilon from one run with many canaries, each put in or left out by a fair coin of its
 * own.
 *
 * With W ~ Bin(guesses, e^ε/(1 + e^ε)) and i = ceil(canaries δ / a2), or 1 where δ = 0: the largest ε with
 * P(W >= correct - i + 1) <= a1; a1 + a2 = 1 - confidence, divided by the number of canaries alone.
 * Guarantee: lower bound with the stated confidence, whatever the mechanism is; rounded down. The correction
 * for delta is Markov's inequality and costs i - 1 guesses; for δ = 0 it is Theorem 3.1 of the paper.
 * Assumes: fair, independent coins; guesses are made from the run's release alone, without sight of the
 * coins.
 *
 * @param guesses what came out; `canaries` counts those without a guess too
 * @param options.delta δ, [0, 1)
 * @param options.confidence in (0, 1)
 * @throws DpError OUT_OF_RANGE a number is NaN or outside its range
 * @example
 * const guesses = { correct: 900, wrong: 100, canaries: 10_000 };
 * oneRunBound(guesses, { delta: 0, confidence: 0.95 }).epsilon.toFixed(4); // "2.0212"
 * @see Steinke, Nasr and Jagielski 2023, arXiv:2305.08846, Theorem 3.1; docs/theorems/audit-one-run.md
 */
export function oneRunBound(guesses: OneRunGuesses, options: BoundOptions): LowerBound {
  const { correct, wrong, canaries } = checkOptions("oneRunBound", guesses, "guesses");
  const { delta, confidence } = checkOptions("oneRunBound", options);
  checkNumber("oneRunBound: canaries", canaries, RANGES.positiveInteger);
  checkNumber("oneRunBound: correct", correct, { min: 0, max: canaries, integer: true });
  checkNumber("oneRunBound: wrong", wrong, { min: 0, max: canaries - correct, integer: true });
  checkNumber("oneRunBound: delta", delta, { ...RANGES.probability, maxIncluded: false });
  const error = 1 - checkNumber("oneRunBound: confidence", confidence, RANGES.openProbability);
  const epsilon = epsilonOf(guesses, delta, error);
  return { epsilon, estimate: Math.max(epsilon, epsilonOf(guesses, delta, 1 / 2)) };
}

function epsilonOf({ correct, wrong, canaries }: OneRunGuesses, delta: number, error: number): number {
  const guessed = correct + wrong;
  if (guessed === 0) return 0;
  const { revealed, rest } =
    delta === 0 ? { revealed: 0, rest: error } : correctionFor(canaries, delta, error);
  return epsilonOfCount(correct - revealed, guessed, rest);
}

/** The division of the error by which three correct guesses of four about all canaries would show most. */
function correctionFor(canaries: number, delta: number, error: number): Correction {
  const choices = SHARES_OF_DELTA.map((share) => ({
    revealed: Math.ceil((canaries * delta) / (share * error)) - 1,
    rest: (1 - share) * error,
  }));
  const worth = ({ revealed, rest }: Correction): number =>
    epsilonOfCount(Math.ceil(0.75 * canaries) - revealed, canaries, rest);
  return choices.reduce((best, choice) => (worth(choice) > worth(best) ? choice : best));
}

interface Correction {
  /** Guesses that delta may have given away. */
  readonly revealed: number;
  readonly rest: number;
}

/** The largest epsilon with P(Bin(guessed, e^epsilon / (1 + e^epsilon)) >= count) <= error. */
function epsilonOfCount(count: number, guessed: number, error: number): number {
  if (count <= 0) return 0;
  // The complement of the share, so that shares near to 1 keep their digits: P(Bin(guessed, u) <= guessed -
  // count).
  const isRare = (u: number): boolean =>
    u === 1 || betainc(u, guessed - count + 1, count, true, true) <= error * MARGIN;
  const share = bisect(isRare, { fails: 0, holds: 1 }, { steps: 1100, width: 1e-14 }).holds;
  return Math.max(0, Math.log((1 - share) / share) * (1 - 1e-12));
}
