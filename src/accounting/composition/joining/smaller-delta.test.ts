import { expect, it } from "vitest";
import type { Guarantee } from "../../../privacy/index.js";
import { gaussianDelta, gaussianEpsilon } from "../../theorems/gaussian.js";
import type { Part } from "./part.js";
import { smallerDelta } from "./smaller-delta.js";

/** A Gaussian mechanism: as many of them as parts are one of more noise, whose delta nothing falls below. */
const part = (noiseMultiplier: number): Part => ({
  words: "a part",
  epsilonAt: (delta) => {
    const upper = gaussianEpsilon({ noiseMultiplier, delta });
    return {
      delta,
      epsilon: { lower: 0, estimate: upper, upper },
      side: "upper",
      status: "proven",
    } as Guarantee;
  },
  deltaAt: () => undefined,
});

it.each([2, 7, 20])("finds again what epsilon %d was found at, from any delta above", (epsilon) => {
  const parts = [part(1.5), part(4)];
  const found = smallerDelta(parts, epsilon, 0.9)!;
  expect(found.sum.total).toBeLessThanOrEqual(epsilon);
  const least = gaussianDelta({ epsilon, noiseMultiplier: 1 / Math.hypot(1 / 1.5, 1 / 4) });
  expect(found.delta).toBeGreaterThanOrEqual(least);
  expect(smallerDelta(parts, epsilon, found.delta / 2)).toBeUndefined();
  expect(found.sum.figures.reduce((sum, { delta }) => sum + delta, 0)).toBeLessThanOrEqual(found.delta);
});

it("finds none where the parts spend more at any delta", () => {
  expect(smallerDelta([part(0.1), part(0.1)], 0.01, 1e-3)).toBeUndefined();
});
