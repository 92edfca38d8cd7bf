import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { gaussLegendre } from "../../numerics/gauss-legendre.js";
import { productRemainder } from "../../numerics/product-remainder.js";
import { gaussianDelta } from "./gaussian.js";
import { amplifyBySubsampling, budgetBeforeSubsampling } from "./subsampling.js";

type Law = readonly number[];

const hockeyStick = (p: Law, q: Law, epsilon: number): number =>
  p.reduce((sum, mass, i) => sum + Math.max(0, mass - Math.exp(epsilon) * q[i]!), 0);

/** A mechanism on multisets of bits: outputs 0..3 with weight exp(-sharpness |output - sum|). */
function noisySum(sample: readonly number[], sharpness: number): Law {
  const total = sample.reduce((a, b) => a + b, 0);
  const weights = [0, 1, 2, 3].map((output) => Math.exp(-sharpness * Math.abs(output - total)));
  const norm = weights.reduce((a, b) => a + b);
  return weights.map((weight) => weight / norm);
}

function subsets(items: readonly number[], size: number): number[][] {
  if (size === 0) return [[]];
  if (items.length < size) return [];
  const [first, ...rest] = items as [number, ...number[]];
  return [...subsets(rest, size - 1).map((subset) => [first, ...subset]), ...subsets(rest, size)];
}

const average = (laws: readonly Law[]): Law =>
  laws[0]!.map((_, i) => laws.reduce((sum, law) => sum + law[i]!, 0) / laws.length);

describe("brute force", () => {
  test.each([0.3, 1.1, 2.5])("fixed-size samples under replace-one, sharpness %f", (sharpness) => {
    const sampled = (data: readonly number[]) => average(subsets(data, 3).map((s) => noisySum(s, sharpness)));
    const others = [
      [0, 0, 0, 0],
      [1, 1, 0, 0],
      [1, 1, 1, 1],
    ];
    for (const epsilon of [0, 0.1, 0.5 * sharpness, 0.9 * sharpness, 2 * sharpness]) {
      const delta = worst(
        (a, b) => hockeyStick(a, b, epsilon),
        subsets([0, 0, 0, 1, 1, 1], 3).flatMap((s) => neighbours(s, sharpness)),
      );
      const { epsilon: after, delta: bound } = amplifyBySubsampling({ epsilon, delta, samplingRate: 3 / 5 });
      for (const rest of others) {
        const pair = [sampled([0, ...rest]), sampled([1, ...rest])] as const;
        expect(worst((a, b) => hockeyStick(a, b, after), [pair])).toBeLessThanOrEqual(bound + 1e-15);
      }
    }
  });

  const neighbours = (sample: readonly number[], sharpness: number) =>
    sample.map(
      (bit, i) => [noisySum(sample, sharpness), noisySum(sample.with(i, 1 - bit), sharpness)] as const,
    );
  const worst = (divergence: (a: Law, b: Law) => number, pairs: readonly (readonly [Law, Law])[]) =>
    Math.max(...pairs.flatMap(([a, b]) => [divergence(a, b), divergence(b, a)]));

  test("independent joining attains it in one direction and stays below in the other", () => {
    const [sigma, samplingRate, epsilon] = [0.8, 0.07, 1.3];
    const { epsilon: after, delta } = amplifyBySubsampling({
      epsilon,
      delta: gaussianDelta({ epsilon, noiseMultiplier: sigma }),
      samplingRate,
    });
    const { nodes, weights } = gaussLegendre(400);
    const density = (x: number) =>
      Math.exp(-(x * x) / (2 * sigma * sigma)) / (sigma * Math.sqrt(2 * Math.PI));
    const integrate = (from: number, to: number, f: (x: number) => number) =>
      nodes.reduce(
        (sum, x, i) => sum + (weights[i]! * (to - from) * f((from + to + (to - from) * x) / 2)) / 2,
        0,
      );
    const sampled = (x: number) => (1 - samplingRate) * density(x) + samplingRate * density(x - 1);
    // Where the likelihood ratio of the unsampled pair is e^epsilon.
    const kink = sigma * sigma * epsilon + 0.5;
    const present = integrate(kink, kink + 10, (x) => sampled(x) - Math.exp(after) * density(x));
    const absent = integrate(-12, 12, (x) => Math.max(0, density(x) - Math.exp(after) * sampled(x)));
    expect(present / delta).toBeCloseTo(1, 10);
    expect(absent).toBeLessThan(delta);
  });

  test("a visible sample size breaks it under replace-one", () => {
    // The record joins with probability 1/4 and answers by randomized response; whether it joined is seen.
    const [samplingRate, local] = [0.25, 1];
    const truth = 1 / (1 + Math.exp(-local));
    const law = (p: number): Law => [1 - samplingRate, samplingRate * p, samplingRate * (1 - p)];
    const { epsilon, delta } = amplifyBySubsampling({ epsilon: local, delta: 0, samplingRate });
    expect(delta).toBe(0);
    expect(hockeyStick(law(truth), law(1 - truth), epsilon)).toBeGreaterThan(0.08);
  });
});

