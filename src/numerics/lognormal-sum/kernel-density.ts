import { DpError } from "../../errors.js";
import { normalCdf } from "../normal-cdf.js";

/**
 * The distribution function of a sum's logarithm, from draws smoothed by Gaussian kernels.
 *
 * F(y) = (1/n) Σ Φ((y - y_i)/h), h by Silverman's rule 0.9 min(standard deviation, interquartile range /
 * 1.34) n^(-1/5). Approximate: statistical error of the draws, and a bias of order h^2.
 *
 * @param sortedLogSums logarithms of draws in ascending order, at least 2 different ones
 * @returns y ↦ F(y)
 * @throws DpError BAD_INPUT fewer than 2 different draws
 * @see Silverman, "Density Estimation for Statistics and Data Analysis", 1986, Equation 3.31
 */
export function kernelDensityCdf(sortedLogSums: Float64Array): (logSum: number) => number {
  const width = bandwidth(sortedLogSums);
  if (!(width > 0)) {
    const details = {
      parameter: "sortedLogSums",
      value: sortedLogSums,
      allowed: "at least 2 different draws",
    };
    const message = `kernelDensityCdf: sortedLogSums must have ${details.allowed}, got ${sortedLogSums.length} of bandwidth ${width}`;
    throw new DpError("BAD_INPUT", message, details);
  }
  return (logSum) =>
    sortedLogSums.reduce((total, draw) => total + normalCdf((logSum - draw) / width), 0) /
    sortedLogSums.length;
}

function bandwidth(sorted: Float64Array): number {
  const draws = sorted.length;
  const mean = sorted.reduce((total, x) => total + x / draws, 0);
  const stdDev = Math.sqrt(sorted.reduce((total, x) => total + (x - mean) ** 2, 0) / (draws - 1));
  const quartiles = sorted[Math.floor(0.75 * (draws - 1))]! - sorted[Math.floor(0.25 * (draws - 1))]!;
  const spread = quartiles > 0 ? Math.min(stdDev, quartiles / 1.34) : stdDev;
  return 0.9 * spread * draws ** -0.2;
}
