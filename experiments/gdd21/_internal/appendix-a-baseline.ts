import gammaln from "@stdlib/math-base-special-gammaln";
import { epsilonFromRenyi } from "../../../src/accounting/rdp/renyi-to-epsilon.js";
import { fixedSizeSubsampledRdp } from "../../../src/accounting/theorems/fixed-size-subsampled.js";
import { logExpm1 } from "../../../src/numerics/log-expm1.js";
import { logFactorial } from "../../../src/numerics/log-factorial.js";
import { logOnePlusExp } from "../../../src/numerics/log-one-plus-exp.js";
import { LogSum } from "../../../src/numerics/log-sum.js";
import { memoize } from "../../../src/numerics/memoize.js";

/** All of them to 64, then in steps of a tenth. */
const ORDERS: readonly number[] = ordersTo(2048);

/** Rounds of sampled and shuffled reports. */
export interface SampledShuffles {
  readonly localEpsilon: number;
  readonly users: number;
  readonly sampled: number;
  readonly rounds: number;
  readonly delta: number;
}

/**
 * Renyi DP of n shuffled eps0-LDP reports, none sampled, at an integer order:
 * log(1 + C(λ, 2) (e^eps0 - 1)^2 / (m e^eps0) + Σ_{i=3..λ} C(λ, i) i Γ(i/2) (w^2 / (2 m))^(i/2) + e^(λ eps0 -
 * (n - 1) / (8 e^eps0))) / (λ - 1), with w = e^eps0 - e^-eps0 and m = ⌊(n - 1) / (2 e^eps0)⌋ + 1; at most
 * eps0.
 *
 * Of n - 1 others Bin(n - 1, e^-eps0) are clones of the one who changes; the power divergence is convex, and
 * falls as they become more; fewer than m - 1 are there with probability e^(-(n - 1) / (8 e^eps0))
 * (Chernoff). With m of them the ratio is 1 plus a mean of m independent numbers in an interval of length w,
 * whose square is at most (e^eps0 - 1)^2 / e^eps0 on average and whose higher moments are a sub-Gaussian's
 * (Hoeffding).
 *
 * @see Girgis, Data, Diggavi, Suresh, Kairouz, "On the Renyi Differential Privacy of the Shuffle Model", CCS
 *   2021, arXiv:2105.05180
 */
export function shuffledRdp(
  { localEpsilon, users }: Pick<SampledShuffles, "localEpsilon" | "users">,
  order: number,
): number {
  const clones = Math.floor((users - 1) / (2 * Math.exp(localEpsilon))) + 1;
  const logWidth = logExpm1(2 * localEpsilon) - localEpsilon;
  const logChoose = (i: number) => logFactorial(order) - logFactorial(i) - logFactorial(order - i);
  const sum = new LogSum();
  sum.add(logChoose(2) + 2 * logExpm1(localEpsilon) - localEpsilon - Math.log(clones));
  for (let i = 3; i <= order; i++) {
    const logMoment = Math.log(i) + gammaln(i / 2) + (i / 2) * (2 * logWidth - Math.log(2 * clones));
    sum.add(logChoose(i) + logMoment);
  }
  sum.add(order * localEpsilon - (users - 1) / (8 * Math.exp(localEpsilon)));
  return Math.min(localEpsilon, logOnePlusExp(sum.log) / (order - 1));
}

/** For several numbers of rounds and of users of one experiment. */
const shuffledRdpOf = memoize(
  (localEpsilon: number, users: number, order: number) => shuffledRdp({ localEpsilon, users }, order),
  { key: (...all) => all.join(), capacity: 10_000 },
);

/** Epsilon by the bound of Appendix A: the above of k reports, sampled by [WBK19], composed and converted. */
export function baselineEpsilon({ localEpsilon, users, sampled, rounds, delta }: SampledShuffles): number {
  const curve = (order: number): number => shuffledRdpOf(localEpsilon, sampled, order);
  const sampledCurve = {
    at: (order: number) =>
      rounds *
      fixedSizeSubsampledRdp({ samplingRate: sampled / users, order, curve, pureEpsilon: localEpsilon }),
  };
  return epsilonFromRenyi(sampledCurve, delta, { orders: ORDERS }).value;
}

function ordersTo(last: number): number[] {
  const orders = Array.from({ length: 63 }, (_, i) => i + 2);
  for (let order = 64; order < last; order = Math.ceil(1.1 * order)) orders.push(order);
  return [...new Set(orders)];
}
