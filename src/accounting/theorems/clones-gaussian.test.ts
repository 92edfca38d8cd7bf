import { describe, expect, test } from "vitest";
import { clones2021Epsilon } from "./clones-2021.js";
import { clonesApproximateEpsilon } from "./clones-approximate.js";
import { clonesGaussianEpsilon } from "./clones-gaussian.js";
import { gaussianEpsilon } from "./gaussian.js";

describe("the best split of delta", () => {
  test.each([
    [9.48, 60_000, 1 / 60_000],
    [4.74, 60_000, 1 / 60_000],
    [2, 1000, 1e-5],
    [5, 100, 1e-3],
    [20, 1e8, 1e-9],
  ])("noise multiplier %f, %i users, delta %f", { tags: ["slow"] }, (noiseMultiplier, users, delta) => {
    const { upper } = clonesGaussianEpsilon({ noiseMultiplier, users, delta });
    let best = Infinity;
    for (let exponent = -0.05; exponent > -4; exponent -= 0.1) {
      const localDelta = (delta / users) * 10 ** exponent;
      const localEpsilon = gaussianEpsilon({ delta: localDelta, noiseMultiplier });
      best = Math.min(best, clonesApproximateEpsilon({ localEpsilon, localDelta, users, delta }).upper);
    }
    expect(upper / best).toBeGreaterThan(0.999);
    expect(upper / best).toBeLessThan(1.001);
  });
});

test("falls as delta rises where it meets zero, and with more users", () => {
  const rising = Array.from({ length: 45 }, (_, i) => 0.31 + i / 2000);
  const figuresOf = (users: number): number[] =>
    rising.map((delta) => clonesGaussianEpsilon({ noiseMultiplier: 1.089, users, delta }).upper);
  const [fewer, more] = [figuresOf(58), figuresOf(59)] as const;
  for (const figures of [fewer, more]) {
    expect(figures).toEqual([...figures].sort((a, b) => b - a));
    expect(figures.at(-1)).toBe(0);
  }
  for (const i of rising.keys()) expect(more[i]).toBeLessThanOrEqual(fewer[i]!);
});

describe("the clones row of LT22's Table 1 (n = 60,000, sigma = 9.48)", () => {
  const users = 60_000;
  const printed = [0.18623, 0.38461, 0.59516, 0.79355, 1.02241, 1.22689, 1.43138];
  // What the authors scanned, found by matching the digits: delta0 halves from 1e-10 until T rounds fit in
  // 1/n.
  const localDeltas = [1e-10, 5e-11, 2.5e-11, 2.5e-11, 1.25e-11, 1.25e-11, 1.25e-11];
  const sigma = 2 * Math.sqrt(2 * Math.log(1.25 * users));

  test.each(printed.map((epsilon, i) => [i + 1, epsilon, localDeltas[i]!] as const))(
    "T = %i: %f is T times the closed form of 2021, at sensitivity 2 and the textbook calibration, delta0 = %f",
    (rounds, epsilon, localDelta) => {
      const localEpsilon = (2 * Math.sqrt(2 * Math.log(1.25 / localDelta))) / sigma;
      const round = clones2021Epsilon({ localEpsilon, users, delta: localDelta }).upper;
      expect(Math.abs((rounds * round) / epsilon - 1)).toBeLessThan(1e-4);
      const failure = (Math.exp(round) + 1) * (1 + Math.exp(-localEpsilon) / 2) * users * localDelta;
      expect(rounds * (localDelta + failure)).toBeLessThan(1 / users);
    },
  );

  test("ours for one round is a tenth of it, proven for the same reports", () => {
    const { upper } = clonesGaussianEpsilon({ noiseMultiplier: sigma / 2, users, delta: 1 / users });
    expect(upper).toBeCloseTo(0.01741, 5);
  });
});

test("one user more costs no more, though one coin more may tell nothing less", () => {
  const epsilonOf = (users: number): number =>
    clonesGaussianEpsilon({ noiseMultiplier: 1000, users, delta: 3.93e-4 }).upper;
  for (const users of [4, 6, 8, 20, 50, 100])
    expect(epsilonOf(users + 1)).toBeLessThanOrEqual(epsilonOf(users));
  expect(epsilonOf(4)).toBeLessThan(epsilonOf(3));
});

test("never above the unshuffled Gaussian, which stands where shuffling helps nothing", () => {
  for (const [noiseMultiplier, users, delta] of [
    [1, 10_000, 1e-6],
    [0.1, 100_000, 1e-6],
    [3, 1, 1e-5],
    [1000, 2, 1e-100],
    [1e-3, 10, 0.1],
  ] as const) {
    const { lower, upper } = clonesGaussianEpsilon({ noiseMultiplier, users, delta });
    expect(upper).toBeLessThanOrEqual(gaussianEpsilon({ delta, noiseMultiplier }));
    expect(lower).toBeLessThanOrEqual(upper);
  }
});

test.each([
  () => clonesGaussianEpsilon({ noiseMultiplier: 0, users: 10, delta: 0.1 }),
  () => clonesGaussianEpsilon({ noiseMultiplier: 1, users: 0, delta: 0.1 }),
  () => clonesGaussianEpsilon({ noiseMultiplier: 1, users: 10, delta: 1 }),
])("refuses %s", (call) => {
  expect(call).toThrow(expect.objectContaining({ code: "OUT_OF_RANGE" }));
});
