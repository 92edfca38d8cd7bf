import { curveOf, type RenyiCurve } from "../claims/renyi-curve.js";
import type { Ratio } from "./ratio.js";
import { reverseLogMoment } from "./reverse-log-moment.js";

/**
 * The Renyi curve of a pair, the larger of both directions at every order.
 *
 * @param ceiling a curve that is always valid (the pair before amplification): better than interpolation
 *   below order 2, and where the reverse direction is only trivially known
 */
export function ratioCurve(ratio: Ratio, ceiling: RenyiCurve): RenyiCurve {
  const reverse = reverseLogMoment(ratio);
  const larger = curveOf((order) => Math.max(ratio.logMoment(order), reverse(order)));
  return { at: (order) => Math.min(larger.at(order), ceiling.at(order)) };
}
