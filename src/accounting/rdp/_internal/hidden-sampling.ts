import { diluted } from "../diluted-ratio.js";
import type { Ratio } from "../ratio.js";
import { curveOf, type RenyiCurve } from "../renyi-curve.js";

/**
 * Renyi curve when the changed record takes part with probability `rate`, unseen, and both neighbours' records may: for a base
 * pair with symmetric hockey-stick divergences and ratio X, E[Z^k] <= 1 + 2 (E[(1 + rate (X - 1))^k] - 1).
 *
 * @see docs/theorems/hidden-sampling.md
 */
export function hiddenSampling(ratio: Ratio, rate: number): RenyiCurve {
  return curveOf(hiddenSamplingLogMoment(ratio, rate));
}

export function hiddenSamplingLogMoment(ratio: Ratio, rate: number): (order: number) => number {
  const sampled = diluted(ratio, rate);
  return (order) => {
    const logMoment = sampled.logMoment(order);
    return logMoment < 30 ? Math.log1p(2 * Math.expm1(logMoment)) : logMoment + Math.LN2;
  };
}
