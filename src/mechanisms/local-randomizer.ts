import type { MechanismEvent } from "../privacy/index.js";
import type { RandomSource } from "../random/index.js";
import type { ReportCode } from "./report-code.js";

/** A local randomizer: from one user's value to one report, which anybody may see. */
export interface LocalRandomizer<Value, Report> extends ReportCode<Report> {
  /** What one report spends. */
  describe(): MechanismEvent;
  /** One report about `value`, with fresh randomness from `source`. */
  randomize(source: RandomSource, value: Value): Report;
}

/** A randomizer whose report is one of finitely many, numbered 0, ..., reportCount - 1. */
export interface DiscreteRandomizer<Value> extends LocalRandomizer<Value, number> {
  /** How many different reports there are. */
  readonly reportCount: number;
  /** The probability that `value` is reported as `report`. */
  probability(report: number, value: Value): number;
}

/**
 * A randomizer of numbered categories each of whose reports supports some of them; how many reports support a
 * category tells how many users hold it.
 */
export interface FrequencyRandomizer<Report> extends LocalRandomizer<number, Report> {
  /** p: the probability that a report supports its user's category. */
  readonly supportProbability: number;
  /** q: the probability that a report supports any other one category. */
  readonly falseSupportProbability: number;
  /** p - q, without cancellation. */
  readonly contrast: number;
  /** Whether a report supports a category. */
  supports(report: Report, category: number): boolean;
  /**
   * Unbiased estimates of how many users hold each category: (supporting reports - n q) / (p - q); they may
   * be negative. For up to 2^26 categories.
   */
  decodeHistogram(reports: ArrayLike<Report>): Float64Array;
  /**
   * Variance of one category's estimate when `holders` of `users` hold it: (h p (1 - p) + (n - h) q (1 - q))
   * / (p - q)².
   */
  countVariance(users: number, holders: number): number;
}

/**
 * A randomizer of vectors in a norm ball; values outside are scaled onto it first, so that the guarantee
 * holds for every input.
 */
export interface VectorRandomizer<Report> extends LocalRandomizer<ArrayLike<number>, Report> {
  /** d, entries of a value. */
  readonly dimension: number;
  /** E ||estimate - value||²: the expected squared l2 error of one report's estimate. */
  variance(value: ArrayLike<number>): number;
  /** The largest `variance`; it is reached at the value 0. */
  readonly worstVariance: number;
  /** An unbiased estimate of the mean of the values behind the reports. */
  decodeMean(reports: ArrayLike<Report>): Float64Array;
  /**
   * The same of their sum; reports are read one by one, so that they need not all be in memory. Zeros where
   * there are none.
   */
  decodeSum(reports: Iterable<Report>): Float64Array;
}

/** A vector randomizer with numbered reports. */
export interface DiscreteVectorRandomizer
  extends VectorRandomizer<number>,
    DiscreteRandomizer<ArrayLike<number>> {}

/** Parameters of the randomizers of a norm ball. */
export interface BallOptions {
  /** ε₀, pure local DP of one report, nats, [1e-6, 30]. */
  readonly localEpsilon: number;
  /** d, entries of a value, integer >= 1. */
  readonly dimension: number;
  /** Radius of the ball in the randomizer's norm, [1e-100, 1e100]. */
  readonly bound: number;
}
