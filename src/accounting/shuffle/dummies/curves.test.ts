/** Curves, blocks with one coin, and sampling: against closed forms and the exact pairs. */
import { describe, expect, it } from "vitest";
import { profilePair } from "../../../pld/pairs/profile-pair.js";
import { PrivacyLossDistribution } from "../../../pld/privacy-loss-distribution.js";
import { gaussianDelta } from "../../theorems/gaussian.js";
import { subsampledShuffleGaussianPair } from "../exact-gaussian/shuffle-gaussian-pair.js";
import { blockCurve } from "./block-curve.js";
import { type HidingPoint, hidingCurves } from "./hiding-curve.js";
import { sampledProfile } from "./sampled-profile.js";

/** The curve of one Gaussian report that nothing hides. */
function gaussianCurve(radius: number): HidingPoint[] {
  const points: HidingPoint[] = [];
  const finely = Array.from({ length: 400 }, (_, i) => 0.1 * radius * 1.04 ** i);
  for (const epsilon of [0, ...finely]) {
    const replaced = gaussianDelta({ epsilon, noiseMultiplier: 0.5 / radius });
    points.push({ excess: Math.expm1(epsilon), replaced, changed: replaced });
    if (replaced < 1e-14) break;
  }
  return points;
}

describe("the blocks of one coin", () => {
  it("are composed first: four Gaussian ones are one at twice the distance", { tags: ["slow"] }, () => {
    const composed = blockCurve(gaussianCurve(0.3), { blocks: 4, leastDelta: 1e-9 });
    for (const { excess, replaced } of composed) {
      const exact = gaussianDelta({ epsilon: Math.log1p(excess), noiseMultiplier: 0.5 / 0.6 });
      expect(replaced).toBeGreaterThanOrEqual(exact);
      if (exact > 1e-8) expect(replaced).toBeLessThan(1.2 * exact);
    }
  });

  it("one block is itself", () => {
    const curve = gaussianCurve(0.3);
    expect(blockCurve(curve, { blocks: 1, leastDelta: 1e-9 })).toEqual(curve);
  });
});

describe("a curve of dummies", () => {
  it("under zero-out, where users who do not join send a dummy: LT22's sampled pair, composed", {
    tags: ["slow"],
  }, () => {
    const [radius, dummies, rate, rounds, delta] = [0.5, 300, 0.2, 50, 1e-5];
    const [curve] = hidingCurves({ radius, toZero: true }, [{ dummies, others: 0, leastDelta: 1e-10 }]);
    const points = sampledProfile(curve!, { rate, isZeroSent: true });
    const bound = PrivacyLossDistribution.of(profilePair(points)).compose(rounds).epsilonAtDelta(delta);
    const pair = subsampledShuffleGaussianPair(dummies + 1, 1 / radius, rate);
    const exact = PrivacyLossDistribution.of(pair).compose(rounds).epsilonAtDelta(delta);
    expect(bound.upper).toBeGreaterThanOrEqual(exact.lower);
    expect(bound.upper).toBeLessThan(1.03 * exact.upper);
  });

  it("where nothing is sent instead, costs the term of a replaced record", { tags: ["slow"] }, () => {
    const crowd = { dummies: 100, others: 0, leastDelta: 1e-6 };
    const [curve] = hidingCurves({ radius: 0.5, toZero: true }, [crowd]);
    const [sent, silent] = [true, false].map((isZeroSent) =>
      sampledProfile(curve!, { rate: 0.3, isZeroSent }),
    );
    silent!.slice(1).forEach(({ delta }, i) => {
      expect(delta).toBeGreaterThan(sent![i + 1]!.delta);
    });
  });

  it("one round of 60,000 at the noise of a clip bound a user: at most 0.0460", { tags: ["slow"] }, () => {
    // 55,800 dummies among 60,000 reports, each of noise 0.7198 C: replace-one, delta 1e-5.
    const crowd = { dummies: 55_800, others: 0, leastDelta: 1e-7 };
    const [curve] = hidingCurves({ radius: 1 / 0.7198, toZero: false }, [crowd]);
    const points = sampledProfile(curve!, { rate: 1, isZeroSent: true });
    const { upper } = PrivacyLossDistribution.of(profilePair(points)).epsilonAtDelta(1e-5);
    expect(upper).toBeLessThan(0.046);
    expect(upper).toBeGreaterThan(0.044);
  });
});
