/** A figure made from randomized reports, with its error. */
export interface Estimate {
  /** Without bias, and therefore sometimes outside the possible values. */
  readonly estimate: number;
  /** Deviation of `estimate` from the truth that the randomizers cause; in the same unit. */
  readonly standardError: number;
  /** Ends of the confidence interval, cut to the possible values. */
  readonly lower: number;
  readonly upper: number;
}
