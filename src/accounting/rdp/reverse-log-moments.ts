import { logFactorials } from "../../numerics/log-factorials.js";
import type { Ratio } from "./ratio.js";

/** Step of the trapezoidal rule in log t: resolves the Gamma density of every order up to 4,096 to 1e-20. */
const STEP = 0.01;
const FIRST_LOG_T = -14;
const LAST_LOG_T = 60;
/** Terms this far below the largest (in nats) do not count. */
const NEGLIGIBLE = -60;

interface Grid {
  readonly logTs: readonly number[];
  readonly ts: readonly number[];
  readonly logLaplaces: readonly number[];
}

/**
 * log E[Z^(1-k)] for k = 0..maxOrder (entries 0 and 1 are zero): the moments of the reverse divergence D_k(Q || P).
 *
 * With r = k - 1, E[Z^-r] - 1 = (1 / Gamma(r)) int_0^inf t^(r-1) e^-t (E[e^(-t(Z-1))] - 1) dt, a positive integrand, by the
 * trapezoidal rule in log t on one grid for all orders. +Infinity where the ratio's Laplace transform is only trivially known.
 */
export function reverseLogMoments(ratio: Ratio, maxOrder: number): Float64Array {
  const grid = tabulate(ratio, maxOrder - 1);
  const logFactorial = logFactorials(maxOrder);
  const moments = new Float64Array(maxOrder + 1);
  for (let order = 2; order <= maxOrder; order++) {
    moments[order] = grid ? integrate(order - 1, logFactorial[order - 2]!, grid) : Infinity;
  }
  return moments;
}

/** The grid up to where even the largest power's integrand has died away. */
function tabulate(ratio: Ratio, maxPower: number): Grid | undefined {
  const logTs: number[] = [];
  const ts: number[] = [];
  const logLaplaces: number[] = [];
  let largest = -Infinity;
  for (let logT = FIRST_LOG_T; logT < LAST_LOG_T; logT += STEP) {
    const t = Math.exp(logT);
    const logLaplace = ratio.logLaplace(t);
    logTs.push(logT);
    ts.push(t);
    logLaplaces.push(logLaplace);
    const exponent = maxPower * logT - t + logLaplace;
    largest = Math.max(largest, exponent);
    if (exponent < largest + NEGLIGIBLE) return { logTs, ts, logLaplaces };
  }
  return undefined;
}

function integrate(power: number, logGamma: number, { logTs, ts, logLaplaces }: Grid): number {
  let largest = -Infinity;
  for (let i = 0; i < ts.length; i++) {
    largest = Math.max(largest, power * logTs[i]! - ts[i]! + logLaplaces[i]!);
  }
  let sum = 0;
  for (let i = 0; i < ts.length; i++) {
    const gain = logLaplaces[i]!;
    const exponent = power * logTs[i]! - ts[i]! + gain - largest;
    if (exponent > NEGLIGIBLE) sum += Math.exp(exponent) * -Math.expm1(-gain);
  }
  const logExcess = largest - logGamma + Math.log(sum * STEP);
  return logExcess > 30 ? logExcess + Math.exp(-logExcess) : Math.log1p(Math.exp(logExcess));
}
