import { describe, expect, it, test } from "vitest";
import { gaussianDelta, gaussianEpsilon } from "../../../theorems/gaussian.js";
import { ChannelCurve } from "./channel-curve.js";

const DELTAS = [1e-30, 1e-3, 1e-12, 0.2, 1e-6, 1.1e-6, 1e-8, 0.04, 3e-5, 1e-6];

describe.each([0.01, 0.3, 4])("the curve of a Gaussian pair with shift %f", (deviation) => {
  const noiseMultiplier = 1 / deviation;
  let evaluations = 0;
  const deltaAt = (epsilon: number): number => {
    evaluations += 1;
    return gaussianDelta({ epsilon, noiseMultiplier });
  };
  const newCurve = (): ChannelCurve => new ChannelCurve({ deltaAt, deviation }, Infinity);

  test("is at most a chord above it", () => {
    const curve = newCurve();
    for (const delta of DELTAS) {
      const upper = gaussianEpsilon({ delta, noiseMultiplier });
      if (upper > 39) continue; // further out nothing is looked at
      expect(curve.epsilonAt(delta)).toBeGreaterThanOrEqual(upper * (1 - 1e-9));
      expect(curve.epsilonAt(delta)).toBeLessThan(upper * 1.01 + 0.01 * deviation);
    }
  });

  it("answers the same, whatever was asked before", () => {
    const curve = newCurve();
    for (const delta of DELTAS) expect(curve.epsilonAt(delta)).toBe(newCurve().epsilonAt(delta));
  });

  it("takes few evaluations between points that are known", () => {
    const curve = newCurve();
    for (const delta of DELTAS) curve.epsilonAt(delta);
    evaluations = 0;
    for (const delta of [2e-6, 3e-6, 5e-6]) curve.epsilonAt(delta);
    expect(evaluations).toBeLessThanOrEqual(12);
  });
});

describe("where few deltas hold", () => {
  const deltaAt = (epsilon: number): number => Math.max(0.01, gaussianDelta({ epsilon, noiseMultiplier: 2 }));

  test("an epsilon is nearly the report's own, which always holds", () => {
    const ownEpsilon = new ChannelCurve({ deltaAt, deviation: 0.5 }, 3).epsilonAt(1e-5);
    expect(ownEpsilon).toBeGreaterThan(2.99);
    expect(ownEpsilon).toBeLessThanOrEqual(3);
    expect(new ChannelCurve({ deltaAt, deviation: 0.5 }, Infinity).epsilonAt(1e-5)).toBe(Infinity);
  });

  test("it is 0 where delta pays for all", () => {
    expect(new ChannelCurve({ deltaAt, deviation: 0.5 }, 3).epsilonAt(0.5)).toBe(0);
  });
});
