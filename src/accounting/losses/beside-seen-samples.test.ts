import { describe, expect, it } from "vitest";
import { profilePair } from "../../pld/pairs/profile-pair.js";
import { PrivacyLossDistribution } from "../../pld/privacy-loss-distribution.js";
import { besideSeenSamples } from "./beside-seen-samples.js";
import { gaussianClonesProfile } from "./gaussian-clones-profile.js";
import { seenSamplingDelta } from "./seen-sampling-delta.js";

describe("the profile of reports that are shuffled, or seen", () => {
  const seen = { noiseMultiplier: 3.337, samplingRate: 1, leastDelta: 5e-14 };
  const bands = [{ reports: 343_170_317, samplingRate: 1, weight: 1, leastWeight: 1 }];

  it("ends where the shuffle's delta needs go no further: losses of a report that is seen are not left in it", () => {
    const points = besideSeenSamples(gaussianClonesProfile({ ...seen, bands }), seen);
    expect(Math.min(...points.map(({ delta }) => delta))).toBeLessThanOrEqual(seen.leastDelta);
    expect(Math.max(...points.map(({ epsilon }) => epsilon))).toBeLessThan(0.05);
    const { upper } = PrivacyLossDistribution.of(profilePair(points)).compose(4836).deltaAtEpsilon(5.485);
    expect(upper).toBeLessThan(1e-8);
  });

  it("has the points of reports that are seen where nothing else reaches so far", () => {
    const hidden = [
      { epsilon: 0, delta: 1e-3 },
      { epsilon: 0.1, delta: 1e-6 },
    ];
    const points = besideSeenSamples(hidden, seen);
    expect(points.slice(0, 2)).toEqual(hidden);
    expect(Math.max(...points.map(({ epsilon }) => epsilon))).toBeGreaterThan(2);
    for (const { epsilon, delta } of points.slice(2)) expect(delta).toBe(seenSamplingDelta(seen, epsilon));
  });
});
