/**
 * What one of the reports that hide contributes to the likelihood ratio: a variable V of known integrated tails, from which a lattice above it in
 * convex order is made.
 */
export interface Contribution {
  readonly mean: number;
  /** About. */
  readonly variance: number;
  /** E(V - u)_+ for u >= 0, at a relative error below CONTRIBUTION_ERROR. */
  excess(u: number): number;
  /** E(-u - V)_+ for u >= 0, likewise. */
  shortfall(u: number): number;
}

/** Of records at least LEAST_RADIUS from zero: the point where V crosses u is rounded, and that is felt the more, the smaller the radius. */
export const CONTRIBUTION_ERROR: number = 2 ** -34;
/** In standard deviations of the noise. */
export const LEAST_RADIUS = 1e-4;
