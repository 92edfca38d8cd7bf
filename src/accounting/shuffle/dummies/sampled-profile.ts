import { ROUNDING, roundedUp } from "../../../numerics/rounding.js";
import type { ProfilePoint } from "../../../pld/pairs/profile-pair.js";
import type { HidingPoint } from "./hiding-curve.js";

/** How the changed user's reports come to be there. */
export interface Sampling {
  /** q, the probability that she reports, in secret. */
  readonly rate: number;
  /** Whether a user who does not report sends a dummy, which is a report of the zero record; else nothing. */
  readonly isZeroSent: boolean;
}

/** More than logarithm and products round. */

/**
 * Points of the profile of sampled reports, given the curve of reports that are all there: with r = 1 +
 * excess, t = 1 + q (r - 1) and b = t / r, delta is q ((1 - b) replaced + b changed); where the zero record
 * is sent, q changed.
 *
 * @see docs/theorems/dummies.md, sections 4 and 5
 */
export function sampledProfile(
  curve: readonly HidingPoint[],
  { rate, isZeroSent }: Sampling,
): ProfilePoint[] {
  return curve.map(({ excess, replaced, changed }) => {
    const share = isZeroSent ? 1 : (1 + rate * excess) / (1 + excess);
    const delta = rate * ((1 - share) * replaced + share * changed);
    return {
      epsilon: roundedUp(Math.log1p(rate * excess), ROUNDING.formula),
      delta: Math.min(1, roundedUp(delta, ROUNDING.formula)),
    };
  });
}
