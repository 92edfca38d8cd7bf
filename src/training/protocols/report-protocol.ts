import type { ReportCode } from "../../mechanisms/index.js";
import type { RandomSource } from "../../random/random-source.js";

/**
 * What one user sends: integers on a grid (Gaussian noise), a vector (PrivUnit, hemisphere), or a number
 * (l-infinity).
 */
export type GradientReport = Int32Array | Float64Array | number;

/** Reports that are added up one by one. */
export interface ReportSum<Report> {
  /**
   * Adds a report of a block.
   *
   * @throws DpError BAD_INPUT or OUT_OF_RANGE it is no report of the protocol, or there is no such block; the
   *   sum is as before then
   */
  add(report: Report, block: number): void;
  /** The estimate of the sum of the clipped gradients behind the reports; zeros where there are none. */
  value(): Float64Array;
}

/**
 * A round's reports: what a user's device, the shuffler and the analyzer do, each by itself.
 *
 * A device makes a report of its clipped gradient and sends its bytes, which all have one length. The
 * shuffler permutes the bytes. The analyzer decodes them and adds them up. A simulation need not send
 * anything: it draws the sum, which has the same law.
 *
 * Where there are blocks, a user sends one report for each, and reports of one block are shuffled with each
 * other alone: nobody may be able to tell which reports of different blocks come from one user. A message
 * says its block and nothing else of its sender.
 */
export interface ReportProtocol<Report> extends ReportCode<Report> {
  /** Entries of a gradient. */
  readonly dimension: number;
  /** m: reports that a user sends in a round. */
  readonly blocks: number;
  /** D: dummies that are shuffled in, for each block and round. */
  readonly dummies: number;
  /**
   * One user's report about her gradient, which is clipped first.
   *
   * @param source `secureSource()` where the report is sent
   * @throws DpError BAD_INPUT the gradient has another length; OUT_OF_RANGE an entry is NaN or infinite;
   *   NOT_APPLICABLE there are several blocks
   */
  report(gradient: ArrayLike<number>, source: RandomSource): Report;
  /** The same with blocks: one report for each, in their order. Throws as `report` does of the gradient. */
  reportBlocks(gradient: ArrayLike<number>, source: RandomSource): Report[];
  /**
   * A dummy, of whichever block, and what users send who are absent but not silent: a report about zeros,
   * which nobody can tell from others.
   */
  dummy(source: RandomSource): Report;
  /**
   * An estimate of the sum of the clipped gradients behind the reports, in whatever order, dummies among
   * them. Zeros where there are none.
   *
   * @throws DpError BAD_INPUT or OUT_OF_RANGE one of them is no report of the protocol; NOT_APPLICABLE there
   *   are several blocks
   */
  aggregate(reports: Iterable<Report>): Float64Array;
  /**
   * The same with blocks: the reports of each. Throws as `aggregate` does, and BAD_INPUT where there are more
   * or fewer blocks.
   */
  aggregateBlocks(reports: readonly Iterable<Report>[]): Float64Array;
  /**
   * Begins a sum to which reports are added one by one, as they come. Integers are added, so that it does not
   * depend on their order, to the last bit, for up to 2^22 reports of a block; of vectors that are no
   * integers, each entry is first rounded to 2^-30 of a report's length.
   */
  openSum(): ReportSum<Report>;
  /**
   * Draws what `aggregate` makes of the reports of `participants` users and of the dummies. Absent users who
   * send dummies count among them.
   *
   * Gaussian reports are rounded to their grid, 2^-24 of their standard deviation, and the simulation is not:
   * laws differ by that.
   *
   * @param sum of the clipped gradients; under a protocol with a `randomizer` the sum of the reports, which
   *   the engine has drawn (`randomizedGradientSum`), since their law does not depend on the gradients' sum
   *   alone
   */
  simulate(sum: Float64Array, participants: number, source: RandomSource): Float64Array;
  /**
   * The mean gradient that a round releases: the aggregate over `participants`, or over as many of them as
   * join on average where absent users send dummies. Zeros where there are none.
   */
  mean(sum: Float64Array, participants: number): Float64Array;
}
