import { describe, expect, it } from "vitest";
import vectors from "../../test/vectors/mechanisms/randomizers.json" with { type: "json" };
import type { SubsetResponseEvent } from "../privacy/index.js";
import { seededSource } from "../random/index.js";
import { capRandomizer } from "./_internal/cap-randomizer.js";
import { capMass, capMoment } from "./_internal/sphere-cap.js";
import { hemisphereRandomizer } from "./hemisphere-randomizer.js";
import { privUnitRandomizer } from "./priv-unit-randomizer.js";

const source = seededSource(71);
const refusal = (code: string) => expect.objectContaining({ code });
const gain = (epsilon: number) => 1 / Math.tanh(epsilon / 2);

describe("sphere caps", () => {
  it.each(vectors.caps)(
    "in dimension $dimension at $threshold agree with mpmath",
    ({ dimension, threshold, mass, moment }) => {
      // The mass enters the privacy claim, with a margin of 1e-12; the moment only the length of a report.
      expect(Math.abs(capMass(dimension, threshold) / Number(mass) - 1)).toBeLessThan(2e-13);
      expect(Math.abs(capMoment(dimension, threshold) / Number(moment) - 1)).toBeLessThan(1e-9);
    },
  );
});

describe("privUnitRandomizer", () => {
  it.each(vectors.bestCaps)("finds the best cap for d = $dimension, ε = $epsilon", (best) => {
    const { dimension, epsilon } = best;
    const { cap, capProbability, worstVariance } = privUnitRandomizer({
      localEpsilon: epsilon,
      dimension,
      bound: 3,
    });
    expect(cap.threshold / Number(best.threshold)).toBeCloseTo(1, 9);
    expect(capProbability / Number(best.capProbability)).toBeCloseTo(1, 9);
    expect(worstVariance / (3 / Number(best.meanHeight)) ** 2).toBeCloseTo(1, 9);
  });

  it.each([2, 5, 50, 13_706])(
    "in dimension %d keeps the density's two levels within e^ε, and close to it",
    (dimension) => {
      for (const epsilon of [1e-6, 0.37, 2, 8, 20]) {
        const { cap, capProbability } = privUnitRandomizer({ localEpsilon: epsilon, dimension, bound: 1 });
        const logRatio =
          Math.log(capProbability / (1 - capProbability)) - Math.log(cap.mass / (1 - cap.mass));
        const rounding = 1e-15 / (1 - capProbability);
        expect(logRatio).toBeLessThanOrEqual(epsilon + Math.max(0, rounding - 1e-12));
        expect(logRatio).toBeGreaterThan(epsilon - 1e-11 - rounding);
      }
    },
  );

  it("has less variance than any other cap tried, and than the hemisphere", () => {
    for (const [dimension, epsilon] of [
      [5, 0.5],
      [50, 2],
      [400, 6],
    ] as const) {
      const options = { dimension, localEpsilon: epsilon, bound: 1 };
      const best = privUnitRandomizer(options);
      for (const factor of [0.5, 0.9, 0.99, 1.01, 1.1, 1.5]) {
        const threshold = factor * best.cap.threshold;
        const cap = {
          threshold,
          mass: capMass(dimension, threshold),
          moment: capMoment(dimension, threshold),
        };
        expect(capRandomizer(options, "other", cap).worstVariance).toBeGreaterThan(best.worstVariance);
      }
      expect(hemisphereRandomizer(options).worstVariance).toBeGreaterThan(best.worstVariance);
    }
  });

  it("needs two dimensions", () => {
    expect(() => privUnitRandomizer({ localEpsilon: 1, dimension: 1, bound: 1 })).toThrow(
      refusal("OUT_OF_RANGE"),
    );
  });
});

describe("hemisphereRandomizer", () => {
  it.each(vectors.hemispheres)(
    "has Duchi, Jordan and Wainwright's length for d = $dimension, ε = $epsilon",
    (reference) => {
      const { dimension, epsilon, meanHeight } = reference;
      const { worstVariance } = hemisphereRandomizer({ localEpsilon: epsilon, dimension, bound: 0.37 });
      expect(Math.sqrt(worstVariance) * Number(meanHeight)).toBeCloseTo(0.37, 11);
    },
  );

  it("in one dimension is binary randomized response: ± (e^ε + 1)/(e^ε - 1)", () => {
    const randomizer = hemisphereRandomizer({ localEpsilon: 2, dimension: 1, bound: 0.37 });
    expect(randomizer.worstVariance).toBeCloseTo((0.37 * gain(2)) ** 2, 10);
    expect(randomizer.capProbability).toBeCloseTo(Math.exp(2) / (Math.exp(2) + 1), 11);
    expect(Math.abs(randomizer.randomize(source, [0.2])[0]!)).toBeCloseTo(0.37 * gain(2), 10);
  });
});

