import { logFactorial } from "../../../numerics/log-factorial.js";

/**
 * E[(a Z + (1 - a) W)^m] - 1 from the moments of independent Z and W with mean one, less one each:
 *
 * sum_k C(m, k) a^k (1 - a)^(m - k) (z_k + w_(m-k) + z_k w_(m-k)), every term nonnegative.
 *
 * The weights follow from one another, outwards from the largest; both z and w rise with the order, so that
 * what is left on either side is below the weights' geometric series times what (1 + z_m)(1 + w_m) - 1
 * bounds.
 *
 * @param z E[Z^k] - 1 at k, small enough for products of two to be doubles
 * @param w E[W^k] - 1 at k
 */
export function mixedExcess(order: number, share: number, z: Float64Array, w: Float64Array): number {
  const odds = share / (1 - share);
  const mode = Math.min(order, Math.floor((order + 1) * share));
  const most = z[order]! + w[order]! + z[order]! * w[order]!;
  const termAt = (k: number): number => z[k]! + w[order - k]! + z[k]! * w[order - k]!;
  const atMode = Math.exp(
    logFactorial(order) -
      logFactorial(mode) -
      logFactorial(order - mode) +
      mode * Math.log(share) +
      (order - mode) * Math.log1p(-share),
  );
  let sum = 0;
  const isOver = (weight: number, ratio: number): boolean =>
    // What is left cannot change a double, however many terms there are.
    ratio < 1 && (weight * most) / (1 - ratio) <= 2 ** -66 * sum;
  for (let k = mode, weight = atMode; k <= order; k++) {
    sum += weight * termAt(k);
    const ratio = (odds * (order - k)) / (k + 1);
    weight *= ratio;
    if (isOver(weight, ratio)) break;
  }
  for (let k = mode, weight = atMode; k > 0; k--) {
    const ratio = k / (odds * (order - k + 1));
    weight *= ratio;
    sum += weight * termAt(k - 1);
    if (isOver(weight * ratio, ratio)) break;
  }
  return sum;
}
