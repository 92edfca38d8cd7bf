import fc from "fast-check";
import { describe, expect, test } from "vitest";
import reference from "../../../test/vectors/reference/reference.json" with { type: "json" };
import vectors from "../../../test/vectors/weights/weight-shuffle.json" with { type: "json" };
import { gaussianDelta } from "./gaussian.js";
import { type WeightShuffleStep, weightShuffleDelta, weightShuffleEpsilon } from "./weight-shuffle.js";
import { weightShuffleStepBudget, weightShuffleTotalEpsilon } from "./weight-shuffle-budget.js";
import { calibrateWeightShuffle, type WeightShuffleCalibration } from "./weight-shuffle-calibration.js";

interface Case {
  readonly name: string;
  readonly params: WeightShuffleStep & {
    epsilon: number;
    delta: number;
    samplingRate: number;
    steps: number;
  };
  readonly value: string;
}
const cases = vectors.cases as unknown as readonly Case[];
const named = (name: string) => cases.filter((one) => one.name === name);

describe("Equation 25", () => {
  test.each(named("weightShuffleDelta"))("$params", ({ params, value }) => {
    expect(weightShuffleDelta(params)).toBeCloseTo(Number(value), 14);
  });

  test.each(reference.cases.filter(({ name }) => name === "weightShuffleDelta.equation25"))(
    "$params",
    ({ params, value }) => {
      const { epsilon, noiseMultiplier, dimension, clip, batchClip } = params as Record<string, number>;
      const batchClipRatio = batchClip! / clip!;
      const delta = weightShuffleDelta({
        epsilon: epsilon!,
        noiseMultiplier: noiseMultiplier!,
        dimension: dimension!,
        batchClipRatio,
      });
      expect(delta / Number(value) - 1).toBeCloseTo(0, 12);
    },
  );

  test("is the plain Gaussian where the other permutations have no weight", () => {
    for (const [epsilon, noiseMultiplier] of [
      [0.3, 0.1],
      [40, 0.09],
      [1, 0.05],
    ] as const) {
      const published = weightShuffleDelta({ epsilon, noiseMultiplier, dimension: 2, batchClipRatio: 5 });
      expect(published / gaussianDelta({ epsilon, noiseMultiplier }) - 1).toBeCloseTo(0, 12);
    }
  });

  test.each([1e-8, 1e-3, 0.3, 1e6, 1e9])("stays a number at noise multiplier %f", (noiseMultiplier) => {
    for (const epsilon of [0, 1e-6, 1e5]) {
      for (const dimension of [2, 1e12]) {
        const delta = weightShuffleDelta({ epsilon, noiseMultiplier, dimension, batchClipRatio: 1 });
        expect(Math.abs(delta)).toBeLessThanOrEqual(1);
      }
    }
  });

  test("the inverse is where it crosses delta", () => {
    const mechanism = { noiseMultiplier: 0.2, dimension: 1000, batchClipRatio: 1 };
    const epsilon = weightShuffleEpsilon({ ...mechanism, delta: 1e-6 });
    expect(weightShuffleDelta({ ...mechanism, epsilon })).toBeLessThanOrEqual(1e-6);
    expect(weightShuffleDelta({ ...mechanism, epsilon: epsilon * (1 - 1e-9) })).toBeGreaterThan(1e-6);
    expect(weightShuffleEpsilon({ ...mechanism, noiseMultiplier: 3, delta: 1e-6 })).toBe(0);
  });
});

describe("why it is refuted", () => {
  test.each(named("trueSpikeDelta"))(
    "on its own worst direction the true delta exceeds it: $params",
    ({ params, value }) => {
      expect(weightShuffleDelta(params)).toBeLessThan(0);
      expect(Number(value)).toBeGreaterThan(2e-4);
      expect(Number(value)).toBeLessThan(gaussianDelta(params)); // and the plain Gaussian bounds it
    },
  );

  test("a change along (1, ..., 1) is the plain Gaussian, by a permutation-invariant statistic", () => {
    // d = 2: the scaled sum of the entries survives every permutation and is N(0, s^2) against N(1, s^2).
    const published = { noiseMultiplier: 0.274, dimension: 85_800_000, batchClipRatio: 1 };
    const epsilon = 0.104;
    expect(weightShuffleDelta({ ...published, epsilon })).toBeLessThan(0.01);
    expect(gaussianDelta({ epsilon, noiseMultiplier: 0.274 })).toBeGreaterThan(0.92);
  });
});

