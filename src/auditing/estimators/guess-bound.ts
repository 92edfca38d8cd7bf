import betainc from "@stdlib/math-base-special-betainc";
import { firstIntegerWhere } from "../../numerics/first-integer-where.js";
import { checkNumber, checkOneOf, checkOptions, RANGES } from "../../validate.js";
import { probabilityAtMost } from "./clopper-pearson.js";

/** Of the allowed error, the part that the plays get in which delta may show. */
const SHARE_OF_DELTA = 0.1;
/** Of the result, for rounding. */
const ROUNDING = 1 - 1e-12;

/** How guesses of fair, independent secrets came out. */
export interface Guesses {
  readonly correct: number;
  readonly wrong: number;
  /** All plays, those without a guess included. */
  readonly plays: number;
  /** Whether both values of the secret were guessed, or only one of them. */
  readonly sides: 1 | 2;
}

/** What a lower bound is asked at. */
export interface BoundOptions {
  /** δ of the bound, [0, 1). */
  readonly delta: number;
  /** The probability that the bound is true, (0, 1). */
  readonly confidence: number;
}

/** A lower bound of epsilon. */
export interface LowerBound {
  /** ε, nats: no smaller one can hold, with the confidence asked for. */
  readonly epsilon: number;
  /** The same without confidence, as likely above the truth as below. */
  readonly estimate: number;
}

/**
 * A lower bound of epsilon from guesses in independent plays.
 *
 * With K the least count that Bin(plays, δ sides/2) exceeds with probability (1 - confidence)/10 at most (0
 * where δ = 0), and u the upper Clopper-Pearson bound of the share of wrong guesses among correct - K +
 * wrong, at the rest of the error: ε = max(0, log((1 - u)/u)). Guarantee: lower bound with the stated
 * confidence, whatever the mechanism is; rounded down. Assumes: secrets are fair and independent, plays are
 * independent, and what is guessed was chosen without sight of the secrets. Edges: no guess that is correct →
 * 0.
 *
 * @param guesses what came out
 * @param options.delta δ, [0, 1)
 * @param options.confidence in (0, 1)
 * @throws DpError OUT_OF_RANGE a number is NaN or outside its range; BAD_INPUT `sides` is neither 1 nor 2
 * @example
 * const guesses = { correct: 90, wrong: 10, plays: 100, sides: 2 } as const;
 * guessBound(guesses, { delta: 0, confidence: 0.95 }).epsilon.toFixed(4); // "1.6308"
 * @see docs/theorems/audit-guesses.md; Steinke, Nasr and Jagielski 2023, arXiv:2305.08846, for many guesses
 *   in one run
 */
export function guessBound(guesses: Guesses, options: BoundOptions): LowerBound {
  const { correct, wrong, plays, sides } = checkOptions("guessBound", guesses, "guesses");
  const { delta, confidence } = checkOptions("guessBound", options);
  checkNumber("guessBound: plays", plays, RANGES.positiveInteger);
  checkNumber("guessBound: correct", correct, { min: 0, max: plays, integer: true });
  checkNumber("guessBound: wrong", wrong, { min: 0, max: plays - correct, integer: true });
  checkOneOf("guessBound: sides", String(sides), ["1", "2"]);
  checkNumber("guessBound: delta", delta, { ...RANGES.probability, maxIncluded: false });
  const error = 1 - checkNumber("guessBound: confidence", confidence, RANGES.openProbability);
  return boundOfGuesses(guesses, delta, error);
}

/** As {@link guessBound}, at a probability of error. */
export function boundOfGuesses(guesses: Guesses, delta: number, error: number): LowerBound {
  const epsilon = epsilonOfGuesses(guesses, delta, error);
  return { epsilon, estimate: Math.max(epsilon, epsilonOfGuesses(guesses, delta, 1 / 2)) };
}

function epsilonOfGuesses({ correct, wrong, plays, sides }: Guesses, delta: number, error: number): number {
  const forDelta = delta === 0 ? 0 : error * SHARE_OF_DELTA;
  const revealed = delta === 0 ? 0 : binomialQuantile(plays, (delta * sides) / 2, forDelta);
  const good = correct - revealed;
  if (good <= 0) return 0;
  const share = probabilityAtMost(wrong, good + wrong, error - forDelta);
  return Math.max(0, Math.log((1 - share) / share) * ROUNDING);
}

/** The least count that Bin(trials, probability) exceeds with probability `error` at most. */
export function binomialQuantile(trials: number, probability: number, error: number): number {
  const isRare = (count: number): boolean =>
    betainc(probability, count + 1, trials - count, true, false) <= error * (1 - 1e-6);
  return firstIntegerWhere(isRare, Math.floor(trials * probability), trials);
}
