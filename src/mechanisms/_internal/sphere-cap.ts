import betainc from "@stdlib/math-base-special-betainc";
import gammaln from "@stdlib/math-base-special-gammaln";
import { exp, log1p } from "../../numerics/portable-math.js";

/**
 * P(t >= threshold) for a coordinate t of a uniform point on the sphere in `dimension` >= 2, 0 <= threshold <
 * 1.
 *
 * t² is Beta(1/2, (d-1)/2); the tail is taken from the end at which its argument loses no digits. On the
 * circle the cap is an arc of angle 2 acos(threshold); betainc with two halves is off by 1e-10 there.
 */
export function capMass(dimension: number, threshold: number): number {
  if (dimension === 2) return Math.acos(threshold) / Math.PI;
  const shape = (dimension - 1) / 2;
  const square = threshold ** 2;
  if (square < 0.5) return betainc(square, 0.5, shape, true, true) / 2;
  return betainc((1 - threshold) * (1 + threshold), shape, 0.5) / 2;
}

/** E[t; t >= threshold] = (1 - threshold²)^((d-1)/2) Γ(d/2) / (2 √π Γ((d+1)/2)). */
export function capMoment(dimension: number, threshold: number): number {
  const logGammas = gammaln(dimension / 2) - gammaln((dimension + 1) / 2);
  const logPower = ((dimension - 1) / 2) * (log1p(-threshold) + log1p(threshold));
  return exp(logGammas + (dimension === 1 ? 0 : logPower)) / (2 * Math.sqrt(Math.PI));
}
