import { expect, test } from "vitest";
import { WORK_LIMITS } from "./compose/work-limits.js";
import type { DominatingPair } from "./dominating-pair.js";
import { gaussianPair } from "./pairs/gaussian-pair.js";
import { PrivacyLossDistribution } from "./privacy-loss-distribution.js";

/** A Gaussian pair discretized four times as coarsely as requested, so that a first pass is not enough, with the given work per pass. */
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
  epsilonOf({ ...probing.pair, probeFirst: true });
  expect(probing.steps[0]).toBeGreaterThan(2.1 * plain.steps[0]!);
  expect(probing.steps[0]).toBeLessThanOrEqual(2.5 * plain.steps[0]!);
});
