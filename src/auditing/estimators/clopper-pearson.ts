import betainc from "@stdlib/math-base-special-betainc";
import { bisect } from "../../numerics/bisect.js";
import { checkNumber, checkOptions, RANGES } from "../../validate.js";

/** Halves an interval of doubles as often as it takes. */
const STEPS = 1100;
/** Tails are taken as so much larger than computed: `betainc` is accurate to 1e-9 and better. */
const MARGIN = 1 - 1e-6;

/** Bounds of a probability, each of which holds with the confidence by itself. */
export interface ProbabilityBounds {
  readonly lower: number;
  readonly upper: number;
}

/**
 * Bounds of a probability from a count of independent trials.
 *
 * lower = the p with P(Bin(n, p) >= count) = 1 - confidence, upper = the p with P(Bin(n, p) <= count) = 1 -
 * confidence. Guarantee: each bound by itself holds with probability at least `confidence`, whatever the
 * probability; rounded outwards. Edges: no success: lower = 0; nothing but successes: upper = 1.
 *
 * @param options.count successes, an integer in [0, trials]
 * @param options.trials independent trials, an integer >= 1
 * @param options.confidence of each bound, (0, 1)
 * @throws DpError OUT_OF_RANGE a number is NaN or outside its range
 * @example clopperPearson({ count: 0, trials: 100, confidence: 0.95 }).upper.toFixed(6); // "0.029513"
 * @see Clopper and Pearson, "The Use of Confidence or Fiducial Limits Illustrated in the Case of the
 *   Binomial", Biometrika 1934
 */
export function clopperPearson(options: {
  readonly count: number;
  readonly trials: number;
  readonly confidence: number;
}): ProbabilityBounds {
  const { count, trials, confidence } = checkOptions("clopperPearson", options);
  checkNumber("clopperPearson: trials", trials, RANGES.positiveInteger);
  checkNumber("clopperPearson: count", count, { min: 0, max: trials, integer: true });
  const error = 1 - checkNumber("clopperPearson: confidence", confidence, RANGES.openProbability);
  return { lower: probabilityAtLeast(count, trials, error), upper: probabilityAtMost(count, trials, error) };
}

/** The lower bound at a given error probability. */
export function probabilityAtLeast(count: number, trials: number, error: number): number {
  if (count === 0) return 0;
  const isBelow = (p: number): boolean =>
    p === 0 || betainc(p, count, trials - count + 1, true, false) <= error * MARGIN;
  return bisect(isBelow, { fails: count / trials, holds: 0 }, { steps: STEPS, width: 1e-14 }).holds;
}

/** The upper bound at a given error probability. */
export function probabilityAtMost(count: number, trials: number, error: number): number {
  if (count === trials) return 1;
  const isAbove = (p: number): boolean =>
    p === 1 || betainc(p, count + 1, trials - count, true, true) <= error * MARGIN;
  return bisect(isAbove, { fails: count / trials, holds: 1 }, { steps: STEPS, width: 1e-14 }).holds;
}
