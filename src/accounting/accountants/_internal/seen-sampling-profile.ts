import type { ProfilePoint } from "../../pld/pairs/profile-pair.js";
import { gaussianDelta } from "../../theorems/gaussian.js";

/** Steps of epsilon, in 1 / noiseMultiplier; e^epsilon must stay a double. */
const STEP = 0.1;
const LARGEST_EPSILON = 600;

/** A sample of users whose reports are not shuffled. */
export interface SeenSample {
  /** Under the adjacency in use. */
  readonly noiseMultiplier: number;
  /** The probability that the changed user reports. */
  readonly samplingRate: number;
  /** Below it the profile need not go. */
  readonly leastDelta: number;
}

/**
 * The profile of Gaussian reports of a sample of the users as if everybody saw who reports, and what: samplingRate times the delta of one report.
 * A shuffle, and who was drawn, only hide: with little noise, or rare reports, they hide next to nothing.
 */
export function seenSamplingProfile({
  noiseMultiplier,
  samplingRate,
  leastDelta,
}: SeenSample): ProfilePoint[] {
  const points: ProfilePoint[] = [];
  for (let epsilon = 0; epsilon < LARGEST_EPSILON; epsilon += STEP / noiseMultiplier) {
    const delta = samplingRate * gaussianDelta({ epsilon, noiseMultiplier }) * (1 + 2 ** -48);
    points.push({ epsilon, delta });
    if (delta <= leastDelta) break;
  }
  return points;
}
