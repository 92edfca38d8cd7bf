import fc from "fast-check";
import { describe, expect, test } from "vitest";
import vectors from "../../../test/vectors/central/gaussian.json" with { type: "json" };
import { gaussianDelta, gaussianEpsilon, gaussianNoiseMultiplier } from "./gaussian.js";

interface Case {
  readonly name: string;
  readonly params: { epsilon: number; delta: number; noiseMultiplier: number };
  readonly value: string;
}

const casesOf = (name: string) =>
  (vectors.cases as Case[]).filter(({ name: each, params }) => each === name && !(params.delta < 1e-100));

describe("against 20-digit values", () => {
  test.each(casesOf("gaussianDelta"))("delta of $params", ({ params, value }) => {
    const excess = gaussianDelta(params) / Number(value) - 1;
    expect(excess).toBeGreaterThanOrEqual(0);
    expect(excess).toBeLessThan(1e-11);
  });

  test.each(casesOf("gaussianEpsilon"))("epsilon of $params", ({ params, value }) => {
    const excess = gaussianEpsilon(params) / Number(value) - 1;
    expect(excess).toBeGreaterThanOrEqual(0);
    expect(excess).toBeLessThan(1e-12);
  });

  test.each(casesOf("gaussianEpsilon"))("noise multiplier of $params", ({ params, value }) => {
    const calibrated = gaussianNoiseMultiplier({ epsilon: Number(value), delta: params.delta });
    expect(calibrated / params.noiseMultiplier).toBeCloseTo(1, 11);
  });
});

test("the textbook formula, where doubles can follow it", () => {
  const { delta, sigma } = { delta: gaussianDelta({ epsilon: 0.7, noiseMultiplier: 1.9 }), sigma: 1.9 };
  // Direct integration of (p - e^0.7 q)+ with the trapezoid rule, which is exact to rounding for analytic
  // tails.
  const step = 1e-3;
  let sum = 0;
  for (let x = 0.5 + 0.7 * sigma * sigma; x < 30; x += step) {
    const density = Math.exp(-((x - 1) ** 2) / (2 * sigma * sigma));
    const other = Math.exp(0.7 - (x * x) / (2 * sigma * sigma));
    sum += (density - other) * step;
  }
  expect(sum / (sigma * Math.sqrt(2 * Math.PI))).toBeCloseTo(delta, 6);
});

const sigmas = fc.double({ min: -2, max: 6, noNaN: true }).map((exponent) => 10 ** exponent);
const epsilons = fc.double({ min: -6, max: 5, noNaN: true }).map((exponent) => 10 ** exponent);
const deltas = fc.double({ min: -100, max: -0.001, noNaN: true }).map((exponent) => 10 ** exponent);

describe("everywhere", () => {
  test("delta never rises in epsilon nor in the noise", () => {
    fc.assert(
      fc.property(epsilons, sigmas, fc.double({ min: 1, max: 2, noNaN: true }), (epsilon, sigma, factor) => {
        const delta = gaussianDelta({ epsilon, noiseMultiplier: sigma });
        const roundingOnly = delta * (1 + 1e-10);
        expect(delta).toBeGreaterThan(0);
        expect(gaussianDelta({ epsilon: epsilon * factor, noiseMultiplier: sigma })).toBeLessThanOrEqual(
          roundingOnly,
        );
        expect(gaussianDelta({ epsilon, noiseMultiplier: sigma * factor })).toBeLessThanOrEqual(roundingOnly);
      }),
    );
  });

  test("both calibrations keep the promise, and the next smaller answer would not", () => {
    fc.assert(
      fc.property(sigmas, deltas, (noiseMultiplier, delta) => {
        const epsilon = gaussianEpsilon({ delta, noiseMultiplier });
        expect(gaussianDelta({ epsilon, noiseMultiplier })).toBeLessThanOrEqual(delta);
        if (epsilon > 0) {
          expect(gaussianDelta({ epsilon: epsilon * (1 - 1e-8), noiseMultiplier })).toBeGreaterThan(delta);
        }
      }),
    );
    fc.assert(
      fc.property(epsilons, deltas, (epsilon, delta) => {
        const noiseMultiplier = gaussianNoiseMultiplier({ epsilon, delta });
        expect(gaussianDelta({ epsilon, noiseMultiplier })).toBeLessThanOrEqual(delta);
        expect(gaussianDelta({ epsilon, noiseMultiplier: noiseMultiplier * (1 - 1e-8) })).toBeGreaterThan(
          delta,
        );
      }),
    );
  });

  test.each([
    [0, 1e-8, 1],
    [1e5, 1e-8, 1],
    [0, 1e9, 4e-10],
    [1e16, 1e9, Number.MIN_VALUE],
    [1e5, 0.01, Number.MIN_VALUE],
  ])("extreme: epsilon %f, noise multiplier %f", (epsilon, noiseMultiplier, most) => {
    const delta = gaussianDelta({ epsilon, noiseMultiplier });
    expect(delta).toBeGreaterThan(0);
    expect(delta).toBeLessThanOrEqual(most);
  });
});

test.each([
  () => gaussianDelta({ epsilon: -1, noiseMultiplier: 1 }),
  () => gaussianDelta({ epsilon: Number.NaN, noiseMultiplier: 1 }),
  () => gaussianDelta({ epsilon: 1, noiseMultiplier: 0 }),
  () => gaussianEpsilon({ delta: 0, noiseMultiplier: 1 }),
  () => gaussianEpsilon({ delta: 0.1, noiseMultiplier: Infinity }),
  () => gaussianEpsilon({ delta: 0.1, noiseMultiplier: 9.9e-9 }),
  () => gaussianEpsilon({ delta: 0.1, noiseMultiplier: 1.1e9 }),
  () => gaussianEpsilon({ delta: 9e-151, noiseMultiplier: 1 }),
  () => gaussianDelta({ epsilon: 1.1e16, noiseMultiplier: 1 }),
  () => gaussianNoiseMultiplier({ epsilon: 1, delta: 1 }),
  () => gaussianNoiseMultiplier({ epsilon: -0.1, delta: 0.1 }),
])("refuses %s", (call) => {
  expect(call).toThrow(expect.objectContaining({ code: "OUT_OF_RANGE" }));
});

test("a noise multiplier beyond the domain is said to be there", () => {
  const call = () => gaussianNoiseMultiplier({ epsilon: 0, delta: 1e-10 });
  expect(call).toThrow(expect.objectContaining({ code: "NOT_APPLICABLE" }));
  expect(call).toThrow(/beyond the domain: no noise multiplier that is a finite number in \[1e-8, 1e9\]/);
  expect(gaussianNoiseMultiplier({ epsilon: 1e16, delta: 0.9 })).toBe(1e-8);
});

// Exact values with the doubles taken as they are, to 100 digits and more.
test.each([
  [1e-8, 4e15, 1],
  [1e9, 0, 3.9894228040143266e-10],
])(
  "delta at noise %d and epsilon %d, where terms cancel or exponents are large, is at least %d",
  (noiseMultiplier, epsilon, exact) => {
    const delta = gaussianDelta({ noiseMultiplier, epsilon });
    expect(delta).toBeGreaterThanOrEqual(exact);
    expect(delta).toBeLessThan(exact * 1.00001);
  },
);

test("epsilon of the least noise is beyond where delta is one", () => {
  for (const delta of [0.5, 1e-50, 1e-100]) {
    const epsilon = gaussianEpsilon({ delta, noiseMultiplier: 1e-8 });
    expect(epsilon).toBeGreaterThan(5e15);
    expect(epsilon).toBeLessThan(5e15 * (1 + 1e-6));
  }
});
