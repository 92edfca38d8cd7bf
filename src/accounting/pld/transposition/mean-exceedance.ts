import { expectedExcess } from "../../../numerics/lognormal-difference.js";

/** Blocks of the norm of the records' mean and, within each, of the distance of the records that stand out. */
const NORMS = 32;
const DISTANCES = 36;

/**
 * S(M), an upper bound of (1/j) sum_J H_M(r_J || r) for Gaussian reports r_J of any j records in a ball, r their mean, and M >= 1: how far the
 * reports of a cohort stand out of it.
 *
 * With the records' mean at t times the radius, V = radius^2 (1 - t^2) the largest mean square distance from it and F = radius^2 (1 + t)^2 the
 * largest one of a record: S = max over t of the least concave function above B(., M e^(-V/2)) on [0, F], at V, with B(u, y) = E(L - y)_+ of a
 * lognormal L of mean 1 and log-variance u. B is convex, then concave in u: for y >= 1 that is max over u in [V, F] of (V / u) B(u, y).
 *
 * @param radius in standard deviations of the noise
 * @see docs/theorems/hidden-transposition.md, section 5
 */
export function meanExceedance(radius: number, ratio: number): number {
  const square = radius * radius;
  let most = 0;
  for (let i = 0; i < NORMS; i++) {
    const variance = square * (1 - (i / NORMS) ** 2);
    const farthest = square * (1 + (i + 1) / NORMS) ** 2;
    most = Math.max(most, largestChord(variance, farthest, ratio * Math.exp(-variance / 2)));
  }
  return most;
}

/** The least concave function above B(., level) on [0, farthest], at `variance`: B(u, y) = 1 - y + y B(u, 1/y). */
function largestChord(variance: number, farthest: number, level: number): number {
  if (level < 1) return 1 - level + level * largestChord(variance, farthest, 1 / level);
  const growth = Math.max(1, farthest / variance) ** (1 / DISTANCES);
  let most = 0;
  for (let k = 0; k < DISTANCES; k++) {
    const [near, far] = [variance * growth ** k, variance * growth ** (k + 1)];
    most = Math.max(most, (variance / near) * expectedExcess({ a: Math.sqrt(far), b: 0 }, level, 0));
  }
  return most * (1 + 2 ** -30);
}
