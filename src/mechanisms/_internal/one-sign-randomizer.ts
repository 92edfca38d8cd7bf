import { type RandomSource, sampleInteger } from "../../random/index.js";
import { checkIterable } from "../../validate.js";
import type { BallOptions, DiscreteVectorRandomizer } from "../local-randomizer.js";
import { checkBall } from "./check-ball.js";
import { checkReport, checkReportAt, checkSomeReports } from "./check-reports.js";
import { checkVector } from "./check-vector.js";
import { type Norm, normOf } from "./norm.js";
import { numberedReports } from "./numbered-reports.js";
import { signChannel } from "./sign-channel.js";

/**
 * A matrix T with orthogonal columns whose rows have entries of size at most 1 in the dual norm: |(Tx)_j| <=
 * ||x||.
 */
export interface Transform {
  readonly norm: Norm;
  readonly rows: number;
  /** (Tx)_row. */
  coordinate(value: ArrayLike<number>, row: number): number;
  /** The transpose times `sums`, which it may overwrite, cut to the values' dimension. */
  transpose(sums: Float64Array): Float64Array;
  /** T transposed times T is this times the identity. */
  readonly columnNormSquared: number;
  /** l2 norm of each row, squared. */
  readonly rowNormSquared: number;
}

/** A randomizer whose report depends on one row of Tx only. */
export interface OneSignRandomizer extends DiscreteVectorRandomizer {
  /**
   * As `randomize`, for a value that `unitAt` knows: (Tx)_row over the bound, cut to [-1, 1]. It is called
   * once.
   */
  randomizeRow(source: RandomSource, unitAt: (row: number) => number): number;
}

/**
 * The common form of GDD21's R_∞ and R_1: a row j of T is drawn uniformly and (Tx)_j / a, rounded to a sign
 * without bias, is reported by binary randomized response. Report 2j + s has the estimate ± magnitude times
 * row j.
 */
export function oneSignRandomizer(
  name: string,
  options: BallOptions,
  transform: Transform,
): OneSignRandomizer {
  checkBall(name, options);
  const { localEpsilon, dimension, bound } = options;
  const { rows, norm } = transform;
  const reportCount = 2 * rows;
  const channel = signChannel(localEpsilon);
  const magnitude = (bound * channel.gain * rows) / transform.columnNormSquared;
  const worstVariance = magnitude ** 2 * transform.rowNormSquared;
  const checkValue = (value: ArrayLike<number>) => checkVector(`${name}: value`, value, dimension);

  /** (Tx)_row over a for x scaled onto the ball. */
  const unitAt = (value: ArrayLike<number>, row: number): number =>
    transform.coordinate(value, row) / Math.max(bound, normOf(value, norm));

  const randomizeRow: OneSignRandomizer["randomizeRow"] = (source, unitOf) => {
    const row = sampleInteger(source, rows);
    return 2 * row + Number(channel.draw(source, cut(unitOf(row))));
  };

  const decodeSum = (reports: Iterable<number>): Float64Array =>
    transform.transpose(signSums(name, reports, rows)).map((sum) => sum * magnitude);

  return {
    dimension,
    reportCount,
    worstVariance,
    ...numberedReports(name, reportCount),
    describe: () => ({ kind: "subsetResponse", epsilon: localEpsilon, mass: 1 / 2 }),
    randomizeRow,
    randomize(source, value) {
      checkValue(value);
      return randomizeRow(source, (row) => unitAt(value, row));
    },
    probability(report, value) {
      checkValue(value);
      checkReport(name, report, reportCount);
      return channel.probability(report % 2 === 1, cut(unitAt(value, report >>> 1))) / rows;
    },
    variance(value) {
      checkValue(value);
      const clipped = normOf(value, "l2") * Math.min(1, bound / normOf(value, norm));
      return worstVariance - (clipped > 0 ? clipped ** 2 : 0);
    },
    decodeMean(reports) {
      checkSomeReports(name, reports);
      return decodeSum(Array.from(reports)).map((sum) => sum / reports.length);
    },
    decodeSum,
  };
}

/** Into [-1, 1], which only rounding leaves. */
function cut(unit: number): number {
  return Math.max(-1, Math.min(1, unit));
}

/** By row: the reports with a plus minus those with a minus. */
function signSums(name: string, reports: Iterable<number>, rows: number): Float64Array {
  const sums = new Float64Array(rows);
  let count = 0;
  for (const report of checkIterable(`${name}: reports`, reports)) {
    checkReportAt(name, report, count++, 2 * rows);
    sums[report >>> 1]! += report % 2 === 1 ? 1 : -1;
  }
  return sums;
}
