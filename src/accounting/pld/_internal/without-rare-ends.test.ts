import { describe, expect, it } from "vitest";
import type { LossAtoms } from "../loss-pair.js";
import { subsampledShuffleGaussianPrivacyLoss } from "../subsampled-shuffle-gaussian-privacy-loss.js";
import { withoutRareEnds } from "./without-rare-ends.js";

const atoms: LossAtoms = {
  loss: Float64Array.of(-40, -1, 0, 1, 2, 50),
  mass: Float64Array.of(1e-17, 0.2, 0.3, 0.4, 0.1, 1e-18),
  infinite: 1e-19,
  vanishing: 0,
};

function deltaOf({ loss, mass, infinite }: LossAtoms, epsilon: number): number {
  return loss.reduce(
    (sum, value, i) => (value > epsilon ? sum - mass[i]! * Math.expm1(epsilon - value) : sum),
    infinite,
  );
}

describe("atoms without their rare ends", () => {
  it("enclose the profile, and hold what is not negligible", () => {
    const upper = withoutRareEnds(atoms, 1e-16, "upper");
    const lower = withoutRareEnds(atoms, 1e-16, "lower");
    for (const side of [upper, lower]) expect([...side.loss]).toEqual([-1, 0, 1, 2]);
    for (const epsilon of [-50, -39, -0.5, 0, 1.5, 3, 60]) {
      expect(deltaOf(lower, epsilon)).toBeLessThanOrEqual(deltaOf(atoms, epsilon));
      expect(deltaOf(upper, epsilon)).toBeGreaterThanOrEqual(deltaOf(atoms, epsilon));
      expect(deltaOf(upper, epsilon) - deltaOf(lower, epsilon)).toBeLessThan(3e-16);
    }
    expect(upper.infinite).toBe(1e-19 + 1e-18);
    expect(lower.infinite).toBe(1e-19);
  });

  it("leave an atom, whatever is negligible", () => {
    for (const side of ["upper", "lower"] as const)
      expect(withoutRareEnds(atoms, 2, side).loss).toHaveLength(1);
  });

  it("let a hidden user's tiny losses be composed, though a ratio of zero is possible", () => {
    const loss = subsampledShuffleGaussianPrivacyLoss({ users: 24, sampled: 1, noiseMultiplier: 72_000 });
    expect(loss.compose(828).epsilonAtDelta(1e-5)).toEqual({ lower: 0, estimate: 0, upper: 0 });
    const { lower, upper } = loss.compose(828).epsilonAtDelta(1e-9);
    expect(lower).toBeGreaterThan(0);
    expect(upper).toBeLessThan(1.01 * lower);
  });
});
