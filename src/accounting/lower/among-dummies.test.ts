/** Lower ends of Theorem A: next to the upper ones, of one round and composed, and never above. */
import { describe, expect, it } from "vitest";
import { profilePair } from "../../pld/pairs/profile-pair.js";
import { PrivacyLossDistribution } from "../../pld/privacy-loss-distribution.js";
import { dummiesDelta } from "../shuffle/dummies/dummies-delta.js";
import { hidingCurves } from "../shuffle/dummies/hiding-curve.js";
import { sampledProfile } from "../shuffle/dummies/sampled-profile.js";
import { gaussianScores } from "./gaussian-scores.js";
import { lowerEnd } from "./lower-end.js";
import type { NeighbourPair } from "./neighbour-pair.js";
import { shuffledCohortPair } from "./shuffled-cohort-pair.js";

/** What an analyzer sees who knows all other users' reports: the sum of scores of hers and the dummies. */
function pairAmong(dummies: number, radius: number, samplingRate: number): NeighbourPair {
  const scores = gaussianScores({ record: radius, replacement: -radius, copies: dummies });
  return shuffledCohortPair(scores, { reports: dummies + 1, samplingRate, isCheckIn: false });
}

describe("a record exchanged for its opposite among dummies", () => {
  it.each([
    [300, 0.4, 1],
    [3000, 0.2, 1],
    [300, 0.4, 0.3],
  ])(
    "%i dummies, radius %f, rate %f: both ends of one round are near each other",
    { tags: ["slow"] },
    (dummies, radius, samplingRate) => {
      const rounds = [{ pair: pairAmong(dummies, radius, samplingRate), times: 1 }];
      const deviation = (2 * samplingRate * radius) / Math.sqrt(dummies);
      for (const epsilon of [0, 0.5 * deviation, 2 * deviation]) {
        const lower = lowerEnd(rounds, { find: "delta", epsilon });
        const options = { changed: "replaced", radius, dummies, samplingRate } as const;
        const upper = dummiesDelta(options, Math.expm1(epsilon));
        expect(lower).toBeLessThan(upper);
        expect(upper).toBeLessThan(1.02 * lower);
      }
    },
  );

  it("and those of 100 rounds", { tags: ["slow"] }, () => {
    const [radius, dummies] = [0.4, 1000];
    const pair = pairAmong(dummies, radius, 1);
    const lower = lowerEnd([{ pair, times: 100 }], { find: "epsilon", delta: 1e-5 });
    const [curve] = hidingCurves({ radius, toZero: false }, [{ dummies, others: 0, leastDelta: 1e-10 }]);
    const points = sampledProfile(curve!, { rate: 1, isZeroSent: true });
    const loss = PrivacyLossDistribution.of(profilePair(points)).compose(100);
    const { upper } = loss.epsilonAtDelta(1e-5);
    expect(lower).toBeLessThan(upper);
    expect(upper).toBeLessThan(1.02 * lower);
  });
});
