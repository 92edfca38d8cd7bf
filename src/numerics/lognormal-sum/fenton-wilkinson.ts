import { logOnePlusExp } from "../log-one-plus-exp.js";
import { LogSum } from "../log-sum.js";
import { checkSum } from "./_internal/check-sum.js";
import type { LognormalLaw, LognormalSum } from "./lognormal-sum.js";

/**
 * The lognormal with the same mean and variance as the sum.
 *
 * v = log(1 + (e^(s^2) - 1) Σ e^(2 m_j) / (Σ e^(m_j))^2), mean of the log = log Σ e^(m_j) + s^2/2 - v/2.
 * Approximate: the first two moments are exact, the quantiles are not, least of all in the lower tail of few
 * wide terms.
 *
 * @param sum at least one term; logStdDev in (0, ∞)
 * @throws DpError OUT_OF_RANGE a parameter is NaN or outside its range; BAD_INPUT no terms
 * @example fentonWilkinson({ terms: [{ logMean: 0, count: 3 }], logStdDev: 0.5 }).logMean.toFixed(6); // "1.178383"
 * @see Fenton, "The Sum of Log-Normal Probability Distributions in Scatter Transmission Systems", 1960; YJX25
 *   Equations 35 and 36
 */
export function fentonWilkinson(sum: LognormalSum): LognormalLaw {
  const { terms, logStdDev } = checkSum("fentonWilkinson", sum);
  const variance = logStdDev * logStdDev;
  const first = new LogSum();
  const second = new LogSum();
  for (const { logMean, count } of terms) {
    first.add(Math.log(count) + logMean);
    second.add(Math.log(count) + 2 * logMean);
  }
  const logGrowth =
    variance > 30 ? variance + Math.log1p(-Math.exp(-variance)) : Math.log(Math.expm1(variance));
  const fitted = logOnePlusExp(logGrowth + second.log - 2 * first.log);
  return { logMean: first.log + (variance - fitted) / 2, logStdDev: Math.sqrt(fitted) };
}
