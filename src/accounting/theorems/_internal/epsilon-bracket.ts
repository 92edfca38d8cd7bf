import { fallingCrossing } from "../../../numerics/falling-crossing.js";
import type { Bracket } from "../../../privacy/index.js";

/** First relative step down from the upper end, in search of the lower one; each further step is eight times as long. */
const FIRST_STEP = 2 ** -41;

/**
 * The epsilon at which a bracketed, falling delta(epsilon) reaches delta: the upper end is the least epsilon found whose upper
 * delta is at most delta, the lower end has a lower delta above it.
 *
 * @param search.highest an epsilon that is known to hold at this delta, by whatever argument; never evaluated
 * @param search.guess where to look first
 */
export function epsilonBracket(
  deltaAt: (epsilon: number) => Bracket,
  search: { readonly delta: number; readonly guess: number; readonly highest: number },
): Bracket {
  const { delta, guess, highest } = search;
  if (highest === 0 || deltaAt(0).upper <= delta) return { lower: 0, estimate: 0, upper: 0 };
  const { below: upper } = fallingCrossing((epsilon) => deltaAt(epsilon).upper, {
    target: delta,
    guess,
    highest,
  });
  const lower = stepDown(upper, (epsilon) => deltaAt(epsilon).lower > delta);
  return { lower, estimate: (lower + upper) / 2, upper };
}

/** The first of upper (1 - 2^-41), upper (1 - 2^-38), ..., 0 that a condition accepts. */
function stepDown(upper: number, holds: (epsilon: number) => boolean): number {
  for (let step = FIRST_STEP; step < 1; step *= 8) {
    const lower = upper * (1 - step);
    if (holds(lower)) return lower;
  }
  return 0;
}
