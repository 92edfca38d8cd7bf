import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { RepeatedPmf, Side } from "../pmf.js";
import { deltaOf } from "./hockey-stick.js";
import { queryComposed } from "./query-pmf.js";
import { curveWithRareApart } from "./rare-losses.js";
import { WORK_LIMITS, type WorkCounter } from "./work-limits.js";

const STEP = 1e-3;
const work: WorkCounter = { limits: WORK_LIMITS.requestedWidth, used: 0 };

interface Masses {
  readonly first: number;
  readonly mass: Float64Array;
}

/** By the definition: all terms are positive, so that rounding is relative. */
function convolved(one: Masses, other: Masses): Masses {
  const mass = new Float64Array(one.mass.length + other.mass.length - 1);
  one.mass.forEach((left, i) => {
    if (left === 0) return;
    other.mass.forEach((right, k) => {
      mass[i + k]! += left * right;
    });
  });
  return { first: one.first + other.first, mass };
}

function exactDelta(parts: readonly RepeatedPmf[], epsilon: number): number {
  const rounds = parts.flatMap(({ pmf, times }) => new Array<Masses>(times).fill(pmf));
  const { first, mass } = rounds.reduce(convolved);
  return deltaOf({ loss: mass.map((_, i) => (first + i) * STEP), mass }, epsilon);
}

/** Small losses of about equal mass, and rare ones some way off. */
const law = fc
  .record({
    small: fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 6 }),
    rare: fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 1, maxLength: 30 }),
    gap: fc.integer({ min: 50, max: 400 }),
    first: fc.integer({ min: -6, max: 2 }),
    exponent: fc.integer({ min: -13, max: -6 }),
  })
  .map(({ small, rare, gap, first, exponent }): Omit<RepeatedPmf, "times"> => {
    const weights = [...small, ...new Array(gap).fill(0), ...rare.map((each) => each * 10 ** exponent)];
    const total = weights.reduce((sum, weight) => sum + weight, 0);
    const mass = Float64Array.from(weights, (weight) => weight / total);
    return { pmf: { step: STEP, first, mass, infinityMass: 0 } };
  });
const times = fc.integer({ min: 1, max: 3 });

