import { EXCESS_ERROR, expectedExcess } from "../../numerics/lognormal-difference.js";
import { ROUNDING, roundedUp } from "../../numerics/rounding.js";
import type { DominatingPair } from "../../pld/dominating-pair.js";
import { type ProfilePoint, profilePair } from "../../pld/pairs/profile-pair.js";

/**
 * Points of the profile per standard deviation of the unsampled loss, and how far it is followed. Valid at
 * any two, as points are: half as many take half the time and move a figure by up to 2 %; twice as many lower
 * one by up to 0.4 %.
 */
const POINTS = 20;

/**
 * A Poisson-sampled Gaussian sum in which one record is replaced by another one, both of norm at most C.
 *
 * With q the sampling rate, x' = 1 + q (x - 1) and b = x'/x: H_x' <= q ((1 - b) h_C(x) + b h_2C(x)), h_d the
 * Gaussian mechanism's profile at sensitivity d; the pair's profile is the convex hull of such points.
 * Derivation: docs/theorems/exchanged-poisson.md.
 *
 * @param noiseMultiplier standard deviation / 2C
 */
export function exchangedPoissonPair(samplingRate: number, noiseMultiplier: number): DominatingPair {
  const points: ProfilePoint[] = [];
  const last = Math.ceil(POINTS * (0.5 / noiseMultiplier + 9));
  for (let i = 0; i <= last; i++) {
    const epsilon = i / POINTS / noiseMultiplier;
    if (epsilon > 600) break; // e^epsilon must stay a double
    points.push(sampledPoint(samplingRate, noiseMultiplier, epsilon));
  }
  return profilePair(points);
}

function sampledPoint(samplingRate: number, noiseMultiplier: number, epsilon: number): ProfilePoint {
  const gain = samplingRate * Math.expm1(epsilon);
  const share = (1 + gain) * Math.exp(-epsilon);
  const present = gaussianDivergence(0.5 / noiseMultiplier, epsilon);
  const exchanged = gaussianDivergence(1 / noiseMultiplier, epsilon);
  const delta = samplingRate * (Math.max(0, 1 - share) * present + Math.min(1, share) * exchanged);
  return {
    epsilon: roundedUp(Math.log1p(gain), ROUNDING.formula),
    delta: Math.min(1, roundedUp(delta, ROUNDING.formula)),
  };
}

/** h_d at e^epsilon, d in standard deviations of the noise. */
function gaussianDivergence(distance: number, epsilon: number): number {
  return expectedExcess({ a: distance, b: 0 }, Math.exp(epsilon), 0) * (1 + EXCESS_ERROR);
}
