import { memoize } from "../../numerics/memoize.js";
import { rootOfDecreasing } from "../../numerics/root-of-decreasing.js";
import type { Bracket } from "../../privacy/index.js";

/** Which ends of an epsilon are sought, and how far. */
export interface SoughtEnds {
  /** Relative width at which to stop; by default as narrow as the brackets of delta are worth. */
  readonly precision?: number;
  /** The lower end is not sought, and is 0. */
  readonly upperOnly?: boolean;
}

/** What the search for the epsilon of a bracketed, falling delta(epsilon) goes by. */
export interface EpsilonSearch extends SoughtEnds {
  readonly delta: number;
  /** Where to look first. */
  readonly guess: number;
  /** An epsilon that is known to hold at this delta, by whatever argument; never evaluated. */
  readonly highest: number;
  /** About how much, relatively, epsilon moves where delta changes by a factor e. */
  readonly steepness?: number;
}

/** First relative step down from the upper end, in search of the lower one; each further step is eight times as long. */
const FIRST_STEP = 2 ** -41;
/** Of shuffled reports. */
const STEEPNESS = 1 / 16;
/** The upper end need not be narrower than this share of what the brackets of delta leave open. */
const USEFUL = 2 ** -6;

/**
 * The epsilon at which a bracketed, falling delta(epsilon) reaches delta: the upper end is the least epsilon found whose upper
 * delta is at most delta, the lower end has a lower delta above it.
 */
export function epsilonBracket(deltaAt: (epsilon: number) => Bracket, search: EpsilonSearch): Bracket {
  const { delta, guess, highest, precision = 0, steepness = STEEPNESS, upperOnly } = search;
  if (highest === 0) return { lower: 0, estimate: 0, upper: 0 };
  const first = Math.min(guess, highest / 2);
  const seen = memoize(deltaAt);
  const open = steepness * openness(seen(first));
  const upperAt = (epsilon: number): number =>
    epsilon < first / 2 && seen(0).upper <= delta ? 0 : seen(epsilon).upper;
  const { above, below: upper } = rootOfDecreasing(upperAt, {
    target: delta,
    guess: first,
    highest,
    width: Math.max(precision, open * USEFUL),
  });
  if (upper === 0) return { lower: 0, estimate: 0, upper: 0 };
  if (upperOnly) return { lower: 0, estimate: upper, upper };
  const fails = (epsilon: number): boolean => seen(epsilon).lower > delta;
  const lower =
    above > 0 && fails(above) ? above : stepDown(upper, Math.max(FIRST_STEP, precision, open), fails);
  return { lower, estimate: (lower + upper) / 2, upper };
}

/** The relative width of a bracket of delta, at most 1; times the steepness it is about how far apart the epsilons are that it cannot tell. */
function openness({ lower, upper }: Bracket): number {
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
