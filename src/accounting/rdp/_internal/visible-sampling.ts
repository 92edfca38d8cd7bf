import type { RenyiCurve } from "../renyi-curve.js";

/**
 * Renyi curve when everybody sees whether the changed record took part, which it does with probability `rate`:
 * log(1 - rate + rate e^((a - 1) rdp(a))) / (a - 1).
 */
export function visibleSampling(curve: RenyiCurve, rate: number): RenyiCurve {
  return {
    at: (order) => {
      const logMoment = (order - 1) * curve.at(order);
      const mixed =
        logMoment < 30
          ? Math.log1p(rate * Math.expm1(logMoment))
          : logMoment + Math.log(rate + (1 - rate) * Math.exp(-logMoment));
      return mixed / (order - 1);
    },
  };
}
