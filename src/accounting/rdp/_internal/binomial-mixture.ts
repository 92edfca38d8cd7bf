import { logFactorial } from "../../../numerics/log-factorial.js";
import { logOnePlus, NEGLIGIBLE, scaledExcess } from "./scaled-excess.js";

/**
 * log E[(a Z + (1 - a) W)^m] from the log-moments of independent Z and W with mean one:
 *
 * E[...] - 1 = sum_k C(m, k) a^k (1 - a)^(m - k) (E[Z^k] E[W^(m-k)] - 1), every term nonnegative.
 *
 * Both rise with the order, so that the weights tell on either side of their largest where terms stop to matter.
 *
 * @param z log E[Z^k] at k
 * @param w log E[W^k] at k; by default W = 1
 */
export function binomialMixture(order: number, share: number, z: Float64Array, w?: Float64Array): number {
  const logOdds = Math.log(share) - Math.log1p(-share);
  const logNone = logFactorial(order) + order * Math.log1p(-share);
  const logWeightAt = (k: number): number =>
    logNone - logFactorial(k) - logFactorial(order - k) + k * logOdds;
  const gainAt = (k: number): number => (w === undefined ? z[k]! : z[k]! + w[order - k]!);
  const mode = Math.min(order, Math.floor((order + 1) * share));
  const mostGain = z[order]! + (w?.[order] ?? 0);
  const cut = logWeightAt(mode) + gainAt(mode) + NEGLIGIBLE - mostGain;
  let first = mode;
  while (first > 0 && logWeightAt(first - 1) >= cut) first -= 1;
  let last = mode;
  while (last < order && logWeightAt(last + 1) >= cut) last += 1;
  let largest = 0;
  for (let k = first; k <= last; k++) largest = Math.max(largest, logWeightAt(k) + gainAt(k));
  const mirrored = w === z && share === 0.5; // term k is term order - k
  let sum = 0;
  for (let k = first; k <= (mirrored ? order / 2 : last); k++) {
    const logWeight = logWeightAt(k);
    const gain = gainAt(k);
    if (logWeight + gain - largest < NEGLIGIBLE) continue;
    sum += scaledExcess(logWeight, gain, largest) * (mirrored && 2 * k < order ? 2 : 1);
  }
  return logOnePlus(sum, largest);
}
