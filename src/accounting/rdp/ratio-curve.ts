import type { Ratio } from "./ratio.js";
import { type RenyiCurve, tabulatedCurve } from "./renyi-curve.js";
import { reverseLogMoments } from "./reverse-log-moments.js";

/**
 * The Renyi curve of a pair, the larger of both directions at every order.
 *
 * @param ceiling a curve that is always valid (the pair before amplification); it stands in where the reverse direction is
 *   only trivially known
 */
export function ratioCurve(ratio: Ratio, ceiling: RenyiCurve): RenyiCurve {
  return tabulatedCurve((maxOrder) => {
    const reverse = reverseLogMoments(ratio, maxOrder);
    return ratio.logMoments(maxOrder).map((forward, order) => {
      if (order < 2) return 0;
      return Math.max(forward, Math.min(reverse[order]!, (order - 1) * ceiling.at(order)));
    });
  });
}
