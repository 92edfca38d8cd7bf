import type { RenyiCurve } from "../../claims/renyi-curve.js";
import { mixWithOne } from "./mix-with-one.js";

/**
 * Renyi curve when everybody sees whether the changed record took part, which it does with probability
 * `rate`: log(1 - rate + rate e^((a - 1) rdp(a))) / (a - 1).
 */
export function visibleSampling(curve: RenyiCurve, rate: number): RenyiCurve {
  return {
    at: (order) => mixWithOne((order - 1) * curve.at(order), rate) / (order - 1),
  };
}