const rates = fc.double({ min: -12, max: 0, noNaN: true }).map((x) => 10 ** x);
const epsilons = fc.double({ min: -6, max: 5, noNaN: true }).map((x) => 10 ** x);

test("the budget before sampling, sampled, stays within the budget and uses nearly all of it", () => {
  fc.assert(
    fc.property(
      epsilons,
      fc.double({ min: 0, max: 1, noNaN: true }),
      rates,
      (epsilon, share, samplingRate) => {
        const delta = share * samplingRate;
        const before = budgetBeforeSubsampling({ epsilon, delta, samplingRate });
        const after = amplifyBySubsampling({ ...before, samplingRate });
        expect(before.epsilon).toBeGreaterThanOrEqual(epsilon * (1 - 1e-13));
        expect(before.delta).toBeLessThanOrEqual(1);
        expect(after.epsilon).toBeLessThanOrEqual(epsilon * (1 + 1e-12) + 1e-12 * before.epsilon);
        expect(after.epsilon).toBeGreaterThan(epsilon * (1 - 1e-9));
        expect(after.delta).toBeLessThanOrEqual(delta + 2 * Number.MIN_VALUE);
      },
    ),
  );
});

test("the delta of a sample is rounded up", () => {
  const shares = fc.double({ min: 1e-100, max: 1, noNaN: true });
  fc.assert(
    fc.property(rates, shares, (samplingRate, delta) => {
      const after = amplifyBySubsampling({ epsilon: 1, delta, samplingRate }).delta;
      const product = samplingRate * delta;
      expect(after - product).toBeGreaterThanOrEqual(Math.max(0, productRemainder(samplingRate, delta)));
      expect(after).toBeLessThanOrEqual(product * (1 + 1e-15));
    }),
  );
  expect(amplifyBySubsampling({ epsilon: 1, delta: Number.MIN_VALUE, samplingRate: 0.1 }).delta).toBe(
    Number.MIN_VALUE,
  );
});

test("against 20-digit values", () => {
  // mpmath: log1p(samplingRate * expm1(epsilon)), log1p(expm1(epsilon) / samplingRate)
  expect(amplifyBySubsampling({ epsilon: 1, delta: 0, samplingRate: 0.01 }).epsilon).toBeCloseTo(
    0.0170368632361764,
    15,
  );
  expect(
    amplifyBySubsampling({ epsilon: 2.5, delta: 0, samplingRate: 1e-9 }).epsilon / 1.11824938981794e-8,
  ).toBeCloseTo(1, 13);
  expect(amplifyBySubsampling({ epsilon: 1e5, delta: 0, samplingRate: 0.2 }).epsilon).toBeCloseTo(
    99998.3905620876,
    9,
  );
  expect(budgetBeforeSubsampling({ epsilon: 0.00219, delta: 0, samplingRate: 0.02 }).epsilon).toBeCloseTo(
    0.104017605426473,
    14,
  );
});

test("nothing is gained at rate 1, and a large delta budget asks for nothing", () => {
  expect(amplifyBySubsampling({ epsilon: 0.37, delta: 0.2, samplingRate: 1 })).toEqual({
    epsilon: 0.37,
    delta: 0.2,
  });
  for (const epsilon of [1000, 4e4, 1e5, 1e16]) {
    expect(amplifyBySubsampling({ epsilon, delta: 0, samplingRate: 1 }).epsilon).toBe(epsilon);
  }
  expect(budgetBeforeSubsampling({ epsilon: 0.37, delta: 0.2, samplingRate: 0.1 }).delta).toBe(1);
});

test.each([{ epsilon: -1 }, { delta: 1.1 }, { samplingRate: 0 }, { samplingRate: Number.NaN }])(
  "refuses %s",
  (wrong) => {
    for (const call of [amplifyBySubsampling, budgetBeforeSubsampling]) {
      expect(() => call({ epsilon: 1, delta: 0, samplingRate: 0.5, ...wrong })).toThrow(
        expect.objectContaining({ code: "OUT_OF_RANGE" }),
      );
    }
  },
);
