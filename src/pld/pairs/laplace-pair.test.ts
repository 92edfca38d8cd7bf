import { describe, expect, it } from "vitest";
import { composePld } from "../compose-pld.js";
import { gaussianPrivacyLoss } from "../gaussian-privacy-loss.js";
import { laplacePrivacyLoss } from "../laplace-privacy-loss.js";
import type { Pmf } from "../pmf.js";
import { laplacePair } from "./laplace-pair.js";

/** H(e^epsilon) of a discrete law. */
function excess({ loss, mass, infinityMass }: Pmf, epsilon: number): number {
  return mass.reduce(
    (sum, each, i) => sum + each * Math.max(0, -Math.expm1(epsilon - loss[i]!)),
    infinityMass,
  );
}

/** The Laplace mechanism's own delta at epsilon: 1 - e^((epsilon - 1/b) / 2). */
function exactDelta(largest: number, epsilon: number): number {
  return Math.max(0, -Math.expm1((epsilon - largest) / 2));
}

describe("the Laplace mechanism on a lattice that its losses do not fit", () => {
  it.each([
    [1, 0.3],
    [1, 0.9],
    [1, 5],
    [18.7, 0.4],
    [100, 0.07],
    [0.2, 0.37],
  ])("of scale %f, step %f is enclosed and keeps all of its mass", (scale, step) => {
    const { pessimistic, optimistic } = laplacePair(scale).pmfs(step, 0);
    for (const { mass, infinityMass } of [pessimistic, optimistic]) {
      expect(mass.reduce((sum, each) => sum + each, infinityMass)).toBeCloseTo(1, 12);
    }
    const largest = 1 / scale;
    for (const part of [-0.5, 0, 0.1, 0.35, 0.5, 0.77, 0.99, 1]) {
      const epsilon = part * largest;
      const exact = exactDelta(largest, epsilon);
      expect(excess(pessimistic, epsilon)).toBeGreaterThanOrEqual(exact - 1e-14);
      expect(excess(optimistic, epsilon)).toBeLessThanOrEqual(exact + 1e-14);
    }
  });

  it("spends no less beside a mechanism of large losses than that one by itself", () => {
    const sum = gaussianPrivacyLoss({ noiseMultiplier: 0.4 }).compose(10);
    for (const laplaceScale of [18.68, 5, 1]) {
      const number = laplacePrivacyLoss({ laplaceScale }).compose(10);
      const both = composePld([sum, number]).epsilonAtDelta(1e-10);
      expect(both.lower).toBeLessThanOrEqual(both.upper);
      expect(both.upper).toBeGreaterThan(sum.epsilonAtDelta(1e-10).lower);
      expect(both.upper).toBeLessThan(1.002 * both.lower);
    }
  });
});
