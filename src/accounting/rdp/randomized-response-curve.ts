import { logExpm1 } from "../../numerics/log-expm1.js";
import { logOnePlusExp } from "../../numerics/log-one-plus-exp.js";
import type { RenyiCurve } from "../claims/renyi-curve.js";

/**
 * RDP of k-ary randomized response, with q = 1 / (e^epsilon + k - 1) the probability of each false category:
 *
 * E[Z^a] = q (e^(a epsilon) + e^((1-a) epsilon) + k - 2) = 1 + q (1 - e^(-(a-1) epsilon)) (e^(a epsilon) -
 * 1).
 *
 * With two categories it bounds every (epsilon, 0)-LDP randomizer, since each post-processes binary
 * randomized response.
 *
 * @see Mironov, "Renyi Differential Privacy", 2017, arXiv:1702.07476, Proposition 5; Kairouz, Oh, Viswanath
 *   2015 for the domination
 */
export function randomizedResponseCurve(epsilon: number, categories = 2): RenyiCurve {
  if (epsilon === 0) return { at: () => 0 };
  const logFalse = -epsilon - Math.log1p((categories - 1) * Math.exp(-epsilon));
  return {
    at: (order) => {
      if (order === Infinity) return epsilon;
      const logExcess = logFalse + Math.log(-Math.expm1((1 - order) * epsilon)) + logExpm1(order * epsilon);
      return Math.min(epsilon, logOnePlusExp(logExcess) / (order - 1));
    },
  };
}
