import { expect, test } from "vitest";
import { WORK_LIMITS } from "../compose/work-limits.js";
import type { DominatingPair } from "../dominating-pair.js";
import { discretePair } from "../pairs/discrete-pair.js";
import { gaussianPair } from "../pairs/gaussian-pair.js";
import { PrivacyLossDistribution } from "../privacy-loss-distribution.js";

/**
 * A Gaussian pair discretized four times as coarsely as requested, so that a first pass is not enough, with
 * the given work per pass.
 */
function laborious(work: (step: number) => number): {
  readonly pair: DominatingPair;
  readonly steps: number[];
} {
  const steps: number[] = [];
  const pair = gaussianPair(5);
  const pmfs: DominatingPair["pmfs"] = (step, negligibleMass) => {
    if (steps.at(-1) !== step) steps.push(step);
    return { ...pair.pmfs(4 * step, negligibleMass), work: work(step) };
  };
  return { pair: { ...pair, pmfs }, steps };
}

const epsilonOf = (pair: DominatingPair, relativeWidth?: number) =>
  PrivacyLossDistribution.of(pair)
    .compose(20)
    .epsilonAtDelta(1e-6, relativeWidth === undefined ? {} : { relativeWidth });

test("passes go on while they take little, and end where the next one would take too much", () => {
  const easy = laborious(() => 1);
  const hard = laborious((step) => 3e4 / step ** 2);
  const [narrow, wide] = [epsilonOf(easy.pair), epsilonOf(hard.pair)];
  expect(easy.steps.length).toBeGreaterThan(1);
  expect(hard.steps).toEqual(easy.steps.slice(0, 1));
  expect((narrow.upper - narrow.lower) / narrow.upper).toBeLessThan(1e-3);
  expect((wide.upper - wide.lower) / wide.upper).toBeGreaterThan(1e-3);
  expect(wide.lower).toBeLessThanOrEqual(narrow.lower);
  expect(wide.upper).toBeGreaterThanOrEqual(narrow.upper);
});

test("where only a little more is affordable, the next step is as small as that", () => {
  const { pair, steps } = laborious((step) => 4e3 / step ** 2);
  epsilonOf(pair);
  expect(steps.length).toBe(2);
  const unbounded = laborious(() => 1);
  epsilonOf(unbounded.pair);
  expect(steps[1]).toBeGreaterThan(unbounded.steps[1]!);
  expect(4e3 / steps[1]! ** 2).toBeLessThanOrEqual(WORK_LIMITS.default.work);
});

test("a requested width is met, whatever it takes", () => {
  const { pair, steps } = laborious((step) => 1e9 / step ** 2);
  const { lower, upper } = epsilonOf(pair, 5e-4);
  expect((upper - lower) / upper).toBeLessThanOrEqual(5e-4);
  expect(steps.length).toBeGreaterThan(1);
});

test("the first pass is a coarse one where the pair requests it", () => {
  const plain = laborious(() => 1);
  const probing = laborious(() => 1);
  epsilonOf(plain.pair);
  epsilonOf({ ...probing.pair, hints: { probeFirst: true } });
  expect(probing.steps[0]).toBeGreaterThan(2.1 * plain.steps[0]!);
  expect(probing.steps[0]).toBeLessThanOrEqual(2.5 * plain.steps[0]!);
});

/** The larger hockey-stick divergence of both directions of a pair that runs so often, outcome by outcome. */
function divergence(
  massP: readonly number[],
  massQ: readonly number[],
  times: number,
  epsilon: number,
): number {
  const outcomes = (masses: readonly number[]): number[] =>
    Array.from({ length: times }).reduce<number[]>(
      (all) => all.flatMap((mass) => masses.map((each) => mass * each)),
      [1],
    );
  const [p, q] = [outcomes(massP), outcomes(massQ)];
  const oneWay = (from: readonly number[], to: readonly number[]): number =>
    from.reduce((sum, mass, i) => sum + Math.max(0, mass - Math.exp(epsilon) * to[i]!), 0);
  return Math.max(oneWay(p, q), oneWay(q, p));
}

test.each([1, 3, 6])("both directions count, whichever is the larger: %d rounds", (times) => {
  const [often, evenly] = [
    [0.9, 0.1],
    [0.5, 0.5],
  ];
  for (const [massP, massQ] of [
    [often!, evenly!],
    [evenly!, often!],
  ] as const) {
    const loss = PrivacyLossDistribution.of(discretePair(massP, massQ)).compose(times);
    for (const epsilon of [0, 0.4, 1, 1.5]) {
      const { lower, upper } = loss.deltaAtEpsilon(epsilon);
      const exact = divergence(massP, massQ, times, epsilon);
      expect(upper).toBeGreaterThanOrEqual(exact * (1 - 1e-12));
      expect(lower).toBeLessThanOrEqual(exact * (1 + 1e-12));
      expect(upper).toBeLessThan(1.02 * exact);
    }
  }
});
