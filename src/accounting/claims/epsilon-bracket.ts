import { memoize } from "../../numerics/memoize.js";
import { rootOfDecreasing } from "../../numerics/root-of-decreasing.js";
import type { Bracket } from "../../privacy/index.js";

/** How accurate a bracket of epsilon must be. */
export interface BracketAccuracy {
  /** Relative width at which to stop; by default as narrow as the brackets of delta allow. */
  readonly precision?: number;
  /** Only the upper end is computed; the lower end is 0. */
  readonly upperOnly?: boolean;
}

/** The parameters of a search for epsilon. */
export interface EpsilonSearch extends BracketAccuracy {
  readonly delta: number;
  /** First epsilon to try. */
  readonly guess: number;
  /** An epsilon known to hold at this delta; never evaluated. */
  readonly highest: number;
  /** Approximate relative change of epsilon where delta changes by a factor e. */
  readonly steepness?: number;
}

/**
 * First relative step from the upper end down to the lower one; each further step is eight times as long.
 * Valid at any step: each is certified. Twice or half of it moves a lower end by up to 3e-12.
 */
const FIRST_STEP = 2 ** -41;

/**
 * The epsilon at which a bracketed, falling delta(epsilon) reaches delta: the upper end is the least epsilon
 * found whose upper delta is at most delta, the lower end has a lower delta above it.
 */
export function epsilonBracket(deltaAt: (epsilon: number) => Bracket, search: EpsilonSearch): Bracket {
  // The default is the steepness of shuffled reports.
  const { delta, guess, highest, precision = 0, steepness = 1 / 16, upperOnly } = search;
  if (highest === 0) return { lower: 0, estimate: 0, upper: 0 };
  const first = Math.min(guess, highest / 2);
  const seen = memoize(deltaAt);
  const open = steepness * relativeWidth(seen(first));
  const upperAt = (epsilon: number): number =>
    epsilon < first / 2 && seen(0).upper <= delta ? 0 : seen(epsilon).upper;
  const { above, below: upper } = rootOfDecreasing(upperAt, {
    target: delta,
    isProbability: true,
    guess: first,
    highest,
    width: Math.max(precision, open * 2 ** -6), // a share of the width that the brackets of delta cause
  });
  if (upper === 0) return { lower: 0, estimate: 0, upper: 0 };
  if (upperOnly) return { lower: 0, estimate: upper, upper };
  const fails = (epsilon: number): boolean => seen(epsilon).lower > delta;
  const lower =
    above > 0 && fails(above) ? above : stepDown(upper, Math.max(FIRST_STEP, precision, open), fails);
  return { lower, estimate: lower + (upper - lower) / 2, upper };
}

/**
 * The relative width of a bracket of delta, at most 1; times the steepness, approximately that of the bracket
 * of epsilon.
 */
function relativeWidth({ lower, upper }: Bracket): number {
  return lower > 0 ? Math.min(1, Math.log(upper / lower)) : 0;
}

/** The first of upper (1 - step), upper (1 - 8 step), ..., 0 that a condition accepts. */
function stepDown(upper: number, firstStep: number, holds: (epsilon: number) => boolean): number {
  for (let step = firstStep; step < 1; step *= 8) {
    const lower = upper * (1 - step);
    if (holds(lower)) return lower;
  }
  return 0;
}
