import { describe, expect, it } from "vitest";
import { scriptedSource } from "../../test/statistical/scripted-source.js";
import vectors from "../../test/vectors/mechanisms/randomizers.json" with { type: "json" };
import { seededSource } from "../random/index.js";
import { drawBelow, rationalOf } from "./_internal/exact-coins.js";
import { discreteGaussian } from "./discrete-gaussian.js";
import { discreteLaplace } from "./discrete-laplace.js";
import { gaussianMechanism } from "./gaussian-mechanism.js";

const refusal = (code: string) => expect.objectContaining({ code });

describe("discreteGaussian", () => {
  it.each(vectors.discreteGaussians)(
    "σ = $stdDev, Δ = $sensitivity, ε = $epsilon agrees with the definition",
    (reference) => {
      const { stdDev, sensitivity, epsilon } = reference;
      const noise = discreteGaussian({ stdDev, sensitivity });
      expect(noise.probability(0) / Number(reference.atZero)).toBeCloseTo(1, 13);
      expect(noise.variance / Number(reference.variance)).toBeCloseTo(1, 13);
      const excess = noise.deltaAtEpsilon(epsilon) / Number(reference.delta) - 1;
      expect(excess).toBeGreaterThan(0);
      expect(excess).toBeLessThan(2e-9);
    },
  );

  it("takes the two forms of its normalizer to the same value where they meet", () => {
    const [below, above] = [1 - 1e-12, 1].map((stdDev) => discreteGaussian({ stdDev, sensitivity: 1 }));
    expect(below!.probability(0)).toBeCloseTo(above!.probability(0), 11);
    expect(below!.variance).toBeCloseTo(above!.variance, 11);
  });

  it("never claims δ = 0, and ends for an ε beyond all its mass", () => {
    const noise = discreteGaussian({ stdDev: 0.37, sensitivity: 1 });
    expect(noise.deltaAtEpsilon(1e300)).toBeGreaterThan(0);
    expect(noise.describe(0.5)).toEqual({ kind: "local", epsilon: 0.5, delta: noise.deltaAtEpsilon(0.5) });
  });

  it("has a δ that never rises with ε", () => {
    const noise = discreteGaussian({ stdDev: 2.3, sensitivity: 1 });
    const deltas = Array.from({ length: 60 }, (_, index) => noise.deltaAtEpsilon(index / 20));
    for (let index = 1; index < 60; index++) expect(deltas[index]).toBeLessThanOrEqual(deltas[index - 1]!);
  });

  it.each([0.37, 1.1, 9.48])(
    "σ = %d: has at most the continuous Gaussian's Rényi divergence, at integer and other orders",
    (stdDev) => {
      const noise = discreteGaussian({ stdDev, sensitivity: 1 });
      for (const shift of [1, 2]) {
        for (const order of [1.01, 1.5, 2, 3.7, 4]) {
          let moment = 0;
          for (let z = -400; z <= 400; z++) {
            const exponent = order * z ** 2 + (1 - order) * (z - shift) ** 2;
            moment += noise.probability(0) * Math.exp(-exponent / (2 * stdDev ** 2));
          }
          const bound = (order * shift ** 2) / (2 * stdDev ** 2);
          expect(Math.log(moment) / (order - 1)).toBeLessThanOrEqual(bound * (1 + 1e-9));
        }
      }
    },
  );

  it("refuses what it documents", () => {
    for (const stdDev of [0, 2 ** -11, 2 ** 17, Number.NaN]) {
      expect(() => discreteGaussian({ stdDev, sensitivity: 1 })).toThrow(refusal("OUT_OF_RANGE"));
    }
    expect(() => discreteGaussian({ stdDev: 1, sensitivity: 0.5 })).toThrow(refusal("OUT_OF_RANGE"));
    expect(() => discreteGaussian({ stdDev: 1, sensitivity: 1 }).probability(0.5)).toThrow(
      refusal("OUT_OF_RANGE"),
    );
    expect(() => discreteGaussian({ stdDev: 1, sensitivity: 1 }).deltaAtEpsilon(-1)).toThrow(
      refusal("OUT_OF_RANGE"),
    );
  });
});

