import { binomialMixture } from "./_internal/binomial-mixture.js";
import { mixWithOne } from "./_internal/mix-with-one.js";
import type { Ratio } from "./ratio.js";

/**
 * A report that is present with probability `fraction`, unseen: the ratio 1 + fraction (Z - 1).
 *
 * E[(1 + g (Z - 1))^m] = sum_j C(m, j) g^j (1 - g)^(m - j) E[Z^j]. Negative powers are convex, and the ratio
 * is at least 1 - g.
 *
 * @param fraction g in (0, 1]
 */
export function diluted(ratio: Ratio, fraction: number): Ratio {
  if (fraction === 1) return ratio;
  return {
    logMoment: (order) => binomialMixture(order, fraction, (k) => ratio.logMoment(k)),
    logLaplace: (t) => ratio.logLaplace(fraction * t),
    logInverseMoment: (power) =>
      Math.min(mixWithOne(ratio.logInverseMoment(power), fraction), -power * Math.log1p(-fraction)),
  };
}
