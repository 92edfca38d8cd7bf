import { firstIntegerWhere } from "../../numerics/first-integer-where.js";
import { logAddExp } from "../../numerics/log-add-exp.js";
import { logFactorial } from "../../numerics/log-factorial.js";
import { ExcessSum } from "./_internal/excess-sum.js";
import type { Ratio } from "./ratio.js";

/**
 * Step of the trapezoidal rule in log t: resolves the Gamma density of every order up to 4,096 to 1e-20. Half
 * of it takes half as long again and changed none of 10 figures; twice as much errs by up to 1e-5 at the
 * highest orders, and is not valid.
 */
const STEP = 0.01;
/** Where the range of log t begins. Beginning at -7 or -28 changed none of 12 figures. */
const FIRST_LOG_T = -14;
/** What is left of the integral is bounded each time t has grown by this many steps. Valid at any number. */
const STRIDE = 8;
/**
 * Terms and what is left count for nothing from this share of the excess on, in nats: then what is left is
 * bounded, and added, and the integral ends where that is as little. Valid at any value.
 */
const NEGLIGIBLE = -40;
/** The ends of what is looked at of log t, and of powers that bound what is left. Valid at any two. */
const MAX_LOG_T = 60;
const MAX_POWER = 2 ** 17;

/**
 * log E[Z^(1 - order)], the moment of the reverse divergence D_order(Q || P), or an upper bound, as a
 * function of the integer order >= 2.
 *
 * With r = order - 1, E[Z^-r] - 1 = (1 / Gamma(r)) int_0^inf t^(r-1) e^-t (E[e^(-t(Z-1))] - 1) dt, a positive
 * integrand, by the trapezoidal rule in log t on one growing grid for all orders. Up to any T, what is left
 * is at most T^(r-m) Gamma(m) / Gamma(r) E[Z^-m], m >= r. Where ratios near zero count that no quadrature
 * reaches, the ratio's own bound does.
 */
export function reverseLogMoment(ratio: Ratio): (order: number) => number {
  const logLaplaces: number[] = [];
  const logLaplaceAt = (i: number): number => {
    logLaplaces[i] ??= ratio.logLaplace(Math.exp(logTAt(i)));
    return logLaplaces[i];
  };
  return (order) => {
    const power = order - 1;
    const found = new ExcessSum();
    const logScale = Math.log(STEP) - logFactorial(power - 1);
    let least = ratio.logInverseMoment(power);
    let largest = -Infinity;
    for (let i = firstOf(power); logTAt(i) < MAX_LOG_T; i++) {
      const logT = logTAt(i);
      const logLaplace = logLaplaceAt(i);
      if (logLaplace === Infinity) break;
      const logWeight = power * logT - Math.exp(logT) + logScale;
      found.add(logWeight, logLaplace);
      largest = Math.max(largest, logWeight + logLaplace);
      if (i % STRIDE !== 0) continue;
      if (found.log >= least) break;
      if (logWeight + logLaplace > largest + NEGLIGIBLE) continue;
      const left = logLeft(ratio, power, logT);
      least = Math.min(least, logAddExp(found.log, left));
      if (left < found.logExcess + NEGLIGIBLE) break;
    }
    return least;
  };
}

function logTAt(i: number): number {
  return FIRST_LOG_T + STEP * i;
}

/**
 * Where an order's terms begin to count: t^r e^-t, whose part below that is this small a share of the whole,
 * rises up to r, and what it is multiplied by rises with t.
 */
function firstOf(power: number): number {
  const peak = power * Math.log(power) - power;
  const isCounted = (i: number): boolean =>
    power * logTAt(i) - Math.exp(logTAt(i)) > peak + NEGLIGIBLE - Math.log(power + 1);
  return firstIntegerWhere(isCounted, 0, Math.ceil((Math.log(power) - FIRST_LOG_T) / STEP));
}

/** log of a bound of (1 / Gamma(r)) int_T^inf t^(r-1) E[e^(-t Z)] dt, at the best m. */
function logLeft(ratio: Ratio, power: number, logT: number): number {
  const boundAt = (m: number): number =>
    logFactorial(m - 1) - logFactorial(power - 1) + ratio.logInverseMoment(m) - (m - power) * logT;
  // Convex in m, or nearly so; any m is valid.
  return boundAt(firstIntegerWhere((m) => boundAt(m + 1) >= boundAt(m), power, power + MAX_POWER));
}
