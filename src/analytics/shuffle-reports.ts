import { type RandomSource, secureSource, shuffleInPlace } from "../random/index.js";
import { wrongShape } from "../validate.js";

/**
 * The shuffler's role: the reports in a uniformly random order.
 *
 * Guarantee: with all of a round's reports, and nothing else about who sent which, the order carries no
 * information; the event of the round is {@link describeCollection}'s. Assumes: the shuffler is honest, and
 * shows nobody the order in which the reports came.
 *
 * @param reports an array or a typed array; it is left as it is
 * @param source  where the randomness comes from; the platform's secure source by default
 * @returns a shuffled copy
 * @example [...shuffleReports(Uint32Array.of(1, 1, 1))]; // [1, 1, 1]
 */
export function shuffleReports<
  Reports extends { readonly length: number; readonly [index: number]: unknown; slice(): Reports },
>(reports: Reports, source: RandomSource = secureSource()): Reports {
  if (typeof reports?.slice !== "function")
    throw wrongShape("shuffleReports: reports", reports, "an array or a typed array");
  const shuffled = reports.slice();
  shuffleInPlace(source, shuffled);
  return shuffled;
}
