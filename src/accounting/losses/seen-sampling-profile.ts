import type { ProfilePoint } from "../../pld/pairs/profile-pair.js";
import { type SeenSample, seenSamplingDelta } from "./seen-sampling-delta.js";

/**
 * Steps of epsilon, in 1 / noiseMultiplier. Valid at any value: twice as large ones raise an epsilon by up to
 * 0.07 %, half as large ones lower one by 0.02 %, with twice as many points.
 */
const STEP = 0.04;

export interface SeenProfile extends SeenSample {
  /** Below it the profile need not go. */
  readonly leastDelta: number;
}

/**
 * The profile of Gaussian reports of a sample of the users as if everybody saw who reports, and what:
 * samplingRate times the delta of one report. A shuffle, and who was drawn, only hide: with little noise, or
 * rare reports, they hide next to nothing.
 */
export function seenSamplingProfile(sample: SeenProfile): ProfilePoint[] {
  const points: ProfilePoint[] = [];
  // e^epsilon must stay a double.
  for (let epsilon = 0; epsilon < 600; epsilon += STEP / sample.noiseMultiplier) {
    const delta = seenSamplingDelta(sample, epsilon);
    points.push({ epsilon, delta });
    if (delta <= sample.leastDelta) break;
  }
  return points;
}