describe("discreteLaplace", () => {
  const noise = discreteLaplace({ epsilon: 0.9, sensitivity: 3 });

  it("has a law that sums to 1 with the variance it says", () => {
    let total = 0;
    let variance = 0;
    for (let value = -300; value <= 300; value++) {
      total += noise.probability(value);
      variance += value ** 2 * noise.probability(value);
    }
    expect(total).toBeCloseTo(1, 13);
    expect(noise.variance / variance).toBeCloseTo(1, 12);
  });

  it("is ε-DP for integers that differ by the sensitivity, and no better", () => {
    for (const value of [-7, -3, -1, 0, 2, 9]) {
      expect(Math.abs(Math.log(noise.probability(value) / noise.probability(value + 3)))).toBeLessThanOrEqual(
        0.9 + 1e-14,
      );
    }
    expect(Math.log(noise.probability(5) / noise.probability(8))).toBeCloseTo(0.9, 13);
    expect(noise.describe()).toEqual({ kind: "local", epsilon: 0.9 });
  });

  it("refuses what it documents", () => {
    expect(() => discreteLaplace({ epsilon: 0, sensitivity: 1 })).toThrow(refusal("OUT_OF_RANGE"));
    expect(() => discreteLaplace({ epsilon: 1, sensitivity: 0 })).toThrow(refusal("OUT_OF_RANGE"));
    expect(() => noise.probability(Number.NaN)).toThrow(refusal("OUT_OF_RANGE"));
  });
});

describe("exact arithmetic", () => {
  it("takes doubles at their very value", () => {
    expect(rationalOf(0.1)).toEqual({ numerator: 3602879701896397n, denominator: 36028797018963968n });
    expect(rationalOf(6)).toEqual({ numerator: 6n, denominator: 1n });
    expect(rationalOf(2 ** -1074)).toEqual({ numerator: 1n, denominator: 2n ** 1074n });
  });

  it("draws integers of any size, and draws again where a remainder would be unfair", () => {
    expect(drawBelow(scriptedSource(1, 2, 3), 2n ** 96n)).toBe((1n << 64n) + (2n << 32n) + 3n);
    const top = 2 ** 32 - 1;
    expect(drawBelow(scriptedSource(top, top, 0, 7), 2n ** 64n - 1n)).toBe(7n);
    expect(drawBelow(scriptedSource(top, 8), 3n)).toBe(2n);
    const source = seededSource(81);
    for (let trial = 0; trial < 100; trial++) expect(drawBelow(source, 10n ** 30n)).toBeLessThan(10n ** 30n);
  });
});

describe("gaussianMechanism", () => {
  const mechanism = gaussianMechanism({ noiseMultiplier: 0.37, sensitivity: 2 });

  it("adds noise of multiplier times sensitivity", () => {
    expect(mechanism.stdDev).toBeCloseTo(0.74, 15);
    expect(mechanism.variance(10)).toBeCloseTo(10 * 0.74 ** 2, 13);
    expect(mechanism.describe()).toEqual({ kind: "gaussian", noiseMultiplier: 0.37 });
    const shifted = Float64Array.of(100, 200, 300);
    const noise = new Float64Array(3);
    mechanism.addNoise(seededSource(4), shifted);
    mechanism.addNoise(seededSource(4), noise);
    shifted.forEach((entry, index) => {
      expect(entry).toBeCloseTo(100 * (index + 1) + noise[index]!, 12);
      expect(noise[index]).not.toBe(0);
    });
  });

  it("refuses what it documents", () => {
    expect(() => gaussianMechanism({ noiseMultiplier: 0, sensitivity: 1 })).toThrow(refusal("OUT_OF_RANGE"));
    expect(() => gaussianMechanism({ noiseMultiplier: 1, sensitivity: Number.NaN })).toThrow(
      refusal("OUT_OF_RANGE"),
    );
  });
});
