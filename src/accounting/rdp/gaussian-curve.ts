import type { RenyiCurve } from "../claims/renyi-curve.js";

/**
 * RDP of the Gaussian mechanism: order / (2 sigma^2) at every real order.
 *
 * @see Mironov, "Renyi Differential Privacy", 2017, arXiv:1702.07476, Corollary 3
 */
export function gaussianCurve(noiseMultiplier: number): RenyiCurve {
  return { at: (order) => order / (2 * noiseMultiplier ** 2) };
}
