import { describe, expect, it } from "vitest";
import { seededSource } from "../random/index.js";
import { directionOf } from "./_internal/unit-vectors.js";
import { gaussianMechanism } from "./gaussian-mechanism.js";
import { hemisphereRandomizer } from "./hemisphere-randomizer.js";
import { l1Randomizer } from "./l1-randomizer.js";
import { linfRandomizer } from "./linf-randomizer.js";
import type { BallOptions, VectorRandomizer } from "./local-randomizer.js";
import { privUnitRandomizer } from "./priv-unit-randomizer.js";

const MIN_COORDINATE = Number.MIN_VALUE;
const MAX_COORDINATE = 2 ** 500;
const VALUES = [
  [0, 0, 0],
  [MIN_COORDINATE, 0, 0],
  [MIN_COORDINATE, -MIN_COORDINATE, MIN_COORDINATE],
  [1e-310, 0, 0],
  [1e-310, -3e-320, 2e-308],
  [1e-160, 1e-170, 0],
  [MIN_COORDINATE, -1, 1e-310],
  [MAX_COORDINATE, -MAX_COORDINATE, MAX_COORDINATE],
  [MAX_COORDINATE, 1e-310, -1],
];
const OPTIONS = { localEpsilon: 1, dimension: 3, bound: 1 };
const source = seededSource(201);
const lengthOf = (vector: ArrayLike<number>): number => Math.hypot(...Array.from(vector));

describe.each(VALUES.slice(1))("the direction of (%d, %d, %d)", (...value) => {
  it("is a unit vector along it", () => {
    const direction = directionOf(value);
    const largest = Math.max(...value.map(Math.abs));
    const shares = value.map((entry) => entry / largest);
    expect(Math.abs(lengthOf(direction) - 1)).toBeLessThan(4 * Number.EPSILON);
    for (const [index, share] of shares.entries()) {
      expect(direction[index]).toBeCloseTo(share / lengthOf(shares), 14);
    }
  });
});

describe.each([
  ["hemisphereRandomizer", hemisphereRandomizer],
  ["privUnitRandomizer", privUnitRandomizer],
])("%s", (_name, create) => {
  it.each(VALUES)("sends one length only about (%d, %d, %d)", (...value) => {
    const randomizer = create(OPTIONS);
    expect(randomizer.variance(value)).toBeGreaterThan(0);
    for (let trial = 0; trial < 200; trial++) {
      const length = lengthOf(randomizer.randomize(source, value));
      expect(Math.abs(length / randomizer.reportLength - 1)).toBeLessThan(1e-13);
    }
  });

  it("keeps a short value's direction where the bound is as short", () => {
    const bound = 1e-90;
    const randomizer = create({ localEpsilon: 8, dimension: 3, bound });
    const reports = Array.from({ length: 2000 }, () => randomizer.randomize(source, [0, bound, 0]));
    const mean = randomizer.decodeMean(reports);
    const deviation = Math.sqrt(randomizer.worstVariance / reports.length);
    expect(Math.abs(mean[1]! - bound)).toBeLessThan(6 * deviation);
    expect(6 * deviation).toBeLessThan(0.5 * bound);
  });
});

describe.each([
  ["linfRandomizer", linfRandomizer],
  ["l1Randomizer", l1Randomizer],
])("%s", (_name, create) => {
  it.each(VALUES)("has a law within e^ε of the zero vector's for (%d, %d, %d)", (...value) => {
    const randomizer = create(OPTIONS);
    let total = 0;
    for (let report = 0; report < randomizer.reportCount; report++) {
      const probability = randomizer.probability(report, value);
      const ratio = probability / randomizer.probability(report, [0, 0, 0]);
      expect(Math.abs(Math.log(ratio))).toBeLessThanOrEqual(1);
      total += probability;
    }
    expect(total).toBeCloseTo(1, 12);
    expect(randomizer.variance(value)).toBeGreaterThan(0);
    expect(randomizer.randomize(source, value)).toBeLessThan(randomizer.reportCount);
  });
});

describe("sizes that no double holds", () => {
  const refusal = expect.objectContaining({ code: "OUT_OF_RANGE" });

  it.each<[string, (options: BallOptions) => VectorRandomizer<unknown>]>([
    ["hemisphereRandomizer", hemisphereRandomizer],
    ["privUnitRandomizer", privUnitRandomizer],
    ["linfRandomizer", linfRandomizer],
    ["l1Randomizer", l1Randomizer],
  ])(
    "%s refuses them; the smallest and largest allowed give finite reports, means and variances",
    (_name, create) => {
      for (const bound of [MIN_COORDINATE, 1e-101, 1.1e100, 1e308]) {
        expect(() => create({ ...OPTIONS, bound })).toThrow(refusal);
      }
      for (const bound of [1e-100, 1e100]) {
        for (const epsilon of [1e-6, 30]) {
          const randomizer = create({ localEpsilon: epsilon, dimension: 3, bound });
          const mean = randomizer.decodeMean([randomizer.randomize(source, [bound, 0, -bound])]);
          expect(mean.every(Number.isFinite)).toBe(true);
          expect(lengthOf(mean)).toBeGreaterThan(0.99 * bound);
          expect(randomizer.worstVariance).toBeGreaterThan(0.99 * bound ** 2);
          expect(randomizer.worstVariance).toBeLessThan(Number.POSITIVE_INFINITY);
        }
      }
    },
  );

  it("gaussianMechanism refuses a deviation that is zero, infinite or has no square", () => {
    for (const [noiseMultiplier, sensitivity] of [
      [1e-200, 1e-200],
      [1e-160, 1e-160],
      [1e200, 1e200],
      [1, 1e101],
    ] as const) {
      expect(() => gaussianMechanism({ noiseMultiplier, sensitivity })).toThrow(refusal);
    }
    expect(() => gaussianMechanism({ noiseMultiplier: 1e-200, sensitivity: 1e-200 })).toThrow(
      /noiseMultiplier \* sensitivity must be a finite number in \[1e-100, 1e100\], got 0; that is 1e-200 \* 1e-200/,
    );
    expect(gaussianMechanism({ noiseMultiplier: 1e200, sensitivity: 1e-200 }).stdDev).toBeCloseTo(1, 12);
    const { variance } = gaussianMechanism({ noiseMultiplier: 1e100, sensitivity: 1 });
    expect(variance(Number.MAX_SAFE_INTEGER)).toBeLessThan(Number.POSITIVE_INFINITY);
  });

  it.each([1, 2, 3, 7, 1025])("gaussianMechanism puts noise on each of %d entries", (count) => {
    for (const vector of [new Float64Array(count), new Float32Array(count)]) {
      gaussianMechanism({ noiseMultiplier: 3, sensitivity: 1 }).addNoise(seededSource(count), vector);
      expect(vector.every((entry) => entry !== 0)).toBe(true);
    }
  });

  it("gaussianMechanism releases multiples of a grid, and loses no entry however large", () => {
    const { addNoise } = gaussianMechanism({ noiseMultiplier: 3, sensitivity: 1 });
    const vector = Float64Array.of(Math.PI, -1e-9, 0, 1e16);
    addNoise(seededSource(5), vector);
    for (const entry of vector) expect(Number.isInteger(entry * 2 ** 23)).toBe(true);
    expect(Math.abs(vector[0]! - Math.PI)).toBeLessThan(40);
    const huge = Float64Array.of(1e300, -1e300, Infinity);
    gaussianMechanism({ noiseMultiplier: 1e-100, sensitivity: 1 }).addNoise(seededSource(5), huge);
    expect([...huge]).toEqual([1e300, -1e300, Infinity]);
  });
});
