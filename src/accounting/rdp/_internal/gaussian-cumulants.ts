import { logExpm1 } from "../../../numerics/log-expm1.js";
import { logFactorial } from "../../../numerics/log-factorial.js";
import { logConvolution } from "./log-convolution.js";

/**
 * log of the order-th cumulant, order >= 1, of the lognormal ratio X with E[X^k] = q^(k(k-1)/2), q = e^(1 /
 * s^2).
 *
 * M(x) = sum q^(k(k-1)/2) x^k / k! has M'(x) = M(q x), so that K = log M has K' = e^(K(q x) - K(x)) and K'' =
 * K' (K(q x) - K(x))':
 *
 * kappa_n = sum_{j=1..n-1} C(n - 2, j - 1) (q^j - 1) kappa_j kappa_(n-j), all terms positive.
 *
 * @see docs/theorems/shuffle-gaussian.md
 */
export function gaussianCumulants(noiseMultiplier: number): (order: number) => number {
  const logVariance = 1 / noiseMultiplier ** 2;
  const logCumulants = [Number.NaN, 0];
  const rest = [Number.NaN, 0];
  const gains = [Number.NaN, logExpm1(logVariance)];
  return (order) => {
    for (let n = logCumulants.length; n <= order; n++) {
      const value = logFactorial(n - 2) + logConvolution(gains, rest, { first: 1, last: n - 1, total: n });
      logCumulants.push(value);
      rest.push(value - logFactorial(n - 1));
      gains.push(value - logFactorial(n - 1) + logExpm1(n * logVariance));
    }
    return logCumulants[order]!;
  };
}
