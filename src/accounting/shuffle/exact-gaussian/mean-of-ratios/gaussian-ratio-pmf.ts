import { INTERVALS_PER_STEP } from "../../../../pld/discretize/discretize-continuous.js";
import { gaussianPair } from "../../../../pld/pairs/gaussian-pair.js";
import { type RatioBracket, ratioPmfOf } from "./ratio-pmf.js";

/** The Gaussian pair's ratio under Q, in bins of `relativeStep` standard deviations of its logarithm. */
export function gaussianRatio(
  noiseMultiplier: number,
  relativeStep: number,
  negligibleMass: number,
): RatioBracket {
  const step = (INTERVALS_PER_STEP * relativeStep) / noiseMultiplier;
  const { pessimistic, optimistic } = gaussianPair(noiseMultiplier).pmfs(step, negligibleMass);
  return { pessimistic: ratioPmfOf(pessimistic), optimistic: ratioPmfOf(optimistic) };
}

/** About by how much the largest ratio of non-negligible P-mass exceeds one. */
export function gaussianRatioExcess(noiseMultiplier: number): number {
  // Ratios beyond 8 standard deviations of the logarithm have negligible mass.
  return Math.expm1(Math.min(700, 8 / noiseMultiplier + 1 / (2 * noiseMultiplier ** 2)));
}

/** The standard deviation of the Gaussian pair's ratio under Q, sqrt(e^(1 / s^2) - 1). */
export function gaussianRatioStdDev(noiseMultiplier: number): number {
  return Math.sqrt(Math.expm1(Math.min(700, noiseMultiplier ** -2)));
}
