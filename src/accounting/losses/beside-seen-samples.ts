import type { ProfilePoint } from "../../pld/pairs/profile-pair.js";
import { seenSamplingDelta } from "./seen-sampling-delta.js";
import { type SeenProfile, seenSamplingProfile } from "./seen-sampling-profile.js";

/**
 * The points of a shuffle's profile that are below that of the reports as everybody sees them, and the
 * latter's, up to where the former needs go no further.
 */
export function besideSeenSamples(shuffled: readonly ProfilePoint[], seen: SeenProfile): ProfilePoint[] {
  const hidden = shuffled.filter(
    // Where shuffling hides next to nothing, the figure does not vary with the other users
    ({ epsilon, delta }) => delta < 0.999 * seenSamplingDelta(seen, epsilon),
  );
  const end = Math.min(
    ...hidden.filter(({ delta }) => delta <= seen.leastDelta).map(({ epsilon }) => epsilon),
  );
  return [...hidden, ...seenSamplingProfile(seen).filter(({ epsilon }) => epsilon <= end)];
}
