import type { IntegratedTails } from "../transposition/lattice-above.js";

/**
 * What one of the reports that hide contributes to the likelihood ratio, with tails at a relative error below
 * CONTRIBUTION_ERROR.
 */
export interface Contribution extends IntegratedTails {
  /** About. */
  readonly variance: number;
}

/**
 * Of records at least MIN_RADIUS from zero: the point where V crosses u is rounded, and that is felt the
 * more, the smaller the radius.
 */
export const CONTRIBUTION_ERROR: number = 2 ** -34;
/**
 * In standard deviations of the noise. CONTRIBUTION_ERROR is for no smaller one; any larger one is valid, and
 * twice as much up to doubles the delta of a smaller record.
 */
export const MIN_RADIUS = 1e-4;
