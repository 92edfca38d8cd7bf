import { logBinomialMass } from "../../../numerics/log-binomial-mass.js";
import { ExcessSum } from "./excess-sum.js";

/**
 * log E[(a Z + (1 - a) W)^m] from the log-moments of independent Z and W with mean one:
 *
 * E[...] - 1 = sum_k P(Bin(m, a) = k) (E[Z^k] E[W^(m-k)] - 1), every term nonnegative; only moments of terms
 * that count are evaluated.
 *
 * @param z log E[Z^k]
 * @param w log E[W^k]; by default W = 1
 */
export function binomialMixture(
  order: number,
  share: number,
  z: (k: number) => number,
  w: (k: number) => number = () => 0,
): number {
  const law = { probability: share, complement: 1 - share };
  const logWeight = (k: number): number => logBinomialMass(k, order, law);
  const gain = (k: number): number => z(k) + w(order - k);
  const mode = Math.min(order, Math.floor((order + 1) * share));
  const sum = new ExcessSum();
  sum.addRange(mode, order, { logWeight, gain });
  if (mode > 0) {
    sum.addRange(1, mode, { logWeight: (i) => logWeight(mode - i), gain: (i) => gain(mode - i) });
  }
  return sum.log;
}
