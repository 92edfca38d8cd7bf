import { LOG_SQRT_TWO_PI } from "./log-sqrt-two-pi.js";
import { millsRatio } from "./mills-ratio.js";
import { normalCdf } from "./normal-cdf.js";

/** log Phi(x), the logarithm of the standard normal law's mass below x; finite for every x above -1e154. */
export function logNormalCdf(x: number): number {
  if (x > -1) return Math.log1p(-normalCdf(-x));
  return -(x * x) / 2 - LOG_SQRT_TWO_PI + Math.log(millsRatio(-x));
}
