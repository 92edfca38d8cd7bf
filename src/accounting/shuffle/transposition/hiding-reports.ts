import { ROUNDING, roundedDown } from "../../../numerics/rounding.js";

/**
 * ⌊(1 - share) reports / ratio⌋, of a quotient that is lowered before it is floored: among that many reports
 * probabilities of at most ratio / ((1 - share) reports) are a mixture of uniform ones. A quotient that was
 * rounded up to an integer would count one too many.
 *
 * @see docs/theorems/hidden-transposition.md, section 2
 */
export function hidingReports(reports: number, ratio: number, share: number): number {
  return Math.floor(roundedDown(((1 - share) * reports) / ratio, ROUNDING.fewOperations));
}
