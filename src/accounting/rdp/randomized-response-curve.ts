import type { RenyiCurve } from "./renyi-curve.js";

/**
 * RDP of k-ary randomized response, with q = 1 / (e^epsilon + k - 1) the probability of each false category:
 *
 * E[Z^a] = q (e^(a epsilon) + e^((1-a) epsilon) + k - 2) = 1 + q (1 - e^(-(a-1) epsilon)) (e^(a epsilon) - 1).
 *
 * With two categories it bounds every (epsilon, 0)-LDP randomizer, since each post-processes binary randomized response.
 *
 * @see Mironov, "Renyi Differential Privacy", 2017, arXiv:1702.07476, Proposition 5; Kairouz, Oh, Viswanath 2015 for the domination
 */
export function randomizedResponseCurve(epsilon: number, categories = 2): RenyiCurve {
  return {
    at: (order) => Math.min(epsilon, randomizedResponseLogMoment(epsilon, categories, order) / (order - 1)),
  };
}

/** log E[Z^order], order > 1. */
export function randomizedResponseLogMoment(epsilon: number, categories: number, order: number): number {
  if (epsilon === 0) return 0;
  const logFalse = -epsilon - Math.log1p((categories - 1) * Math.exp(-epsilon));
  const logExcess = logFalse + Math.log(-Math.expm1((1 - order) * epsilon)) + logExpm1(order * epsilon);
  return logExcess > 30 ? logExcess + Math.exp(-logExcess) : Math.log1p(Math.exp(logExcess));
}

/** log(e^x - 1) for x > 0. */
function logExpm1(x: number): number {
  return x > 30 ? x + Math.log1p(-Math.exp(-x)) : Math.log(Math.expm1(x));
}
