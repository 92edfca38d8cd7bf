import { EXCESS_ERROR, expectedExcess } from "../../numerics/lognormal-difference.js";
import type { DominatingPair } from "../../pld/dominating-pair.js";
import { type ProfilePoint, profilePair } from "../../pld/pairs/profile-pair.js";

/** Points of the profile per standard deviation of the unsampled loss, and how far it is followed. */
const POINTS = 20;
const REACH = 9;
/** Means so many standard deviations apart are told apart at any such epsilon. */
const TOLD_APART = 1e3;
/** e^epsilon must stay a double. */
const MAX_EPSILON = 600;

/**
 * A Poisson-sampled Gaussian sum in which one record is replaced by another one, both of norm at most C.
 *
 * With q the sampling rate, x' = 1 + q (x - 1) and b = x'/x: H_x' <= q ((1 - b) h_C(x) + b h_2C(x)), h_d the Gaussian mechanism's profile at
 * sensitivity d; the pair's profile is the convex hull of such points. Derivation: docs/theorems/exchanged-poisson.md.
 *
 * @param noiseMultiplier standard deviation / 2C
 */
export function exchangedPoissonPair(samplingRate: number, noiseMultiplier: number): DominatingPair {
  const points: ProfilePoint[] = [];
  const last = Math.ceil(POINTS * (0.5 / noiseMultiplier + REACH));
  for (let i = 0; i <= last; i++) {
    const epsilon = i / POINTS / noiseMultiplier;
    if (epsilon > MAX_EPSILON) break;
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
  return { epsilon: Math.log1p(gain) * (1 + 2 ** -48), delta: Math.min(1, delta * (1 + 2 ** -48)) };
}

/** h_d at e^epsilon, d in standard deviations of the noise. */
function gaussianDivergence(distance: number, epsilon: number): number {
  if (distance > TOLD_APART) return 1;
  return expectedExcess({ a: distance, b: 0 }, Math.exp(epsilon), 0) * (1 + EXCESS_ERROR);
}
