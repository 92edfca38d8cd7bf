import { describe, expect, it } from "vitest";
import { checkInShuffleGaussianPrivacyLoss, subsampledShuffleGaussianPrivacyLoss } from "../../../pld.js";
import { gaussianRatio } from "./gaussian-ratio-pmf.js";
import { lawOfTheMean } from "./law-of-the-mean.js";
import { type BinnedRatioPmf, optimisticOf, pessimisticOf } from "./ratio-bins.js";
import { mixedRatio, type RatioPmf, thinnedRatio } from "./ratio-pmf.js";

const expectation = ({ origin, value, mass }: RatioPmf, f: (ratio: number) => number) =>
  mass.reduce((sum, m, i) => sum + m * f(origin + value[i]!), 0);

const law = (copies: number, noiseMultiplier: number, relativeStep = 0.03) =>
  lawOfTheMean((width) => gaussianRatio(noiseMultiplier, width, 1e-24), {
    copies,
    relativeStep,
    maxLogSpacing: relativeStep / noiseMultiplier,
    negligibleMass: 1e-24,
  });

/** E[S^2] and E[S^3] of the mean of n lognormals with mean one, e = e^(1 / s^2). */
const moments = (n: number, noiseMultiplier: number) => {
  const e = Math.exp(noiseMultiplier ** -2);
  return [1 + (e - 1) / n, (n * e ** 3 + 3 * n * (n - 1) * e + n * (n - 1) * (n - 2)) / n ** 3] as const;
};

describe("law of the mean", () => {
  it.each([
    [1, 2.5],
    [2, 1],
    [3, 0.8],
    [7, 1.5],
    [1000, 0.9],
    [60_000, 9.48],
    [123_456_789, 3],
  ])("encloses second and third moments: n = %d, s = %d", (copies, noiseMultiplier) => {
    const { pessimistic: upper, optimistic: lower } = law(copies, noiseMultiplier);
    moments(copies, noiseMultiplier).forEach((exact, i) => {
      const power = i + 2;
      // Excess over one, where the laws differ: E[S^k] - 1 as E[S^k - 1 - k (S - 1)].
      const excess = (ratio: number) => (ratio - 1) ** 2 * (power === 2 ? 1 : ratio + 2);
      const target = power === 2 ? Math.expm1(noiseMultiplier ** -2) / copies : exact - 1;
      const slack = power === 2 ? 1e-9 : 1e-9 + 1e-14 / target;
      expect(expectation(lower, excess)).toBeLessThan(target * (1 + slack));
      expect(expectation(upper, excess)).toBeGreaterThan(target * (1 - slack));
      expect(expectation(upper, excess) / expectation(lower, excess)).toBeLessThan(1.03);
    });
  });

  it.each([
    [5, 0.7],
    [4096, 2],
  ])("is ordered at every threshold, n = %d, and keeps mass and mean", (copies, noiseMultiplier) => {
    const { pessimistic: upper, optimistic: lower } = law(copies, noiseMultiplier);
    for (const side of [upper, lower]) {
      expect(expectation(side, () => 1)).toBeCloseTo(1, 11);
      expect(expectation(side, (ratio) => ratio - 1) + side.infinityMass).toBeCloseTo(0, 11);
    }
    for (let threshold = 0.02; threshold < 4; threshold *= 1.07) {
      const call = (ratio: number) => Math.max(0, ratio - threshold);
      expect(expectation(lower, call)).toBeLessThanOrEqual(
        expectation(upper, call) + upper.infinityMass + 1e-14,
      );
    }
  });

  it("falls with n in convex order (Conjecture 1 of Liew and Takahashi)", () => {
    const call = (ratio: number) => Math.max(0, ratio - 1.2);
    const ends = [1, 2, 3, 5, 9].map((copies) => law(copies, 1.3));
    ends.slice(1).forEach((next, i) => {
      expect(expectation(next.optimistic, call)).toBeLessThan(expectation(ends[i]!.pessimistic, call));
    });
  });

  it("splits up and merges down: swapped or rounded sides would be noticed", () => {
    const bins: BinnedRatioPmf = {
      origin: 0,
      node: Float64Array.of(0, 1, 2),
      mass: Float64Array.of(0.4, 0.6, 0),
      moment: Float64Array.of(0.2, 0.24, 0),
      infinityMass: 0,
    };
    const square = (ratio: number) => ratio * ratio;
    const [up, down] = [expectation(pessimisticOf(bins), square), expectation(optimisticOf(bins), square)];
    expect(up).toBeCloseTo(0.2 + 0.36 + 4 * 0.24, 12);
    expect(down).toBeCloseTo(0.4 * 0.25 + 0.6 * 1.96, 12);
    const roundedDown = { ...pessimisticOf(bins), mass: bins.mass };
    expect(expectation(roundedDown, square)).toBeLessThan(down);
  });
});

describe("sampled ratios", () => {
  it("check-in is a mixture over how many join", () => {
    const [users, checkInRate, noiseMultiplier, epsilon] = [4, 0.3, 1.1, 0.2];
    let [from, to] = [0, 0];
    for (let joined = 1; joined <= users; joined++) {
      const ways = [1, 4, 6, 4, 1][joined]! * checkInRate ** joined * (1 - checkInRate) ** (users - joined);
      const { pessimistic: upper, optimistic: lower } = law(joined, noiseMultiplier);
      const call = (ratio: number) => Math.max(0, ratio - Math.exp(epsilon));
      from += ways * expectation(mixedRatio(lower, joined / users), call);
      to += ways * expectation(mixedRatio(upper, joined / users), call);
    }
    const { lower, upper } = checkInShuffleGaussianPrivacyLoss({
      users,
      checkInRate,
      noiseMultiplier,
    }).deltaAtEpsilon(epsilon, { relativeWidth: 1e-3 });
    expect(lower).toBeLessThan(to);
    expect(upper).toBeGreaterThan(from);
    expect(upper / lower).toBeLessThan(1.001);
  });

  it("a sampling rate of one changes nothing", () => {
    const { pessimistic: upper } = law(2, 1);
    expect(thinnedRatio(upper, 1)).toBe(upper);
    expect(mixedRatio(upper, 1)).toBe(upper);
  });

  it("a sampled round costs less than a full one, and about the fraction of it", () => {
    const full = subsampledShuffleGaussianPrivacyLoss({
      users: 50,
      sampled: 50,
      noiseMultiplier: 1,
    }).deltaAtEpsilon(0);
    const tenth = subsampledShuffleGaussianPrivacyLoss({
      users: 500,
      sampled: 50,
      noiseMultiplier: 1,
    }).deltaAtEpsilon(0);
    expect(tenth.lower).toBeLessThan(full.upper / 10);
    expect(tenth.upper).toBeGreaterThan(full.lower / 10);
  });
});
