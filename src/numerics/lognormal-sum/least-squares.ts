import { wrongShape } from "../../validate.js";
import { normalQuantile } from "../normal-quantile.js";
import type { LognormalLaw } from "./lognormal-sum.js";

/**
 * The lognormal fitted to draws of a sum by least squares on normal probability paper: log x against the
 * normal quantile of its rank.
 *
 * Approximate: statistical error of the draws, and the sum is not lognormal.
 *
 * @param sortedLogSums logarithms of draws in ascending order, at least 2
 * @throws DpError BAD_INPUT fewer than 2 draws
 * @see Zhao and Ding, "Least Squares Approximations to Lognormal Sum Distributions", IEEE Transactions on
 *   Vehicular Technology, 2007
 */
export function leastSquaresLognormal(sortedLogSums: Float64Array): LognormalLaw {
  const draws = sortedLogSums.length;
  if (draws < 2)
    throw wrongShape("leastSquaresLognormal: sortedLogSums", [...sortedLogSums], "at least 2 draws");
  const mean = sortedLogSums.reduce((total, x) => total + x / draws, 0);
  let covariance = 0;
  let variance = 0;
  sortedLogSums.forEach((x, rank) => {
    const quantile = normalQuantile((rank + 0.5) / draws); // these average 0 by symmetry
    covariance += quantile * (x - mean);
    variance += quantile * quantile;
  });
  return { logMean: mean, logStdDev: covariance / variance };
}