describe("a composed law whose rare losses are apart", () => {
  it("has the delta that all ways of few rounds add up to, however small", { tags: ["slow"] }, () => {
    let compared = 0;
    fc.assert(
      fc.property(law, law, times, times, fc.integer({ min: 0, max: 800 }), (one, other, few, more, at) => {
        const parts = [
          { ...one, times: few },
          { ...other, times: more },
        ];
        const epsilon = (at + 0.3) * STEP;
        const exact = exactDelta(parts, epsilon);
        const curve = curveWithRareApart(parts, { delta: exact, epsilon }, work);
        if (curve === undefined || exact === 0) return;
        compared++;
        expect(Math.abs(curve.deltaAt(epsilon) - exact)).toBeLessThanOrEqual(
          curve.errorAt(epsilon) + 1e-13 * exact,
        );
        expect(curve.errorAt(epsilon)).toBeLessThan(1e-3 * exact);
        expect(curve.deltaAt(curve.epsilonAt(exact, "pessimistic")) / exact).toBeCloseTo(1, 6);
      }),
      { numRuns: 150, seed: 3 },
    );
    expect(compared).toBeGreaterThan(60);
  });

  it("answers epsilon and delta between near ends where no tilt holds the small and the rare losses", {
    tags: ["slow"],
  }, () => {
    fc.assert(
      fc.property(law, times, fc.integer({ min: 0, max: 30 }), (one, few, digits) => {
        const parts = [{ ...one, times: few + 1 }];
        const delta = exactDelta(parts, 0.04) * 10 ** (-digits / 10);
        fc.pre(delta > 0);
        const [lower, upper] = (["optimistic", "pessimistic"] satisfies Side[]).map((side) =>
          queryComposed(parts, { find: "epsilon", delta }, side, work),
        ) as [number, number];
        expect(exactDelta(parts, upper)).toBeLessThanOrEqual(delta);
        expect(exactDelta(parts, lower)).toBeGreaterThanOrEqual(delta * (1 - 1e-12));
        expect(exactDelta(parts, lower)).toBeLessThan(delta * 1.01);
        expect(exactDelta(parts, upper)).toBeGreaterThan(delta * 0.99);
      }),
      { numRuns: 150, seed: 5 },
    );
  });

  it.each([
    [40, 1e-12, 700, 0.05],
    [1000, 1e-14, 2500, 0.3],
    [1000, 9e-7, 1500, 0.1],
  ])("of %d rounds, each with one loss of mass %d", (rounds, rare, far, epsilon) => {
    // Small losses of one step up or down, as often one as the other: a binomial law.
    const mass = new Float64Array(far + 2);
    mass.set([(1 - rare) / 2, 0, (1 - rare) / 2]);
    mass[far + 1] = rare;
    const parts = [{ pmf: { step: STEP, first: -1, mass, infinityMass: 0 }, times: rounds }];
    let exact = 0;
    for (let j = 0; j <= 3; j++) {
      for (let up = 0; up <= rounds - j; up++) {
        const loss = (j * far + 2 * up - (rounds - j)) * STEP;
        if (loss <= epsilon) continue;
        const log =
          logChoose(rounds, j) +
          logChoose(rounds - j, up) +
          j * Math.log(rare) +
          (rounds - j) * Math.log(mass[0]!);
        exact += Math.exp(log) * -Math.expm1(epsilon - loss);
      }
    }
    const curve = curveWithRareApart(parts, { delta: exact, epsilon }, work)!;
    expect(curve.errorAt(epsilon)).toBeLessThan(1e-3 * exact);
    expect(Math.abs(curve.deltaAt(epsilon) / exact - 1)).toBeLessThan(1e-8);
  });

  it("of thousands of different parts, whose angles add up to more than their rounding", {
    tags: ["slow", "long"],
  }, () => {
    const [many, single, far, step] = [1e5, 2000, 9, 0.5];
    const rounds = many + single;
    const [small, rare] = [9e-7 / rounds, 1e-11 / rounds];
    const mass = new Float64Array(far + 1);
    mass.set([1 - small - rare, small]);
    mass[far] = rare;
    const partAt = (first: number, times: number): RepeatedPmf => {
      return { pmf: { step, first, mass, infinityMass: 0 }, times };
    };
    const parts = [partAt(7, many), ...Array.from({ length: single }, () => partAt(5, 1))];
    const start = 7 * many + 5 * single;
    const epsilon = (start + 1.5) * step;
    let exact = 0;
    for (let j = 0; j <= 4; j++) {
      for (let k = 0; k <= 2; k++) {
        if (j + far * k <= 1.5) continue;
        const log = logChoose(rounds, j + k) + logChoose(j + k, k) + j * Math.log(small) + k * Math.log(rare);
        exact +=
          Math.exp(log + (rounds - j - k) * Math.log(mass[0]!)) * -Math.expm1((1.5 - j - far * k) * step);
      }
    }
    for (const guess of [undefined, epsilon]) {
      const curve = curveWithRareApart(
        parts,
        guess === undefined ? { delta: exact } : { delta: exact, epsilon },
        work,
      )!;
      expect(Math.abs(curve.deltaAt(epsilon) - exact)).toBeLessThanOrEqual(curve.errorAt(epsilon));
    }
    const [lower, upper] = (["optimistic", "pessimistic"] satisfies Side[]).map((side) =>
      queryComposed(parts, { find: "delta", epsilon }, side, work),
    ) as [number, number];
    expect(lower).toBeLessThanOrEqual(exact);
    expect(upper).toBeGreaterThanOrEqual(exact);
  });

  it.each([3e-181, 1e-200, 1e-300])("leaves masses whose squares are no doubles to one law: %d", (rare) => {
    const far = new Float64Array(22);
    far.set([0.25, 0.25, 0.25, 0.25]); // its transform has zeros
    far[21] = rare;
    const parts = [far, Float64Array.of(0.2, 0, 0.8)].map((mass): RepeatedPmf => {
      return { pmf: { step: STEP, first: 0, mass, infinityMass: 0 }, times: 1 };
    });
    const epsilon = 21.3 * STEP;
    const exact = exactDelta(parts, epsilon);
    expect(curveWithRareApart(parts, { delta: exact, epsilon }, work)).toBeUndefined();
    const [lower, upper] = (["optimistic", "pessimistic"] satisfies Side[]).map((side) =>
      queryComposed(parts, { find: "delta", epsilon }, side, work),
    ) as [number, number];
    expect(lower).toBeLessThanOrEqual(exact);
    expect(upper).toBeGreaterThanOrEqual(exact);
  });

  it("does not exist where no loss is rare, nor where the window needs too many points", () => {
    const even = {
      pmf: { step: STEP, first: 0, mass: Float64Array.of(0.5, 0.5), infinityMass: 0 },
      times: 3,
    };
    expect(curveWithRareApart([even], { delta: 1e-9 }, work)).toBeUndefined();
    const mass = new Float64Array(2 ** 16).fill(0);
    mass.set([0.5, 0.5]);
    mass[mass.length - 1] = 1e-12;
    const far = { pmf: { ...even.pmf, mass }, times: 3 };
    const small: WorkCounter = { limits: { ...WORK_LIMITS.default, windowPoints: 2 ** 15 }, used: 0 };
    expect(curveWithRareApart([far], { delta: 1e-12 }, work)).toBeDefined();
    expect(curveWithRareApart([far], { delta: 1e-12 }, small)).toBeUndefined();
  });

  it("does not exist where the windows of both parts are too far from each other", () => {
    const mass = Float64Array.of(0.5, 0, 0.5, 0, 1e-101);
    const parts = [{ pmf: { step: STEP, first: -1, mass, infinityMass: 0 }, times: 1000 }];
    const curveWithin = (windowPoints: number) =>
      curveWithRareApart(
        parts,
        { delta: 1e-100 },
        { limits: { ...WORK_LIMITS.default, windowPoints }, used: 0 },
      );
    expect(curveWithin(2000)).toBeDefined();
    expect(curveWithin(600)).toBeUndefined();
  });
});

function logChoose(n: number, k: number): number {
  let sum = 0;
  for (let i = 1; i <= k; i++) sum += Math.log((n - k + i) / i);
  return sum;
}
