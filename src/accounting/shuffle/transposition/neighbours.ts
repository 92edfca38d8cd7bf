import {
  expectedExcess,
  type LognormalDifference,
  secondMomentOfExcess,
} from "../../../numerics/lognormal-difference.js";

/**
 * Upper bounds, in convex order, of what a cohort member contributes to the likelihood ratio: xi = X - xY, X
 * and Y the likelihood ratios of the changed user's two reports to the member's own, evaluated at the
 * member's report.
 *
 * `above` gives E(xi - t)_+ for t >= 0, `below` E(-t - xi)_+ = E(xY - X - t)_+ for t >= 0.
 */
export interface Neighbours {
  readonly above: LognormalDifference;
  readonly below: LognormalDifference;
}

/**
 * Any two records at most `distance` apart, in standard deviations of the noise, among records at most
 * `distance` from both.
 */
export function replacedRecord(distance: number): Neighbours {
  const farthest = { a: distance, b: 0 };
  return { above: farthest, below: farthest };
}

/** A record of norm at most `radius` against the zero record, among records of norm at most `radius`. */
export function recordToZero(radius: number): Neighbours {
  return { above: { a: 2 * radius, b: radius }, below: { a: radius, b: 0 } };
}

/** The other direction. */
export function zeroToRecord(radius: number): Neighbours {
  return { above: { a: radius, b: 0 }, below: { a: 2 * radius, b: radius } };
}

/** E(xi - t)_+ for t >= 0. */
export function excessAbove({ above }: Neighbours, x: number, t: number): number {
  return expectedExcess(above, x, t);
}

/** E(-t - xi)_+ for t >= 0. */
export function shortfallBelow({ below }: Neighbours, x: number, t: number): number {
  return x * expectedExcess(below, 1 / x, t / x);
}

/** E[(xi - (1 - x))^2], xi's mean being 1 - x. */
export function varianceOf({ above, below }: Neighbours, x: number): number {
  return secondMomentOfExcess(above, x) + x * x * secondMomentOfExcess(below, 1 / x) - (x - 1) ** 2;
}
