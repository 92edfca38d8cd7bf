import { logAddExp } from "../../numerics/log-add-exp.js";
import { logFactorial } from "../../numerics/log-factorial.js";
import { logOnePlusExp } from "../../numerics/log-one-plus-exp.js";
import { gaussianCumulants } from "./_internal/gaussian-cumulants.js";
import { logConvolution } from "./_internal/log-convolution.js";

/**
 * log E[S^order] for the mean S of `count` Gaussian ratios, at integer orders: a table of all orders up to
 * the largest one evaluated, which takes the square of that in time whatever the count. For many counts and
 * low orders; `meanOf` is for one count and any ratio.
 *
 * The cumulants kappa_j of a ratio are positive and those of the mean are kappa_j / count^(j-1), for real
 * counts too:
 *
 * E[S^m] - E[S^(m-1)] = sum_{j=2..m} C(m - 1, j - 1) kappa_j count^(1-j) E[S^(m-j)], all terms positive.
 *
 * @param noiseMultiplier s, standard deviation / sensitivity, > 0
 * @returns count, real, >= 1 -> order, integer, >= 0 -> log E[S^order]
 * @see docs/theorems/shuffle-gaussian.md
 */
export function gaussianMeans(noiseMultiplier: number): (count: number) => (order: number) => number {
  const logCumulant = gaussianCumulants(noiseMultiplier);
  return (count) => meanOfMany(logCumulant, Math.log(count));
}

function meanOfMany(logCumulant: (order: number) => number, logCount: number): (order: number) => number {
  const logMoments = [0, 0];
  const rest = [0, 0];
  const weights = [Number.NaN, Number.NaN];
  let logExcess = -Infinity;
  return (order) => {
    for (let m = logMoments.length; m <= order; m++) {
      weights.push(logCumulant(m) - (m - 1) * logCount - logFactorial(m - 1));
      const rise = logFactorial(m - 1) + logConvolution(weights, rest, { first: 2, last: m, total: m });
      logExcess = logAddExp(logExcess, rise);
      logMoments.push(logOnePlusExp(logExcess));
      rest.push(logMoments[m]! - logFactorial(m));
    }
    return logMoments[order]!;
  };
}
