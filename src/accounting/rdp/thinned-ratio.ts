import type { Ratio } from "./ratio.js";

/**
 * A report that is sent with probability `rate` and visibly absent otherwise: Y = 1 + B (X - 1), B ~ Bernoulli(rate).
 * E[f(Y)] = (1 - rate) f(1) + rate E[f(X)] for f = x^k and for f = exp(-t (x - 1)).
 *
 * @param rate in (0, 1]
 */
export function thinned(ratio: Ratio, rate: number): Ratio {
  if (rate === 1) return ratio;
  return {
    logMoments: (maxOrder) => ratio.logMoments(maxOrder).map((logMoment) => mixWithOne(logMoment, rate)),
    logLaplace: (t) => mixWithOne(ratio.logLaplace(t), rate),
  };
}

/** log(1 - rate + rate e^x). */
function mixWithOne(x: number, rate: number): number {
  return x < 30 ? Math.log1p(rate * Math.expm1(x)) : x + Math.log(rate + (1 - rate) * Math.exp(-x));
}
