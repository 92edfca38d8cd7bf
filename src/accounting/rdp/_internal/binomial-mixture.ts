import { logFactorial } from "../../../numerics/log-factorial.js";
import { logOnePlus, NEGLIGIBLE, scaledExcess } from "./scaled-excess.js";

/**
 * log E[(a Z + (1 - a) W)^m] from the log-moments of independent Z and W with mean one:
 *
 * E[...] - 1 = sum_k C(m, k) a^k (1 - a)^(m - k) (E[Z^k] E[W^(m-k)] - 1), every term nonnegative.
 *
 * @param z log E[Z^k] at k
 * @param w log E[W^k] at k; by default W = 1
 */
export function binomialMixture(order: number, share: number, z: Float64Array, w?: Float64Array): number {
  const gains = new Float64Array(order + 1);
  const logWeights = new Float64Array(order + 1);
  const logOdds = Math.log(share) - Math.log1p(-share);
  const logNone = logFactorial(order) + order * Math.log1p(-share);
  let largest = -Infinity;
  for (let k = 0; k <= order; k++) {
    const gain = w === undefined ? z[k]! : z[k]! + w[order - k]!;
    const logWeight = logNone - logFactorial(k) - logFactorial(order - k) + k * logOdds;
    gains[k] = gain;
    logWeights[k] = logWeight;
    if (gain > 0 && logWeight + gain > largest) largest = logWeight + gain;
  }
  const scale = Math.max(largest, 0);
  let sum = 0;
  for (let k = 0; k <= order; k++) {
    if (logWeights[k]! + gains[k]! - largest < NEGLIGIBLE) continue;
    sum += scaledExcess(logWeights[k]!, gains[k]!, scale);
  }
  return logOnePlus(sum, scale);
}
