import { describe, expect, test } from "vitest";
import reference from "../../../test/vectors/reference/reference.json" with { type: "json" };
import { epsilonFromRenyi } from "../rdp/renyi-to-epsilon.js";
import { fixedSizeSubsampledRdp } from "./fixed-size-subsampled.js";

type Law = readonly number[];

const renyi = (p: Law, q: Law, order: number): number =>
  Math.log(p.reduce((sum, mass, i) => sum + mass ** order * q[i]! ** (1 - order), 0)) / (order - 1);

function subsets(items: readonly number[], size: number): number[][] {
  if (size === 0) return [[]];
  if (items.length < size) return [];
  const [first, ...rest] = items as [number, ...number[]];
  return [...subsets(rest, size - 1).map((subset) => [first, ...subset]), ...subsets(rest, size)];
}

/** Outputs 0..size with weight exp(-sharpness |output - sum|): a pure mechanism on a sample of bits. */
function noisySum(sample: readonly number[], sharpness: number): Law {
  const total = sample.reduce((a, b) => a + b, 0);
  const weights = [...sample, 0].map((_, output) => Math.exp(-sharpness * Math.abs(output - total)));
  const norm = weights.reduce((a, b) => a + b);
  return weights.map((weight) => weight / norm);
}

describe("brute force over all samples and neighbours", () => {
  test.each([
    [0.4, 2],
    [1.5, 2],
    [3, 1],
  ])("sharpness %f, samples of %i among 6", (sharpness, size) => {
    const sums = Array.from({ length: size + 1 }, (_, ones) =>
      noisySum(
        Array.from({ length: size }, (_, i) => (i < ones ? 1 : 0)),
        sharpness,
      ),
    );
    const neighbours = sums
      .slice(1)
      .flatMap((law, i) => [[law, sums[i]!] as const, [sums[i]!, law] as const]);
    const curve = (order: number) => Math.max(...neighbours.map(([p, q]) => renyi(p, q, order)));
    const pureEpsilon = Math.max(
      ...neighbours.flatMap(([p, q]) => p.map((mass, i) => Math.log(mass / q[i]!))),
    );
    const sampled = (data: readonly number[]): Law => {
      const laws = subsets(data, size).map((sample) => noisySum(sample, sharpness));
      return laws[0]!.map((_, i) => laws.reduce((sum, law) => sum + law[i]!, 0) / laws.length);
    };
    for (let ones = 0; ones <= 5; ones++) {
      const rest = Array.from({ length: 5 }, (_, i) => (i < ones ? 1 : 0));
      const [p, q] = [sampled([1, ...rest]), sampled([0, ...rest])];
      for (const order of [1.3, 2, 2.5, 3, 4, 7]) {
        const truth = Math.max(renyi(p, q, order), renyi(q, p, order));
        const bound = fixedSizeSubsampledRdp({ samplingRate: size / 6, order, curve });
        expect(bound).toBeGreaterThanOrEqual(truth);
        const pure = fixedSizeSubsampledRdp({ samplingRate: size / 6, order, curve, pureEpsilon });
        expect(pure).toBeGreaterThanOrEqual(truth);
        expect(pure).toBeLessThanOrEqual(bound * (1 + 1e-12));
      }
    }
  });
});

test("dp_accounting 0.6.0 without replacement: 256 of 60,000, sigma 1.1, 14,062 steps", () => {
  const curve = (order: number) => order / (2 * 1.1 ** 2);
  const at = (order: number) => 14062 * fixedSizeSubsampledRdp({ samplingRate: 256 / 60000, order, curve });
  const orders = Array.from({ length: 62 }, (_, i) => i + 2);
  const { value, order } = epsilonFromRenyi({ at }, 1e-5, { orders });
  expect(value).toBeCloseTo(5.243254241628138, 9);
  expect(order).toBe(5);
});

test("LT22 Theorem 2 for samples of one, where nothing is shuffled", () => {
  const one = reference.cases.find(
    ({ name, params }) => name === "subsampledShuffleGaussianRdp.theorem2" && params.sampled === 1,
  )!;
  const { users, noiseMultiplier, order } = one.params as Record<string, number>;
  const curve = (j: number) => j / (2 * noiseMultiplier! ** 2);
  const value = fixedSizeSubsampledRdp({ samplingRate: 1 / users!, order: order!, curve });
  expect(value / Number(one.value) - 1).toBeCloseTo(0, 10);
});

describe("edges", () => {
  const curve = (order: number) => order / 8;

  test("an infinite curve gives an infinite bound, and only where it is used", () => {
    const broken = (order: number) => (order > 3 ? Infinity : order / 8);
    expect(fixedSizeSubsampledRdp({ samplingRate: 0.1, order: 5, curve: broken })).toBe(Infinity);
    expect(fixedSizeSubsampledRdp({ samplingRate: 0.1, order: 3, curve: broken })).toBeLessThan(1);
  });

  test("a mechanism that reveals nothing stays so", () => {
    expect(fixedSizeSubsampledRdp({ samplingRate: 0.3, order: 9, curve: () => 0, pureEpsilon: 0 })).toBe(0);
  });

  test("large orders and tiny rates stay finite and rise in the order", () => {
    let before = 0;
    for (const order of [1.01, 2, 2.5, 30, 1000, 20000.5]) {
      const value = fixedSizeSubsampledRdp({ samplingRate: 1e-6, order, curve });
      expect(value).toBeGreaterThanOrEqual(before);
      expect(value).toBeLessThan(order);
      before = value;
    }
  });

  test.each([
    { samplingRate: 0 },
    { samplingRate: 2 },
    { order: 1 },
    { order: Infinity },
    { pureEpsilon: -1 },
  ])("refuses %s", (wrong) => {
    expect(() => fixedSizeSubsampledRdp({ samplingRate: 0.1, order: 4, curve, ...wrong })).toThrow(
      expect.objectContaining({ code: "OUT_OF_RANGE" }),
    );
  });
});
