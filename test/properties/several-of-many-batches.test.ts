/** A record in k of t batches spends no more than k allocations to t / k of them: every outcome of a few. */
import { expect, it } from "vitest";
import { deltas } from "../../src/accounting/index.js";
import type { MechanismEvent } from "../../src/privacy/index.js";
import { sampleUniform, seededSource } from "../../src/random/index.js";

type Law = readonly number[];

/** All ways to choose `size` of the steps from `from` on. */
function choices(steps: number, size: number, from = 0): number[][] {
  if (size === 0) return [[]];
  return Array.from({ length: steps - from }, (_, i) => from + i).flatMap((first) =>
    choices(steps, size - 1, first + 1).map((rest) => [first, ...rest]),
  );
}

/** The law of all steps' outcomes where the record is in these batches. */
function joint(steps: number, joined: readonly number[], present: Law, absent: Law): number[] {
  return Array.from({ length: steps }, (_, step) => (joined.includes(step) ? present : absent)).reduce<
    number[]
  >((masses, law) => masses.flatMap((mass) => law.map((each) => mass * each)), [1]);
}

function meanOf(laws: readonly Law[]): number[] {
  return laws[0]!.map((_, i) => laws.reduce((sum, law) => sum + law[i]!, 0) / laws.length);
}

function excess(p: Law, q: Law, x: number): number {
  return p.reduce((sum, mass, i) => sum + Math.max(0, mass - x * q[i]!), 0);
}

function randomLaw(source: ReturnType<typeof seededSource>, outcomes: number): Law {
  const weights = Array.from({ length: outcomes }, () => 0.02 + sampleUniform(source));
  const total = weights.reduce((sum, each) => sum + each, 0);
  return weights.map((each) => each / total);
}

it.each([
  [2, 4, [2, 2]],
  [2, 3, [1, 2]],
  [2, 5, [2, 3]],
  [3, 5, [1, 2, 2]],
  [3, 3, [1, 1, 1]],
])("%i of %i batches, in groups of %j", (joins, steps, groups) => {
  const source = seededSource(8);
  let closest = 0;
  for (let i = 0; i < 20; i++) {
    const [present, absent] = [randomLaw(source, 3), randomLaw(source, 3)];
    const none = joint(steps, [], present, absent);
    const some = meanOf(choices(steps, joins).map((joined) => joint(steps, joined, present, absent)));
    const composed = groups
      .map((size) => meanOf(Array.from({ length: size }, (_, step) => joint(size, [step], present, absent))))
      .reduce((masses, law) => masses.flatMap((mass) => law.map((each) => mass * each)), [1]);
    for (const x of [0.5, 1, 1.3, 2.5]) {
      for (const [exact, bound] of [
        [excess(some, none, x), excess(composed, none, x)],
        [excess(none, some, x), excess(none, composed, x)],
      ] as const) {
        expect(exact).toBeLessThanOrEqual(bound + 1e-12);
        if (bound > 1e-9) closest = Math.max(closest, exact / bound);
      }
    }
  }
  expect(closest).toBeGreaterThan(0.9);
});

const NOISE = 0.8;

/**
 * Delta of 2 of 3 batches by the midpoint rule: of all three noises, in standard deviations, whose cut tails
 * weigh less than 1e-8.
 */
function exactDeltas(epsilon: number): readonly [remove: number, add: number] {
  const step = 0.09;
  const nodes = Array.from({ length: 129 }, (_, i) => (i - 64) * step);
  const ratios = nodes.map((z) => Math.exp(z / NOISE - 0.5 / NOISE ** 2));
  const masses = nodes.map((z) => (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)) * step);
  const t = Math.exp(epsilon);
  const sums: [number, number] = [0, 0];
  for (const [i, a] of ratios.entries()) {
    for (const [j, b] of ratios.entries()) {
      for (const [k, c] of ratios.entries()) {
        const ratio = (a * b + a * c + b * c) / 3;
        const mass = masses[i]! * masses[j]! * masses[k]!;
        sums[0] += mass * Math.max(0, ratio - t);
        sums[1] += mass * Math.max(0, 1 - t * ratio);
      }
    }
  }
  return sums;
}

it.each([0.3, 1, 2])("2 of 3 batches with Gaussian noise at epsilon %f", (epsilon) => {
  const event: MechanismEvent = {
    kind: "randomAllocation",
    steps: 3,
    joined: 2,
    of: { kind: "gaussian", noiseToClip: NOISE },
  };
  const figures = deltas(event, { adjacency: "add-or-remove", epsilon }).guarantees;
  const uppers = figures.filter(({ side }) => side === "upper").map((figure) => figure.delta.upper);
  const lower = figures.find(({ side }) => side === "lower")!.delta.lower;
  const exact = Math.max(...exactDeltas(epsilon));
  expect(Math.min(...uppers)).toBeGreaterThan(exact);
  expect(Math.min(...uppers)).toBeLessThan(1.6 * exact);
  expect(lower).toBeLessThan(exact);
  expect(lower).toBeGreaterThan(0.5 * exact);
});
