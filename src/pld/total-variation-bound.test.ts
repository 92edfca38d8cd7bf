import { describe, expect, it } from "vitest";
import { poissonGaussianPrivacyLoss } from "../accounting/central/poisson-gaussian-privacy-loss.js";
import { randomAllocationPrivacyLoss } from "../accounting/central/random-allocation-privacy-loss.js";
import { checkInShuffleGaussianPrivacyLoss } from "../accounting/shuffle/exact-gaussian/check-in-shuffle-gaussian-privacy-loss.js";
import { shuffleGaussianPrivacyLoss } from "../accounting/shuffle/exact-gaussian/shuffle-gaussian-privacy-loss.js";
import { subsampledShuffleGaussianPrivacyLoss } from "../accounting/shuffle/exact-gaussian/subsampled-shuffle-gaussian-privacy-loss.js";
import { gaussianDelta } from "../accounting/theorems/gaussian.js";
import { gaussianPrivacyLoss } from "./gaussian-privacy-loss.js";
import { profilePair } from "./pairs/profile-pair.js";
import type { PrivacyLossDistribution } from "./privacy-loss-distribution.js";
import { totalVariationBound } from "./total-variation-bound.js";

const losses: Record<string, PrivacyLossDistribution> = {
  shuffle: shuffleGaussianPrivacyLoss({ users: 300, noiseMultiplier: 2 }),
  "few users": shuffleGaussianPrivacyLoss({ users: 2, noiseMultiplier: 0.7 }),
  subsampled: subsampledShuffleGaussianPrivacyLoss({ users: 500, sampled: 40, noiseMultiplier: 1.3 }),
  "check-in": checkInShuffleGaussianPrivacyLoss({ users: 400, checkInRate: 0.05, noiseMultiplier: 1.5 }),
  allocation: randomAllocationPrivacyLoss({ steps: 50, noiseMultiplier: 0.8 }),
};

describe("a bound on the total variation", () => {
  it.each(Object.entries(losses))("of %s is above delta(0), and not far", (_, loss) => {
    for (const times of [1, 9]) {
      const rounds = loss.compose(times);
      const { lower } = rounds.deltaAtEpsilon(0);
      const bound = totalVariationBound(rounds.rounds);
      expect(bound).toBeGreaterThanOrEqual(lower);
      if (lower < 0.2) expect(bound).toBeLessThan(3 * lower);
    }
  });

  it("makes epsilon zero at larger deltas, at once", { tags: ["slow"] }, () => {
    const rounds = losses["check-in"]!.compose(3);
    const bound = totalVariationBound(rounds.rounds);
    expect(rounds.epsilonAtDelta(bound)).toEqual({ lower: 0, estimate: 0, upper: 0 });
    expect(rounds.epsilonAtDelta(rounds.deltaAtEpsilon(0).lower * 0.99).upper).toBeGreaterThan(0);
  });

  it("of sampled rounds is at most how often the record is in one, or the sum of their profiles at 0", () => {
    const sampled = poissonGaussianPrivacyLoss({ samplingRate: 1e-7, noiseMultiplier: 0.05 }).compose(40);
    expect(totalVariationBound(sampled.rounds)).toBeCloseTo(4e-6, 15);
    expect(sampled.deltaAtEpsilon(0).lower).toBeGreaterThan(3.9e-6);
    const points = [
      { epsilon: 0, delta: 0.02 },
      { epsilon: 1, delta: 0.001 },
    ];
    const known = [{ pair: profilePair(points), times: 3 }];
    expect(totalVariationBound(known)).toBeCloseTo(0.06, 12);
    expect(totalVariationBound([{ pair: profilePair(points.slice(1)), times: 3 }])).toBe(1);
  });

  it("of a sampled Gaussian is the rate times the largest density of its noise per shift", () => {
    for (const noiseMultiplier of [0.1, 0.5, 3, 70, 1e9]) {
      const loss = poissonGaussianPrivacyLoss({ samplingRate: 0.3, noiseMultiplier });
      const exact = 0.3 * gaussianDelta({ epsilon: 0, noiseMultiplier });
      const bound = totalVariationBound(loss.rounds);
      expect(bound).toBeGreaterThanOrEqual(exact);
      if (noiseMultiplier >= 3) expect(bound).toBeLessThan(exact * 1.005);
      expect(loss.epsilonAtDelta(bound).upper).toBe(0);
    }
  });

  it("is delta's upper end where it is nothing beside the masses that are computed", {
    tags: ["slow"],
  }, () => {
    const loss = poissonGaussianPrivacyLoss({ samplingRate: 1e-12, noiseMultiplier: 1e9 }).compose(7);
    const bound = totalVariationBound(loss.rounds);
    expect(bound / (7e-12 * 1e-9 * 0.3989423)).toBeCloseTo(1, 6);
    expect(loss.deltaAtEpsilon(0).upper).toBeLessThanOrEqual(bound);
    const more = poissonGaussianPrivacyLoss({ samplingRate: 1e-12, noiseMultiplier: 0.5 });
    const { lower, upper } = more.deltaAtEpsilon(1e-12);
    expect(lower).toBeGreaterThan(0);
    expect(upper).toBeLessThanOrEqual(totalVariationBound(more.rounds));
  });

  it.each([
    [10, 1e9],
    [1e9, 1e8],
    [3, 1e6],
  ])(
    "is half of 1 / (noise sqrt(steps)) where its square is nothing beside one: %d steps, noise %d",
    { tags: ["slow"] },
    (steps, noiseMultiplier) => {
      const loss = randomAllocationPrivacyLoss({ steps, noiseMultiplier });
      for (const times of [1, 1000]) {
        const rounds = loss.compose(times);
        const chi = Math.sqrt(times / steps) / noiseMultiplier;
        const bound = totalVariationBound(rounds.rounds);
        expect(bound).toBeGreaterThanOrEqual(chi / 2);
        expect(bound).toBeLessThan((chi / 2) * (1 + 1e-9));
        expect(rounds.deltaAtEpsilon(0).upper).toBeLessThanOrEqual(bound);
        expect(rounds.epsilonAtDelta(bound * 0.6).upper).toBeGreaterThan(0);
      }
    },
  );

  it("is one where nothing is known", () => {
    expect(totalVariationBound(gaussianPrivacyLoss({ noiseMultiplier: 0.3 }).rounds)).toBe(1);
    expect(totalVariationBound(losses.shuffle!.compose(1e9).rounds)).toBe(1);
    expect(totalVariationBound([])).toBe(0);
  });
});
