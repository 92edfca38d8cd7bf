import { describe, expect, it } from "vitest";
import type { DeltaGuarantee, Guarantee } from "../../../privacy/index.js";
import { gaussianDelta, gaussianEpsilon } from "../../theorems/gaussian.js";
import type { Part } from "./part.js";
import { splitDelta } from "./split-delta.js";
import { splitEpsilon } from "./split-epsilon.js";

const exactly = (value: number) => ({ lower: value, estimate: value, upper: value });

function gaussian(noiseMultiplier: number): Part {
  return {
    words: "Gaussian",
    epsilonAt: (delta) =>
      ({ delta, epsilon: exactly(gaussianEpsilon({ noiseMultiplier, delta })) }) as Guarantee,
    deltaAt: (epsilon) =>
      ({ epsilon, delta: exactly(gaussianDelta({ noiseMultiplier, epsilon })) }) as DeltaGuarantee,
  };
}

/** Randomized response: all or nothing. */
function pure(own: number): Part {
  const deltaOf = (epsilon: number): number => Math.max(0, -Math.expm1(epsilon - own) / (1 + Math.exp(-own)));
  return {
    words: "pure",
    epsilonAt: (delta) => ({ delta, epsilon: exactly(own) }) as Guarantee,
    deltaAt: (epsilon) => ({ epsilon, delta: exactly(deltaOf(epsilon)) }) as DeltaGuarantee,
  };
}

describe("epsilon is split", () => {
  it.each([1e-12, 1e-8, 1e-5, 1e-2])("so that delta is what epsilon was asked at, %f", (delta) => {
    for (const parts of [
      [gaussian(1), gaussian(1)],
      [gaussian(0.4), gaussian(5)],
      [gaussian(20), gaussian(0.7)],
      [gaussian(2), pure(1)],
      [gaussian(1), gaussian(2), gaussian(3), pure(0.5)],
    ]) {
      const { total } = splitDelta(parts, delta)!;
      const found = splitEpsilon(parts, total)!;
      expect(found.total).toBeLessThan(1.25 * delta);
      const spent = found.figures.reduce((sum, { epsilon }) => sum + epsilon, 0);
      expect(spent).toBeLessThanOrEqual(total);
    }
  });

  it("nearly as well as by a fine search", () => {
    const [one, other] = [gaussian(1), gaussian(3)];
    for (const epsilon of [0.5, 2, 6]) {
      let least = 1;
      for (let share = 0.001; share < 1; share += 0.001) {
        const sum =
          one.deltaAt(share * epsilon)!.delta.upper + other.deltaAt((1 - share) * epsilon)!.delta.upper;
        least = Math.min(least, sum);
      }
      const { total } = splitEpsilon([one, other], epsilon)!;
      expect(total).toBeGreaterThan(least * 0.999);
      expect(total).toBeLessThan(least * 1.1);
    }
  });

  it("not at all where a part has no figure", () => {
    const mute: Part = { words: "mute", epsilonAt: () => undefined, deltaAt: () => undefined };
    expect(splitEpsilon([gaussian(1), mute], 1)).toBeUndefined();
  });
});
