import { powerSeries } from "./power-excess.js";

const SMALL = 0.2;
const LARGE = 40;

/**
 * log((1 + x)^power - 1 - power x) for x >= -1 and a power outside (0, 1): the gap between a convex power and its tangent at 1.
 *
 * Full relative accuracy near x = 0, where the gap is power (power - 1) x^2 / 2; -Infinity at x = 0.
 */
export function logPowerExcess(x: number, power: number): number {
  if (Math.abs(power * x) < SMALL && Math.abs(x) < SMALL) return Math.log(powerSeries(x, power));
  const logPower = power * Math.log1p(x);
  if (logPower > LARGE) return logPower + Math.log1p(-(1 + power * x) * Math.exp(-logPower));
  return Math.log(Math.expm1(logPower) - power * x);
}
