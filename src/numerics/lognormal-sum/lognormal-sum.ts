/**
 * A sum of independent lognormals exp(N(logMean, logStdDev^2)) with one common logStdDev, in groups of equal
 * terms.
 */
export interface LognormalSum {
  readonly terms: readonly LognormalTerms[];
  readonly logStdDev: number;
}

/** `count` terms with the same logMean. */
export interface LognormalTerms {
  readonly logMean: number;
  readonly count: number;
}

/** exp(N(logMean, logStdDev^2)). */
export interface LognormalLaw {
  readonly logMean: number;
  readonly logStdDev: number;
}
