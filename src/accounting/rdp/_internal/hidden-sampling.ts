import { diluted } from "../diluted-ratio.js";
import type { Ratio } from "../ratio.js";
import { type RenyiCurve, tabulatedCurve } from "../renyi-curve.js";

/**
 * Renyi curve when the changed record takes part with probability `rate`, unseen, and both neighbours' records may: for a base
 * pair with symmetric hockey-stick divergences and ratio X, E[Z^k] <= 1 + 2 (E[(1 + rate (X - 1))^k] - 1).
 *
 * @see docs/theorems/hidden-sampling.md
 */
export function hiddenSampling(ratio: Ratio, rate: number): RenyiCurve {
  return tabulatedCurve((maxOrder) => hiddenSamplingLogMoments(ratio, rate, maxOrder));
}

export function hiddenSamplingLogMoments(ratio: Ratio, rate: number, maxOrder: number): Float64Array {
  return diluted(ratio, rate)
    .logMoments(maxOrder)
    .map((logMoment) => (logMoment < 30 ? Math.log1p(2 * Math.expm1(logMoment)) : logMoment + Math.LN2));
}
