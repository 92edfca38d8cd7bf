import { logBinomialMass } from "../../../numerics/log-binomial-mass.js";
import { logExpm1 } from "../../../numerics/log-expm1.js";
import type { Ratio } from "../ratio.js";
import { ExcessSum } from "./excess-sum.js";
import { saddleIntegral } from "./saddle-integral.js";
import { saddleLaw } from "./saddle-law.js";

/** A term so far below the sum (in nats) ends it; what is left out in all may be so much of it. */
const NEGLIGIBLE = -40;
const REMAINDER = -30;
/** What one copy may leave of the order to the others. */
const MOST_LEFT = 512;

/**
 * log E[S^m] of the mean S of n copies at one order m: by Cauchy's integral where no copy takes K or more of the order, and where one
 * takes nearly all of it. With r_k = E[X^k], p_k = P(Bin(m, 1/n) = k) and R_j the moments of the mean of n - 1 copies,
 *
 * integral + n sum_(k > m - J) p_k (r_k - 1) R_(m-k) <= E[S^m] <= integral + n sum_(k >= K) p_k (r_k - 1) R_(m-k),
 *
 * J <= K, where log-convexity and R_(m-K) <= E[S^m] bound the terms that the left sum lacks.
 *
 * @param others log R_j, for j <= n
 * @returns undefined where the two sides are not the same to 1e-13, or the integral has no saddle point
 * @see docs/theorems/ratio-calculus.md
 */
export function saddleMoment(
  ratio: Ratio,
  count: number,
  order: number,
  others: (order: number) => number,
): number | undefined {
  const law = saddleLaw(ratio, count, order);
  if (law === undefined) return undefined;
  const cut = law.excesses.length;
  const share = { probability: 1 / count, complement: 1 - 1 / count };
  const logWeight = (k: number): number => Math.log(count) + logBinomialMass(k, order, share);
  const sum = new ExcessSum();
  const spread = saddleIntegral(law, count, order);
  if (!(spread > 0)) return undefined; // nothing but rounding
  sum.add(0, spread);
  const most = Math.min(cut, count, MOST_LEFT, order - cut + 1);
  let left = 0;
  for (let counts = true; counts && left < most; left++) {
    const [weight, gain] = [logWeight(order - left) + others(left), ratio.logMoment(order - left)];
    sum.add(weight, gain);
    counts = weight + logExpm1(gain) > sum.logExcess + NEGLIGIBLE;
  }
  if (order - left < cut) return sum.log;
  const rest = new ExcessSum();
  const start = left - 1;
  const slope = (sum.log - others(start)) / (order - cut - start);
  rest.addRange(cut, order - left, {
    logWeight,
    gain: (k) => ratio.logMoment(k) + others(start) + slope * (order - k - start),
  });
  return rest.logExcess - sum.logExcess < REMAINDER ? sum.log : undefined;
}
