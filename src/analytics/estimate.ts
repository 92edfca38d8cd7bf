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

/** How an analyzer states its errors. */
export interface EstimateOptions {
  /** The probability with which an interval holds the truth, at least, [0.5, 1 - 1e-6]; default 0.95. */
  readonly confidence?: number;
}
