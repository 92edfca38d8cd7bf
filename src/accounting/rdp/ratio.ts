/**
 * The calculus behind every Renyi figure of the shuffle Gaussian family.
 *
 * A pair of output laws (P, Q) enters its divergences only through the likelihood ratio Z = dP/dQ under Q, a
 * nonnegative variable with mean one. Mechanisms combine ratios in three ways, each in a file of its own:
 *
 * - `meanOf(ratio, n)`: shuffling n reports, Z = (1/n) sum X_i;
 * - `thinned(ratio, rate)`: one report that is sent with probability `rate`, Y = 1 + B (X - 1), B a public
 *   coin;
 * - `diluted(ratio, fraction)`: a hidden coin, 1 + fraction (X - 1).
 *
 * Check-in is `meanOf(thinned(gaussian, rate), n)`, fixed-size sampling `diluted(meanOf(gaussian, m), m /
 * n)`, Poisson sampling `diluted(gaussian, rate)`: see docs/theorems/ratio-calculus.md.
 *
 * Both views of a ratio keep *relative* accuracy near zero, because privacy figures are differences from one:
 * every sum in the calculus has nonnegative terms only.
 */
export interface Ratio {
  /** log E[Z^order] >= 0 for an integer order >= 0; zero at orders 0 and 1. */
  logMoment(order: number): number;
  /** log E[exp(-t (Z - 1))] >= 0 for t >= 0, or more. */
  logLaplace(t: number): number;
  /** log E[Z^-power] >= 0 for a real power > 0, or more. */
  logInverseMoment(power: number): number;
}
