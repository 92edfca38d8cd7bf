import type { ReportCode } from "../../mechanisms/index.js";
import type { RandomSource } from "../../random/random-source.js";

/** What one user sends: integers on a grid (Gaussian noise), a vector (PrivUnit, hemisphere), or a number (l-infinity). */
export type GradientReport = Int32Array | Float64Array | number;

/**
 * A round's reports: what a user's device, the shuffler and the analyzer do, each by itself.
 *
 * A device makes a report of its clipped gradient and sends its bytes, which all have one length. The shuffler permutes the bytes.
 * The analyzer decodes them and adds them up. A simulation need not send anything: it draws the sum, which has the same law.
 *
 * A report about a gradient of zeros is a dummy, and nobody can tell it from other reports about zeros.
 */
export interface ReportProtocol<Report> extends ReportCode<Report> {
  /** Entries of a gradient. */
  readonly dimension: number;
  /**
   * One user's report about her gradient, which is clipped first.
   *
   * @param source `secureSource()` where the report is sent
   * @throws DpError BAD_INPUT the gradient has another length; OUT_OF_RANGE an entry is NaN or infinite
   */
  report(gradient: ArrayLike<number>, source: RandomSource): Report;
  /**
   * An estimate of the sum of the clipped gradients behind the reports, in whatever order. Zeros where there are none.
   *
   * @throws DpError BAD_INPUT or OUT_OF_RANGE one of them is no report of the protocol
   */
  aggregate(reports: Iterable<Report>): Float64Array;
  /**
   * Draws what `aggregate` makes of `participants` reports.
   *
   * Gaussian reports are rounded to their grid, 2^-24 of their standard deviation, and the simulation is not: laws differ by that.
   *
   * @param sum of the clipped gradients; under a protocol with a `randomizer` the sum of the reports, which the engine has drawn
   *   (`randomizedGradientSum`), since their law does not depend on the gradients' sum alone
   */
  simulate(sum: Float64Array, participants: number, source: RandomSource): Float64Array;
}
