import { logFactorials } from "../../../numerics/log-factorials.js";

/** Terms this far below the largest (in nats) cannot change a double. */
const NEGLIGIBLE = -75;

/**
 * log E[(a Z + (1 - a) W)^m] for m = 0..maxOrder from the log-moments of independent Z and W with mean one:
 *
 * E[...] - 1 = sum_k C(m, k) a^k (1 - a)^(m - k) (E[Z^k] E[W^(m-k)] - 1), every term nonnegative.
 *
 * Cost: maxOrder^2 / 2 additions, exponentials only for terms that count.
 */
export function binomialMixture(z: Float64Array, w: Float64Array, share: number): Float64Array {
  const maxOrder = z.length - 1;
  const logFactorial = logFactorials(maxOrder);
  const logShare = Math.log(share);
  const logRest = Math.log1p(-share);
  const exponents = new Float64Array(maxOrder + 1);
  const mixed = new Float64Array(maxOrder + 1);
  for (let m = 2; m <= maxOrder; m++) {
    let largest = -Infinity;
    for (let k = 0; k <= m; k++) {
      const gain = z[k]! + w[m - k]!;
      const logWeight =
        logFactorial[m]! - logFactorial[k]! - logFactorial[m - k]! + k * logShare + (m - k) * logRest;
      exponents[k] = logWeight;
      if (gain > 0 && logWeight + gain > largest) largest = logWeight + gain;
    }
    const scale = Math.max(largest, 0);
    let sum = 0;
    for (let k = 0; k <= m; k++) {
      const gain = z[k]! + w[m - k]!;
      if (exponents[k]! + gain - largest < NEGLIGIBLE) continue;
      sum += scaledExcess(exponents[k]!, gain, scale);
    }
    mixed[m] = logOnePlus(sum, scale);
  }
  return mixed;
}

/** e^(logWeight - scale) (e^gain - 1), without overflow. */
export function scaledExcess(logWeight: number, gain: number, scale: number): number {
  return gain < 30 ? Math.exp(logWeight - scale) * Math.expm1(gain) : Math.exp(logWeight + gain - scale);
}

/** log(1 + sum e^scale). */
export function logOnePlus(sum: number, scale: number): number {
  return scale < 30 ? Math.log1p(sum * Math.exp(scale)) : scale + Math.log(sum + Math.exp(-scale));
}
