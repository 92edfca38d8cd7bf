import { logExpm1 } from "../../../numerics/log-expm1.js";
import { logOnePlusExp } from "../../../numerics/log-one-plus-exp.js";
import type { RenyiCurve } from "../../claims/renyi-curve.js";
import type { GainsAboveOne } from "./gains-above-one.js";
import { mixWithOne } from "./mix-with-one.js";

/**
 * Renyi curve when the changed record takes part with probability `rate`, unseen, and both neighbours'
 * records may. For a symmetric base pair with ratio X and Z = 1 + rate (X - 1), both directions satisfy
 *
 * E[moment of order a] <= 1 + E[(Z^a - 1) (1 - Z^(1-a)); Z > 1].
 *
 * @see docs/theorems/hidden-sampling.md
 */
export function secretSampling(gains: GainsAboveOne, rate: number): RenyiCurve {
  return { at: (order) => secretSamplingLogMoment(gains, rate, order) / (order - 1) };
}

/** log of the bound on the moment, order > 1 real; +Infinity where the quadrature does not reach. */
export function secretSamplingLogMoment(gains: GainsAboveOne, rate: number, order: number): number {
  const logGain = (logX: number): number => {
    const logZ = mixWithOne(logX, rate);
    return logExpm1(order * logZ) + Math.log(-Math.expm1((1 - order) * logZ));
  };
  return logOnePlusExp(gains.logExpectation(logGain, order, rate));
}
