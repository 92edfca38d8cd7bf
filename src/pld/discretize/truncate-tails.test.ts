import { describe, expect, it } from "vitest";
import { subsampledShuffleGaussianPrivacyLoss } from "../../accounting/shuffle/exact-gaussian/subsampled-shuffle-gaussian-privacy-loss.js";
import type { Pmf } from "../pmf.js";
import { truncateTails } from "./truncate-tails.js";

const pmf: Pmf = {
  loss: Float64Array.of(-40, -1, 0, 1, 2, 50),
  mass: Float64Array.of(1e-17, 0.2, 0.3, 0.4, 0.1, 1e-18),
  infinityMass: 1e-19,
  reverseInfinityMass: 0,
};

function deltaOf({ loss, mass, infinityMass }: Pmf, epsilon: number): number {
  return loss.reduce(
    (sum, value, i) => (value > epsilon ? sum - mass[i]! * Math.expm1(epsilon - value) : sum),
    infinityMass,
  );
}

describe("a law with truncated tails", () => {
  it("encloses the profile, and keeps what is not negligible", () => {
    const upper = truncateTails(pmf, 1e-16, "pessimistic");
    const lower = truncateTails(pmf, 1e-16, "optimistic");
    for (const side of [upper, lower]) expect([...side.loss]).toEqual([-1, 0, 1, 2]);
    for (const epsilon of [-50, -39, -0.5, 0, 1.5, 3, 60]) {
      expect(deltaOf(lower, epsilon)).toBeLessThanOrEqual(deltaOf(pmf, epsilon));
      expect(deltaOf(upper, epsilon)).toBeGreaterThanOrEqual(deltaOf(pmf, epsilon));
      expect(deltaOf(upper, epsilon) - deltaOf(lower, epsilon)).toBeLessThan(3e-16);
    }
    expect(upper.infinityMass).toBe(1e-19 + 1e-18);
    expect(lower.infinityMass).toBe(1e-19);
  });

  it("keeps a point, whatever is negligible", () => {
    for (const side of ["pessimistic", "optimistic"] as const)
      expect(truncateTails(pmf, 2, side).loss).toHaveLength(1);
  });

  it("lets a secretly sampled user's tiny losses be composed, though a ratio of zero is possible", () => {
    const loss = subsampledShuffleGaussianPrivacyLoss({ users: 24, sampled: 1, noiseMultiplier: 72_000 });
    expect(loss.compose(828).epsilonAtDelta(1e-5)).toEqual({ lower: 0, estimate: 0, upper: 0 });
    const { lower, upper } = loss.compose(828).epsilonAtDelta(1e-9);
    expect(lower).toBeGreaterThan(0);
    expect(upper).toBeLessThan(1.01 * lower);
  });
});
