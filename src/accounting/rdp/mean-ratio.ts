import { logBinomialMass } from "../../numerics/log-binomial-mass.js";
import { memoize } from "../../numerics/memoize.js";
import { ExcessSum } from "./_internal/excess-sum.js";
import { logMixture } from "./_internal/log-mixture.js";
import { mixedExcess } from "./_internal/mixed-excess.js";
import { saddleMoment } from "./_internal/saddle-moment.js";
import type { Ratio } from "./ratio.js";

/**
 * Ends of the tables of moments, which are computed as higher orders are evaluated: a search doubles order -
 * 1. Valid at any: twice or half as many change no moment and hardly the time.
 */
const TABLES = [65, 129, 257, 513, 1025, 2049, 4097];

/**
 * The mean of `count` independent copies of a ratio: what shuffling does to one report among `count`.
 *
 * E[(X_1 + ... + X_n)^m] n^-m = m! n^-m [x^m] (sum_k E[X^k] x^k / k!)^n: the n-th power of a power series
 * gives every order by a recurrence, where LT22's Algorithm 1 enumerates the partitions of each order.
 * Miller's has positive terms only while m <= n + 1; beyond, an order is computed by Cauchy's integral, or
 * the mean of n copies by binary splitting, whose terms are always positive.
 *
 * @param count n, integer >= 1
 * @see Liew and Takahashi, "Shuffle Gaussian Mechanism for Differential Privacy", 2022, arXiv:2206.09569,
 *   Theorem 1
 */
export function meanOf(ratio: Ratio, count: number): Ratio {
  if (count === 1) return ratio;
  const miller = millerPower(ratio, count);
  const bySplitting = growing((end) =>
    meanByBinarySplitting(
      Float64Array.from({ length: end + 1 }, (_, k) => ratio.logMoment(k)),
      count,
    ),
  );
  const others = millerPower(ratio, count - 1);
  const beyond = memoize((order: number) => saddleMoment(ratio, count, order, others) ?? bySplitting(order));
  return {
    logMoment: (order) => {
      if (order > 1 && ratio.logMoment(order) === Infinity) return Infinity;
      return order <= count + 1 ? miller(order) : beyond(order);
    },
    logLaplace: (t) => count * ratio.logLaplace(t / count),
    // The geometric mean is no larger.
    logInverseMoment: (power) => count * ratio.logInverseMoment(power / count),
  };
}

/** What is prepared for orders up to an end, anew for a later end where an order is past it. */
function growing(preparedTo: (end: number) => (order: number) => number): (order: number) => number {
  let end = 0;
  let prepared = preparedTo(end);
  return (order) => {
    if (order > end) {
      end = TABLES.find((each) => each >= order) ?? order;
      prepared = preparedTo(end);
    }
    return prepared(order);
  };
}

/**
 * With R_m = E[S^m] and r_k = E[X^k], J. C. P. Miller's recurrence reads R_m = (1/m) sum_k C(m, k) n^-k (k (n
 * + 1) - m) r_k R_(m-k); for r = R = 1 it is an identity, so that subtracting it leaves
 *
 * R_m - 1 = (1/m) sum_{k=1..m} C(m, k) n^-k (k (n + 1) - m) (r_k R_(m-k) - 1).
 */
function millerPower(ratio: Ratio, count: number): (order: number) => number {
  const law = { probability: 1 / (count + 1), complement: count / (count + 1) };
  const power = [0, 0];
  const next = (): number => {
    const m = power.length;
    const scale = m * Math.log1p(1 / count) - Math.log(m);
    const sum = new ExcessSum();
    sum.add(Math.log1p((1 - m) / count), power[m - 1]!);
    sum.addRange(2, m, {
      logWeight: (k) => logBinomialMass(k, m, law) + Math.log(k * (count + 1) - m) + scale,
      gain: (k) => ratio.logMoment(k) + power[m - k]!,
    });
    return sum.log;
  };
  return (order) => {
    while (power.length <= order) power.push(next());
    return power[order]!;
  };
}

/**
 * log-moments of the mean of `count` copies from those of one, up to the same order: the mean of a + b copies
 * is the mixture of the means of a and of b with weights a / (a + b), b / (a + b), two halves, or all but one
 * and one.
 */
function meanByBinarySplitting(moments: Float64Array, count: number): (order: number) => number {
  if (count === 1) return (order) => moments[order]!;
  const isEven = count % 2 === 0;
  const z = tableByBinarySplitting(moments, isEven ? count / 2 : count - 1);
  const [w, share] = isEven ? [z, 0.5] : [moments, (count - 1) / count];
  const excessZ = z.map(Math.expm1);
  const excessW = w.map(Math.expm1);
  const byLogarithms = logMixture(share, z, w);
  return (order) => {
    if (order < 2) return 0;
    // Moments up to e^300 can be multiplied without logarithms.
    if (Math.max(z[order]!, w[order]!) > 300) return byLogarithms(order);
    return Math.log1p(mixedExcess(order, share, excessZ, excessW));
  };
}

function tableByBinarySplitting(moments: Float64Array, count: number): Float64Array {
  if (count === 1) return moments;
  const momentAt = meanByBinarySplitting(moments, count);
  const table = new Float64Array(moments.length);
  for (let order = 0; order < table.length; order++) table[order] = momentAt(order);
  return table;
}
