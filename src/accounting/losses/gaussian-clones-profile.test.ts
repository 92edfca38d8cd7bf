import { describe, expect, it } from "vitest";
import { checkInBands } from "../rounds/check-in-bands.js";
import { subsampledShuffleGaussianPrivacyLoss } from "../shuffle/exact-gaussian/subsampled-shuffle-gaussian-privacy-loss.js";
import { MAX_REPORTS } from "../shuffle/shuffle-ranges.js";
import { clonesApproximateDelta } from "../theorems/clones-approximate-delta.js";
import { clonesGaussianEpsilon } from "../theorems/clones-gaussian.js";
import { gaussianDelta } from "../theorems/gaussian.js";
import { gaussianClonesProfile } from "./gaussian-clones-profile.js";

const SETTINGS = [
  [1, 100, 1e-9],
  [0.7, 15_000, 1e-10],
  [4.74, 60_000, 1e-12],
  [0.15, 10, 1e-8],
  [3, 2, 1e-6],
  [40, 5000, 1e-15],
] as const;

describe.each(SETTINGS)(
  "noise multiplier %f, %i reports, down to delta %f",
  (noiseMultiplier, reports, leastDelta) => {
    const whole = [{ reports, samplingRate: 1, weight: 1, leastWeight: 1 }];
    const points = gaussianClonesProfile({ noiseMultiplier, bands: whole, leastDelta });

    it("goes from epsilon 0 to the least delta in small steps", () => {
      expect(points[0]!.epsilon).toBe(0);
      expect(points.at(-1)!.delta).toBeLessThanOrEqual(leastDelta);
      points.slice(1).forEach(({ epsilon }, i) => {
        expect(epsilon).toBeGreaterThan(points[i]!.epsilon);
      });
      expect(points.length).toBeLessThan(800);
    });

    it("is at most the clones of one fixed local epsilon with its own failures, and the report's own delta", () => {
      for (const { epsilon, delta } of points.filter((_, i) => i % 9 === 0)) {
        expect(delta).toBeLessThanOrEqual(gaussianDelta({ epsilon, noiseMultiplier }) * (1 + 1e-12));
        if (delta > 0.9 || delta < leastDelta) continue;
        const { upper } = clonesGaussianEpsilon({ noiseMultiplier, users: reports, delta });
        expect(epsilon).toBeLessThan(upper * 1.01 + 1e-9);
      }
    });

    it("is not below what the best of all local epsilons proves, failures of any randomizer included", {
      tags: ["slow"],
    }, () => {
      for (const { epsilon, delta } of points.filter((_, i) => i % 60 === 0)) {
        let least = gaussianDelta({ epsilon, noiseMultiplier });
        // The report's own divergence is smaller than what clonesApproximateDelta takes it for: allow for all
        // of it.
        for (let local = 0.15; local < Math.min(45, 100 * noiseMultiplier); local += 0.15) {
          const localEpsilon = local / noiseMultiplier;
          const localDelta = gaussianDelta({ epsilon: localEpsilon, noiseMultiplier });
          if (localDelta > least) continue;
          const pure = clonesApproximateDelta({ localEpsilon, localDelta: 0, users: reports, epsilon }).lower;
          least = Math.min(least, localDelta + (1 - localDelta) * pure);
        }
        expect(delta).toBeGreaterThan(least * 0.95);
      }
    });
  },
);

it("has the same points for more reports than are counted", () => {
  const profileOf = (reports: number): unknown => {
    const bands = [{ reports, samplingRate: 1, weight: 1, leastWeight: 1 }];
    return gaussianClonesProfile({ noiseMultiplier: 5.2, bands, leastDelta: 1e-9 });
  };
  expect(profileOf(1.3e12)).toEqual(profileOf(MAX_REPORTS));
});

// Approximations of clones that are not many chose local epsilons for 506 users at which delta was larger
// than for 505.
it.each([
  [3.0699239110797683, 505, 6e-10],
  [3.07, 2000, 5e-9],
  [5, 300, 1e-9],
])("at noise multiplier %f falls with each user more, from %i on", (noiseMultiplier, reports, leastDelta) => {
  const profiles = [0, 1, 2, 3].map((more) => {
    const bands = [{ reports: reports + more, samplingRate: 1, weight: 1, leastWeight: 1 }];
    return new Map(
      gaussianClonesProfile({ noiseMultiplier, bands, leastDelta }).map(({ epsilon, delta }) => [
        epsilon,
        delta,
      ]),
    );
  });
  profiles.slice(1).forEach((profile, i) => {
    const common = [...profile].filter(([epsilon, delta]) => profiles[i]!.has(epsilon) && delta < 1);
    expect(common.length).toBeGreaterThan(50);
    for (const [epsilon, delta] of common) expect(delta).toBeLessThanOrEqual(profiles[i]!.get(epsilon)!);
  });
});

describe("a sample of unknown size", () => {
  it("is the mean over its sizes, near to the mean of the bands' profiles, and above the exact divergence of equal records", {
    tags: ["slow", "long"],
  }, () => {
    const [users, rate, noiseMultiplier] = [2000, 0.1, 1.5];
    const bands = checkInBands(users, rate, 1e-12);
    const points = gaussianClonesProfile({ noiseMultiplier, bands, leastDelta: 1e-9 });
    const pairs = bands.map(({ reports, samplingRate }) =>
      subsampledShuffleGaussianPrivacyLoss({
        users: Math.round(reports / samplingRate),
        sampled: reports,
        noiseMultiplier,
      }),
    );
    for (const { epsilon, delta } of points.filter((_, i) => i % 60 === 0)) {
      const exact = bands.reduce(
        (sum, { weight }, i) => sum + weight * pairs[i]!.deltaAtEpsilon(epsilon).lower,
        0,
      );
      expect(delta).toBeGreaterThan(0.99 * exact);
    }
    const worst = gaussianClonesProfile({
      noiseMultiplier,
      bands: [
        { reports: bands[0]!.reports, samplingRate: bands.at(-1)!.samplingRate, weight: 1, leastWeight: 1 },
      ],
      leastDelta: 1e-9,
    });
    const deltaNear = (profile: typeof points, at: number): number =>
      profile.find(({ epsilon }) => epsilon >= at)!.delta;
    for (const at of [0.1, 0.3, 0.6]) expect(deltaNear(points, at)).toBeLessThan(0.7 * deltaNear(worst, at));
  });

  it("does not hang where the first reports are few and sampling is rare", () => {
    const bands = checkInBands(1000, 1.6e-4, 1e-14);
    const points = gaussianClonesProfile({ noiseMultiplier: 0.1655, bands, leastDelta: 1e-13 });
    expect(points.at(-1)!.delta).toBeLessThanOrEqual(1e-13);
  });
});
