import { describe, expect, it } from "vitest";
import {
  discreteGaussian,
  discreteLaplace,
  gaussianMechanism,
  type IntegerNoise,
} from "../../src/mechanisms/index.js";
import { seededSource } from "../../src/random/index.js";
import { shortAndLong } from "../short-and-long.js";
import { chiSquareTails, FALSE_ALARM, fitPValue, twoSided } from "./exact-tails.js";

const range = (count: number) => Array.from({ length: count }, (_, index) => index);

describe("integer noise follows its exact law; 5 % more spread is rejected (seed 93, false alarm 1e-6)", () => {
  function lawPValue(sampled: IntegerNoise, stated: IntegerNoise, reach: number): number {
    const source = seededSource(93);
    const counts = new Float64Array(2 * reach + 1);
    for (let trial = 0; trial < 30_000; trial++) {
      counts[Math.max(-reach, Math.min(reach, sampled.sample(source))) + reach]!++;
    }
    const chances = range(2 * reach + 1).map((cell) => stated.probability(cell - reach));
    const tail = (1 - chances.reduce((sum, chance) => sum + chance, 0)) / 2;
    chances[0]! += tail;
    chances[2 * reach]! += tail;
    return fitPValue(counts, chances);
  }

  for (const [cases, options] of shortAndLong(
    [
      [0.37, 1],
      [1, 3],
      [9.48, 22],
      [33.3, 60],
    ],
    ([stdDev]) => stdDev < 9,
  )) {
    it.each(cases)("discreteGaussian, σ = %d", options, (stdDev, reach) => {
      const [stated, wider] = [stdDev, 1.05 * stdDev].map((value) =>
        discreteGaussian({ stdDev: value, sensitivity: 1 }),
      );
      expect(lawPValue(stated!, stated!, reach)).toBeGreaterThan(FALSE_ALARM);
      expect(lawPValue(wider!, stated!, reach)).toBeLessThan(FALSE_ALARM);
    });
  }

  it.each([
    [2.3, 1, 3],
    [0.9, 3, 12],
    [0.37, 2, 18],
  ])("discreteLaplace, ε = %d, Δ = %d", (epsilon, sensitivity, reach) => {
    const [stated, wider] = [epsilon, epsilon / 1.05].map((value) =>
      discreteLaplace({ epsilon: value, sensitivity }),
    );
    expect(lawPValue(stated!, stated!, reach)).toBeGreaterThan(FALSE_ALARM);
    expect(lawPValue(wider!, stated!, reach)).toBeLessThan(FALSE_ALARM);
  });
});

it("gaussianMechanism: a million noises have deviation multiplier times sensitivity, and not 1 % more (seed 94, false alarm 1e-6)", () => {
  const pValue = (noiseMultiplier: number) => {
    const vector = new Float64Array(1_000_000);
    gaussianMechanism({ noiseMultiplier, sensitivity: 2 }).addNoise(seededSource(94), vector);
    const squares = vector.reduce((sum, entry) => sum + (entry / (2 * 0.37)) ** 2, 0);
    return twoSided(chiSquareTails(squares, vector.length));
  };
  expect(pValue(0.37)).toBeGreaterThan(FALSE_ALARM);
  expect(pValue(1.01 * 0.37)).toBeLessThan(FALSE_ALARM);
});
