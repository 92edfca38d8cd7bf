import { logOnePlusExp } from "../../../../numerics/log-one-plus-exp.js";
import { logPowerExcess } from "../../../../numerics/log-power-excess.js";
import { LogSum } from "../../../../numerics/log-sum.js";

/**
 * The likelihood ratio dP/dQ of a discrete pair under Q: 1 + excesses[j] with probability exp(logMasses[j]).
 */
export interface RatioNodes {
  readonly logMasses: Float64Array;
  readonly excesses: Float64Array;
}

/**
 * log E[r^order] under Q for order = 0..maxOrder (entries 0 and 1: 0), r the likelihood ratio of a discrete
 * pair.
 *
 * With r = 1 + x and u_m = r^m - 1 - m x, E[r^m] - 1 = E[u_m] and u_(m+1) = r u_m + m x^2: nonnegative terms
 * only, so that moments near one keep their accuracy.
 */
export function logMoments({ logMasses, excesses }: RatioNodes, maxOrder: number): Float64Array {
  const moments = new Float64Array(maxOrder + 1);
  const largest = excesses.reduce((a, b) => Math.max(a, b), 0);
  // The recurrence starts anew from logarithms after 32 orders, or where a term may have grown by 300 nats.
  const stride = Math.max(1, Math.min(32, Math.floor(300 / Math.log1p(largest))));
  for (let first = 2; first <= maxOrder; first += stride) {
    const logTerms = excesses.map((x, j) => logMasses[j]! + logPowerExcess(x, first));
    const scale = Math.max(
      0,
      logTerms.reduce((a, b) => Math.max(a, b), -Infinity),
    );
    const terms = logTerms.map((log) => Math.exp(log - scale));
    const squares = excesses.map((x, j) => Math.exp(2 * Math.log(Math.abs(x)) + logMasses[j]! - scale));
    for (let order = first; order < first + stride && order <= maxOrder; order++) {
      moments[order] = logOnePlusExp(scale + Math.log(sumAndAdvance(terms, { excesses, squares, order })));
    }
  }
  return moments;
}

interface Step {
  readonly excesses: Float64Array;
  /** mass x^2, scaled like the terms. */
  readonly squares: Float64Array;
  readonly order: number;
}

/** The sum of mass u_order; replaces the terms by those of the next order. */
function sumAndAdvance(terms: Float64Array, { excesses, squares, order }: Step): number {
  let sum = 0;
  for (let j = 0; j < terms.length; j++) {
    const term = terms[j]!;
    sum += term;
    terms[j] = term + excesses[j]! * term + order * squares[j]!;
  }
  return sum;
}

/**
 * log E[r^order] under Q, r the ratio of a discrete pair: E[r^order] - 1 = E[r^order - 1 - order (r - 1)],
 * nonnegative terms.
 */
export function logMomentAt({ logMasses, excesses }: RatioNodes, order: number): number {
  const sum = new LogSum();
  for (let j = 0; j < excesses.length; j++) sum.add(logMasses[j]! + logPowerExcess(excesses[j]!, order));
  return logOnePlusExp(sum.log);
}
