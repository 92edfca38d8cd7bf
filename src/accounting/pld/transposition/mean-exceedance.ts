import { expectedExcess } from "./ratio-difference.js";

/** Where the records of all users lie, in standard deviations of the noise. */
export interface RecordDomain {
  /** Largest distance of two records. */
  readonly diameter: number;
  /** Whether they lie in a ball of this diameter. */
  readonly isBall: boolean;
}

/** Blocks of the records' mean square distance from their mean and, within each, of the distance of those that stand out. */
const SPREADS = 40;
const DISTANCES = 48;

/**
 * S(M), an upper bound of (1/j) sum_J H_M(r_J || r) for Gaussian reports r_J of any j records of the domain, r their mean, and M >= 1: how far
 * the reports of a cohort stand out of it.
 *
 * With V the mean square distance of the records from their mean, and F(V) the largest square distance of one of them,
 * S = max over V of the least concave function above B(., M e^(-V/2)) on [0, F(V)], at V, with B(u, y) = E(L - y)_+ of a lognormal L of
 * mean 1 and log-variance u. B is convex, then concave in u: for y >= 1 that is max over u in [V, F(V)] of (V / u) B(u, y).
 *
 * @see docs/theorems/hidden-transposition.md, section 5
 */
export function meanExceedance(domain: RecordDomain, ratio: number): number {
  let most = 0;
  for (let i = 0; i < SPREADS; i++) {
    const { variance, farthest } = spread(domain, i / SPREADS, (i + 1) / SPREADS);
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

/** The largest V and F(V) in one block, `from` and `to` in [0, 1]. */
function spread(
  { diameter, isBall }: RecordDomain,
  from: number,
  to: number,
): { readonly variance: number; readonly farthest: number } {
  const square = diameter * diameter;
  if (isBall) {
    // The mean has norm t times the radius.
    return { variance: (square / 4) * (1 - from * from), farthest: (square / 4) * (1 + to) ** 2 };
  }
  return { variance: (square / 2) * (1 - from), farthest: square * (1 - (1 - to) / 2) };
}
