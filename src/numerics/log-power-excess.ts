import { isNearOne, powerSeries } from "./power-excess.js";

const SMALL = 0.2;
const LARGE = 40;

/**
 * log((1 + x)^power - 1 - power x) for x >= -1 and a power outside (0, 1): the gap between a convex power and
 * its tangent at 1.
 *
 * Full relative accuracy near x = 0, where the gap is power (power - 1) x^2 / 2, and near power 1; -Infinity
 * at x = 0.
 */
export function logPowerExcess(x: number, power: number): number {
  if (Math.abs(power * x) < SMALL && Math.abs(x) < SMALL) return Math.log(powerSeries(x, power));
  if (isNearOne(power)) return logExcessNearOne(x, power - 1);
  const logPower = power * Math.log1p(x);
  if (logPower > LARGE) return logPower + Math.log1p(-(1 + power * x) * Math.exp(-logPower));
  return Math.log(Math.expm1(logPower) - power * x);
}

/** log of (1 + x) ((1 + x)^h - 1) - h x, both terms of the size of h = power - 1. */
function logExcessNearOne(x: number, h: number): number {
  if (x === -1) return Math.log(h);
  const log = Math.log1p(x);
  return log + Math.log(Math.expm1(h * log) - (h * x) / (1 + x));
}
