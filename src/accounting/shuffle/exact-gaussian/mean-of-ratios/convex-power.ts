import { logExpm1 } from "../../../../numerics/log-expm1.js";
import { logPowerExcess } from "../../../../numerics/log-power-excess.js";
import { powerExcess } from "../../../../numerics/power-excess.js";
import type { RatioPmf } from "./ratio-pmf.js";

/**
 * |s^order - 1 - order (s - 1)|, which is convex in s, continued by its tangents outside [from, to]: convex
 * still, and finite where a law has mass at zero or a share of its mean at infinity.
 */
export interface ConvexPower {
  readonly order: number;
  readonly from: number;
  readonly to: number;
}

/**
 * Its expectation under a law with mean one: |E[s^order] - 1|, but for what the tangents change. NaN where
 * the law is not one.
 */
export function expectedPower(power: ConvexPower, { origin, value, mass, infinityMass }: RatioPmf): number {
  let sum = infinityMass > 0 ? Math.exp(Math.log(infinityMass) + logLastSlope(power)) : 0;
  for (let i = 0; i < value.length; i++) {
    // Masses that have left the doubles say nothing: the sum is NaN.
    if (mass[i] !== 0) sum += Math.exp(Math.log(mass[i]!) + logValueAt(power, value[i]! + origin - 1));
  }
  return sum;
}

/** log of the larger one of its value at zero and its slope at infinity: what a cut-off mass may cost. */
export function logLargestEnd(power: ConvexPower): number {
  return Math.max(logValueAt(power, -1), logLastSlope(power));
}

/** At s = 1 + x. */
function logValueAt(power: ConvexPower, x: number): number {
  const { order, from, to } = power;
  const inside = Math.min(to - 1, Math.max(from - 1, x));
  const logValue =
    order > 0 && order < 1 ? Math.log(-powerExcess(inside, order)) : logPowerExcess(inside, order);
  if (inside === x) return logValue;
  return logValue + Math.log1p(Math.exp(logSlopeAt(power, 1 + inside) - logValue) * Math.abs(x - inside));
}

function logLastSlope(power: ConvexPower): number {
  return logSlopeAt(power, power.order > 1 ? power.to : Infinity);
}

/** log of the slope's size. */
function logSlopeAt({ order }: ConvexPower, s: number): number {
  const logPower = (order - 1) * Math.log(s);
  return Math.log(Math.abs(order)) + (logPower > 0 ? logExpm1(logPower) : Math.log(-Math.expm1(logPower)));
}
