import { mixWithOne } from "./_internal/mix-with-one.js";
import type { Ratio } from "./ratio.js";

/**
 * A report that is sent with probability `rate` and visibly absent otherwise: Y = 1 + B (X - 1), B ~
 * Bernoulli(rate). E[f(Y)] = (1 - rate) f(1) + rate E[f(X)] for f = x^k, k of either sign, and for f =
 * exp(-t (x - 1)).
 *
 * @param rate in (0, 1]
 */
export function thinned(ratio: Ratio, rate: number): Ratio {
  if (rate === 1) return ratio;
  return {
    logMoment: (order) => mixWithOne(ratio.logMoment(order), rate),
    logLaplace: (t) => mixWithOne(ratio.logLaplace(t), rate),
    logInverseMoment: (power) => mixWithOne(ratio.logInverseMoment(power), rate),
  };
}
