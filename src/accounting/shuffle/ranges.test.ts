import { describe, expect, it } from "vitest";
import type { MechanismEvent } from "../../privacy/index.js";
import { clones2023Pld } from "../accountants/clones-2023-pld.js";
import {
  checkInShuffleGaussianPrivacyLoss,
  clonesPrivacyLoss,
  laplacePrivacyLoss,
  poissonGaussianPrivacyLoss,
  randomAllocationPrivacyLoss,
  shuffledResponsePrivacyLoss,
  shuffleGaussianPrivacyLoss,
  subsampledShuffleGaussianPrivacyLoss,
} from "../pld.js";

const response = (epsilon: number, categories: number): MechanismEvent => ({
  kind: "randomizedResponse",
  epsilon,
  categories,
});
const local = (epsilon: number): MechanismEvent => ({ kind: "local", epsilon });

/** delta at epsilon = 0 of the figure by clones. */
function totalVariation(event: MechanismEvent): number {
  return clones2023Pld.deltaAtEpsilon(event, { adjacency: "replace-one", epsilon: 0 }).delta.upper;
}

describe("what is beyond reach counts as what dominates it", () => {
  it.each([1e-9, 1e-12])("local epsilon %d", (epsilon) => {
    expect(totalVariation({ kind: "shuffle", users: 10, of: local(epsilon) })).toBeLessThan(2e-10);
  });

  it("reports beyond 1e9", { tags: ["slow"] }, () => {
    const users = 1e12;
    const all = clones2023Pld.epsilonAtDelta(
      { kind: "shuffle", users, of: local(1) },
      { adjacency: "replace-one", delta: 1e-6 },
    );
    const counted = clonesPrivacyLoss({ users: 1e9, localEpsilon: 1 }).epsilonAtDelta(1e-6);
    expect(all.epsilon.upper).toBeCloseTo(counted.upper, 12);
    expect(totalVariation({ kind: "checkInShuffle", users, checkInRate: 0.5, of: local(0.01) })).toBeLessThan(
      1e-5,
    );
  });

  it.each([2, 1000])("categories beyond 1e6 among %i users", (users) => {
    const at = (categories: number) =>
      totalVariation({ kind: "shuffle", users, of: response(1, categories) });
    expect(at(1e12)).toBeLessThanOrEqual(at(1e6));
    expect(at(1e12)).toBeLessThan(at(1e4));
  });

  it("more categories are dominated by fewer, at every epsilon", () => {
    const losses = [2, 3, 5, 20, 400].map((categories) =>
      shuffledResponsePrivacyLoss({ users: 50, localEpsilon: 1.5, categories }),
    );
    for (const epsilon of [0, 0.1, 0.4, 0.9]) {
      const deltas = losses.map((loss) => loss.deltaAtEpsilon(epsilon));
      deltas.slice(1).forEach(({ lower }, i) => {
        expect(lower).toBeLessThanOrEqual(deltas[i]!.upper);
      });
    }
  });
});

describe("builders refuse what they cannot compute in seconds", () => {
  it.each([
    () => clonesPrivacyLoss({ users: 1e12, localEpsilon: 1 }),
    () => clonesPrivacyLoss({ users: 1e12, sampled: 1e10, localEpsilon: 1 }),
    () => shuffledResponsePrivacyLoss({ users: 2, localEpsilon: 1, categories: 1e12 }),
    () => shuffleGaussianPrivacyLoss({ users: 1e9, noiseMultiplier: 1e-5 }),
    () => shuffleGaussianPrivacyLoss({ users: 1e12, noiseMultiplier: 0.1 }),
    () => checkInShuffleGaussianPrivacyLoss({ users: 1e12, checkInRate: 0.5, noiseMultiplier: 0.1 }),
    () => checkInShuffleGaussianPrivacyLoss({ users: 100, checkInRate: 0.5, noiseMultiplier: 0.01 }),
    () => subsampledShuffleGaussianPrivacyLoss({ users: 1e12, sampled: 1e12, noiseMultiplier: 1 }),
    () => randomAllocationPrivacyLoss({ steps: 1e12, noiseMultiplier: 1 }),
  ])("%s", (build) => {
    expect(build).toThrow(expect.objectContaining({ code: "OUT_OF_RANGE" }));
  });

  it("but draw a few reports from any number of users", () => {
    const { upper } = clonesPrivacyLoss({ users: 1e12, sampled: 1000, localEpsilon: 1 }).epsilonAtDelta(1e-6);
    expect(upper).toBeLessThan(1e-6);
  });
});

/**
 * At a delta below half the rate, the epsilon of a Gaussian is at least its median loss; that of a Laplace is
 * known.
 */
describe("losses of any size", () => {
  it.each([1e-2, 1e-3, 1e-5, 1e-8])("of noise %d count", { tags: ["slow"] }, (noise) => {
    for (const samplingRate of [0.0025, 0.5, 1]) {
      const gaussian = poissonGaussianPrivacyLoss({ samplingRate, noiseMultiplier: noise });
      const median = 1 / noise ** 2 / 2 + Math.log(samplingRate);
      expect(gaussian.epsilonAtDelta(0.4 * samplingRate).upper).toBeGreaterThanOrEqual(median);
      expect(gaussian.deltaAtEpsilon(1).upper).toBeGreaterThanOrEqual(samplingRate * (1 - 1e-9));
    }
    const laplaceScale = Math.max(noise, 0.02);
    const laplace = laplacePrivacyLoss({ laplaceScale });
    const exact = 1 / laplaceScale + 2 * Math.log1p(-1e-6);
    expect(laplace.epsilonAtDelta(1e-6).upper).toBeGreaterThanOrEqual(exact * (1 - 1e-15));
  });
});
