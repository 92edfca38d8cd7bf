/**
 * The contributions of Gaussian reports and dummies, L_c = e^(c z - c^2 / 2) with z a standard normal number.
 */
import { LOG_SQRT_TWO_PI } from "../../../numerics/log-sqrt-two-pi.js";
import { expectedExcess } from "../../../numerics/lognormal-difference.js";
import { millsRatioDrop } from "../../../numerics/mills-ratio-drop.js";
import { normalCdf } from "../../../numerics/normal-cdf.js";
import { excessAbove, type Neighbours, shortfallBelow, varianceOf } from "../transposition/neighbours.js";
import type { Contribution } from "./contribution.js";

/** L_a - t L_-a: a dummy's, of two records opposite to each other at the distance a from zero. */
export function antipodalContribution(a: number, t: number): Contribution {
  return {
    mean: 1 - t,
    variance: (1 + t * t) * Math.expm1(a * a) - 2 * t * Math.expm1(-a * a),
    excess: (u) => antipodalExcess(a, t, u),
    // By z -> -z.
    shortfall: (u) => t * antipodalExcess(a, 1 / t, u / t),
  };
}

/** L_a - strike: a dummy's, of a record at the distance a against the zero record. */
export function callContribution(a: number, strike: number): Contribution {
  return {
    mean: 1 - strike,
    variance: Math.expm1(a * a),
    excess: (u) => callOf(a, strike + u),
    shortfall: (u) => putOf(a, strike - u),
  };
}

/** scale (strike - L_a): of the other direction, 1 - t L_a, with the scale t and the strike 1 / t. */
export function putContribution(a: number, strike: number, scale = 1): Contribution {
  return {
    mean: scale * (strike - 1),
    variance: scale * scale * Math.expm1(a * a),
    excess: (u) => scale * putOf(a, strike - u / scale),
    shortfall: (u) => scale * callOf(a, strike + u / scale),
  };
}

/** xi*: another user's, whatever her record is. */
export function otherContribution(neighbours: Neighbours, t: number): Contribution {
  return {
    mean: 1 - t,
    variance: varianceOf(neighbours, t),
    excess: (u) => excessAbove(neighbours, t, u),
    shortfall: (u) => shortfallBelow(neighbours, t, u),
  };
}

/**
 * E(L_a - t L_-a - u)_+: at the point g where L_a = t L_-a + u it is phi(g) (t L_-a (M(g - a) - M(g + a)) + u
 * (M(g - a) - M(g))), M the Mills ratio, of two terms that are not negative.
 */
function antipodalExcess(a: number, t: number, u: number): number {
  const c = u * Math.exp((a * a) / 2);
  const root = Math.sqrt(c * c + 4 * t);
  // e^(a g) solves E^2 - c E - t = 0.
  // e^(a g) - 1 keeps its digits where it is small.
  const logarithm =
    t < 0.5 ? Math.log((c + root) / 2) : Math.log1p((c + (c * c + 4 * (t - 1)) / (root + 2)) / 2);
  const g = logarithm / a;
  if (g - a < -1) return Math.max(0, normalCdf(a - g) - t * normalCdf(-a - g) - u * normalCdf(-g));
  const scaled = t * Math.exp(-a * g - (a * a) / 2);
  const drops = scaled * millsRatioDrop(g - a, 2 * a) + u * millsRatioDrop(g - a, a);
  return Math.exp(-(g * g) / 2 - LOG_SQRT_TWO_PI) * drops;
}

/** E(L_a - strike)_+. */
function callOf(a: number, strike: number): number {
  return strike > 0 ? expectedExcess({ a, b: 0 }, strike, 0) : 1 - strike;
}

/** E(strike - L_a)_+. */
function putOf(a: number, strike: number): number {
  if (strike <= 0) return 0;
  const y = -Math.log(strike) / a - a / 2;
  if (y < -1) return Math.max(0, strike * normalCdf(-y) - normalCdf(-y - a));
  return strike * Math.exp(-(y * y) / 2 - LOG_SQRT_TWO_PI) * millsRatioDrop(y, a);
}
