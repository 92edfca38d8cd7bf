import { logBinomialMass } from "../../../numerics/log-binomial-mass.js";
import { logExpm1 } from "../../../numerics/log-expm1.js";
import type { Ratio } from "../ratio.js";
import { ExcessSum } from "./excess-sum.js";
import { saddleIntegral } from "./saddle-integral.js";
import { saddleLaw } from "./saddle-law.js";

/**
 * log E[S^m] of the mean S of n copies at one order m: by Cauchy's integral where no copy takes K or more of
 * the order, and where one takes nearly all of it. With r_k = E[X^k], p_k = P(Bin(m, 1/n) = k) and R_j the
 * moments of the mean of n - 1 copies,
 *
 * integral + n sum_(k > m - J) p_k (r_k - 1) R_(m-k) <= E[S^m] <= integral + n sum_(k >= K) p_k (r_k - 1)
 * R_(m-k),
 *
 * J <= K, where log-convexity and two bounds of R by E[S^m] bound the terms that the left sum lacks. Without
 * a saddle point there is nothing to integrate: some copy takes m / n or more, which is K then.
 *
 * @param others log R_j, for j <= n
 * @returns undefined where the two sides are not the same to 1e-13
 * @see docs/theorems/ratio-calculus.md
 */
export function saddleMoment(
  ratio: Ratio,
  count: number,
  order: number,
  others: (order: number) => number,
): number | undefined {
  const law = saddleLaw(ratio, count, order);
  const cut = law?.excesses.length ?? Math.ceil(order / count);
  const share = { probability: 1 / count, complement: 1 - 1 / count };
  const logWeight = (k: number): number => Math.log(count) + logBinomialMass(k, order, share);
  const sum = new ExcessSum();
  if (law !== undefined) {
    const spread = saddleIntegral(law, count, order);
    if (!(spread > 0)) return undefined; // nothing but rounding
    sum.add(0, spread);
  }
  // One copy may leave at most 512 of the order to the others.
  const most = Math.min(cut, count, 512, order - cut + 1);
  let left = 0;
  for (let counts = true; counts && left < most; left++) {
    const logMoment = ratio.logMoment(order - left);
    const logOthers = others(left);
    const weight = logWeight(order - left) + (law === undefined ? 0 : logOthers);
    const gain = logMoment + (law === undefined ? logOthers : 0);
    sum.add(weight, gain);
    counts = weight + logExpm1(gain) > sum.logExcess + -40; // a term this far below the sum ends it
  }
  if (law === undefined && sum.log < 60) return undefined; // one is nothing beside larger moments
  if (order - left < cut) return sum.log;
  const start = left - 1;
  const slope = slopeOfOthers({ order, count, logMoment: sum.log, start, logStart: others(start) });
  const rest = new ExcessSum();
  rest.addRange(cut, order - left, {
    logWeight,
    gain: (k) => ratio.logMoment(k) + others(start) + slope * (order - k - start),
  });
  return rest.logExcess - sum.logExcess < -30 ? sum.log : undefined; // what is left out in all
}

/**
 * Of a line above log R_j for start <= j <= m (n - 1) / n, convex as it is, by R_(m (n - 1) / n) <= E[S^m]
 * and R_m <= (n / (n - 1))^m E[S^m]: the latter is better where one copy takes nearly all of the order.
 */
function slopeOfOthers(moment: {
  readonly order: number;
  readonly count: number;
  readonly logMoment: number;
  readonly start: number;
  readonly logStart: number;
}): number {
  const { order, count, logMoment, start, logStart } = moment;
  const ofLess = (logMoment - logStart) / (order - order / count - start);
  const ofAll = (logMoment - logStart - order * Math.log1p(-1 / count)) / (order - start);
  return Math.min(ofLess, ofAll);
}
