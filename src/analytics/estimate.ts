import type { RandomDummies } from "./random-dummies.js";

/** A figure made from randomized reports, with its error. */
export interface Estimate {
  /** Without bias, and therefore sometimes outside the possible values. */
  readonly estimate: number;
  /** Standard deviation of `estimate` that the randomizers cause; in the same unit. */
  readonly standardError: number;
  /** Lower end of the confidence interval, cut to the possible values. */
  readonly lower: number;
  /** Upper end of the confidence interval, cut to the possible values. */
  readonly upper: number;
}

/** A quantile of users' values. */
export interface QuantileEstimate {
  /** τ, (0, 1). */
  readonly probability: number;
  /** Within the interval; interpolated between a bin's edges. */
  readonly estimate: number;
  /** Lower end of the confidence interval, an edge. */
  readonly lower: number;
  /** Upper end of the confidence interval, an edge. */
  readonly upper: number;
}

/** How an analyzer states its errors. */
export interface EstimateOptions {
  /** The probability with which an interval holds the truth, at least, [0.5, 1 - 1e-6]; default 0.95. */
  readonly confidence?: number;
}

/** How an analyzer of several figures states their errors. */
export interface SimultaneousOptions extends EstimateOptions {
  /**
   * Whether all the intervals hold together with `confidence` (Bonferroni), instead of each by itself;
   * default false.
   */
  readonly simultaneous?: boolean;
}

/** What the analyzer of a mean is given beside the reports. */
export interface MeanOptions extends EstimateOptions, Pick<ReportsOptions, "dummies" | "users"> {}

/** What an analyzer of shuffled reports is given beside them. */
export interface ReportsOptions extends SimultaneousOptions {
  /**
   * Dummies among the reports, of no user, as a shuffler adds them; their law is known, so that only their
   * spread is left in the intervals. The number of uniform reports (D), integer in [0, reports], of a mean
   * fewer than all; or random numbers for each category, see {@link randomDummies}. Default 0.
   */
  readonly dummies?: number | RandomDummies;
  /** n, the users who sent a report: given with random numbers of dummies, which hide it. */
  readonly users?: number;
}