describe("the published run", () => {
  const fields: Record<string, (run: WeightShuffleCalibration) => number> = {
    "step.epsilon": (run) => run.step.epsilon,
    "step.delta": (run) => run.step.delta,
    publishedNoiseMultiplier: (run) => run.publishedNoiseMultiplier,
    plainNoiseMultiplier: (run) => run.plainNoiseMultiplier,
    equalEntryDelta: (run) => run.equalEntryDelta,
  };

  test.each(cases.filter(({ name }) => name in fields))("$name of $params", ({ name, params, value }) => {
    const run = calibrateWeightShuffle(params);
    expect(fields[name]!(run) / Number(value) - 1).toBeCloseTo(0, 10);
    expect(run.status).toBe("refuted");
  });

  test("ViT at epsilon 0.25: 0.274 against 37.9, and a true step delta of 0.93 for the promised 2.5e-7", () => {
    const run = calibrateWeightShuffle({
      epsilon: 0.25,
      delta: 5e-6,
      samplingRate: 1000 / 50000,
      steps: 500,
      dimension: 85_800_000,
      batchClipRatio: 1,
    });
    expect(run.publishedNoiseMultiplier).toBeCloseTo(0.274, 3);
    expect(run.plainNoiseMultiplier).toBeCloseTo(37.94, 2);
    expect(run.step.delta).toBeCloseTo(2.5e-7, 15);
    expect(run.equalEntryDelta).toBeCloseTo(0.928, 3);
  });

  test("falls back to plain DP-SGD where shuffling gains nothing, and is then proven", () => {
    const run = calibrateWeightShuffle({
      epsilon: 2000,
      delta: 1e-5,
      samplingRate: 1,
      steps: 1,
      dimension: 10,
      batchClipRatio: 1,
    });
    expect(run.shuffles).toBe(false);
    expect(run.status).toBe("proven");
    expect(run.equalEntryDelta).toBeLessThanOrEqual(run.step.delta);
  });

  test("the total epsilon of the published noise is the budget", () => {
    const run = { samplingRate: 0.02, steps: 500, dimension: 85_800_000, batchClipRatio: 1 };
    const { publishedNoiseMultiplier: noiseMultiplier } = calibrateWeightShuffle({
      ...run,
      epsilon: 0.25,
      delta: 5e-6,
    });
    expect(weightShuffleTotalEpsilon({ ...run, noiseMultiplier, delta: 5e-6 })).toBeCloseTo(0.25, 9);
  });
});

test("the plain noise keeps the step's promise at every budget", () => {
  fc.assert(
    fc.property(
      fc.double({ min: -3, max: 1.5, noNaN: true }).map((x) => 10 ** x),
      fc.double({ min: -12, max: -3, noNaN: true }).map((x) => 10 ** x),
      fc.integer({ min: 1, max: 100_000 }),
      fc.double({ min: 0.001, max: 1, noNaN: true }),
      (epsilon, delta, steps, samplingRate) => {
        const run = calibrateWeightShuffle({
          epsilon,
          delta,
          samplingRate,
          steps,
          dimension: 1e6,
          batchClipRatio: 1,
        });
        const noiseMultiplier = run.plainNoiseMultiplier;
        expect(gaussianDelta({ epsilon: run.step.epsilon, noiseMultiplier })).toBeLessThanOrEqual(
          run.step.delta,
        );
        expect(run.publishedNoiseMultiplier).toBeLessThanOrEqual(noiseMultiplier * (1 + 1e-9));
        expect(weightShuffleStepBudget({ epsilon, delta, samplingRate, steps }).epsilon).toBeGreaterThan(0);
      },
    ),
    { numRuns: 40 },
  );
});

const valid = {
  noiseMultiplier: 1,
  dimension: 10,
  batchClipRatio: 1,
  epsilon: 1,
  delta: 1e-6,
  samplingRate: 0.1,
  steps: 10,
};
test.each([
  { noiseMultiplier: 0 },
  { dimension: 1 },
  { dimension: 2.5 },
  { batchClipRatio: 0 },
  { epsilon: -1 },
  { delta: 0 },
  { samplingRate: 2 },
  { steps: 0 },
])("refuses %s", (wrong) => {
  const all = () => {
    const options = { ...valid, ...wrong };
    weightShuffleDelta(options);
    weightShuffleEpsilon(options);
    weightShuffleTotalEpsilon(options);
    calibrateWeightShuffle(options);
  };
  expect(all).toThrow(expect.objectContaining({ code: "OUT_OF_RANGE" }));
});

test("says when sampling alone meets the budget", () => {
  const run = { ...valid, delta: 0.5, samplingRate: 1e-6 };
  expect(() => calibrateWeightShuffle(run)).toThrow(expect.objectContaining({ code: "NOT_APPLICABLE" }));
  expect(weightShuffleTotalEpsilon(run)).toBe(0);
});