describe.each([
  ["hemisphereRandomizer", hemisphereRandomizer],
  ["privUnitRandomizer", privUnitRandomizer],
])("%s", (_name, create) => {
  it("stays below GDD21's constant 14 d, and is below 1.6 d for large d", () => {
    for (const dimension of [2, 10, 1000, 13_706]) {
      for (const epsilon of [0.1, 1, 2, 5]) {
        const { worstVariance } = create({ localEpsilon: epsilon, dimension, bound: 0.37 });
        expect(worstVariance).toBeLessThan(14 * 0.37 ** 2 * dimension * gain(epsilon) ** 2);
        if (dimension >= 1000)
          expect(worstVariance).toBeLessThan(1.6 * 0.37 ** 2 * dimension * gain(epsilon) ** 2);
      }
    }
  });

  it("sends vectors of one length only, whatever the value", () => {
    const randomizer = create({ localEpsilon: 2, dimension: 4, bound: 0.37 });
    for (const value of [
      [0, 0, 0, 0],
      [0.37, 0, 0, 0],
      [0.1, 0.1, -0.1, 0.1],
      [30, 40, 0, 0],
    ]) {
      const report = randomizer.randomize(source, value);
      expect(report.reduce((sum, entry) => sum + entry * entry, 0) / randomizer.worstVariance).toBeCloseTo(
        1,
        12,
      );
    }
  });

  it("says its variance, event and size", () => {
    const randomizer = create({ localEpsilon: 2, dimension: 4, bound: 0.37 });
    expect(randomizer.variance([0.1, 0.2, 0, 0])).toBeCloseTo(randomizer.worstVariance - 0.05, 12);
    expect(randomizer.variance([3, 4, 0, 0])).toBeCloseTo(randomizer.worstVariance - 0.37 ** 2, 12);
    const event = randomizer.describe() as SubsetResponseEvent;
    expect(event).toEqual({ kind: "subsetResponse", epsilon: 2, mass: event.mass });
    expect(event.mass).toBeGreaterThanOrEqual(randomizer.cap.mass);
    expect(event.mass).toBeLessThanOrEqual(Math.min(0.5, randomizer.cap.mass * (1 + 1e-8)));
    expect(randomizer.bitsPerReport).toBe(256);
  });

  it("decodes by averaging", () => {
    const randomizer = create({ localEpsilon: 2, dimension: 2, bound: 1 });
    const length = randomizer.reportLength;
    const [x, y] = randomizer.decodeMean([
      Float64Array.of(0.6 * length, 0.8 * length),
      Float64Array.of(length, 0),
    ]);
    expect(x! / length).toBeCloseTo(0.8, 14);
    expect(y! / length).toBeCloseTo(0.4, 14);
  });

  it("refuses what it documents", () => {
    const randomizer = create({ localEpsilon: 2, dimension: 2, bound: 1 });
    for (const bad of [{ localEpsilon: 0 }, { localEpsilon: 31 }, { dimension: 0 }, { bound: -1 }]) {
      expect(() => create({ localEpsilon: 1, dimension: 3, bound: 1, ...bad })).toThrow(
        refusal("OUT_OF_RANGE"),
      );
    }
    expect(() => randomizer.randomize(source, [1, 2, 3])).toThrow(refusal("BAD_INPUT"));
    expect(() => randomizer.randomize(source, [1, Number.NaN])).toThrow(refusal("OUT_OF_RANGE"));
    expect(() => randomizer.decodeMean([])).toThrow(refusal("BAD_INPUT"));
    expect(() => randomizer.decodeMean([Float64Array.of(1)])).toThrow(refusal("BAD_INPUT"));
    expect(() => randomizer.decodeMean([Float64Array.of(1, Number.NaN)])).toThrow(refusal("OUT_OF_RANGE"));
  });
});
