import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { RepeatedPmf } from "../pmf.js";
import { tiltForDelta } from "./choose-tilt.js";
import { deltaOf, tailError } from "./hockey-stick.js";
import { lowFrequencies } from "./low-frequencies.js";
import { queryComposed } from "./query-pmf.js";
import { smoothCurve } from "./smooth-tail.js";
import { composeTilted } from "./tilted-pmf.js";
import { WORK_LIMITS, type WorkCounter } from "./work-limits.js";

const STEP = 0.01;
const work: WorkCounter = { limits: WORK_LIMITS.requestedWidth, used: 0 };

/** Losses near a mean that makes Q's mass about one, from weights that are not smooth. */
function repeated(
  weights: readonly number[],
  first: number,
  times: number,
  step: number = STEP,
): RepeatedPmf {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const mass = Float64Array.from(weights, (weight) => weight / total);
  return { pmf: { step, first, mass, infinityMass: 0 }, times };
}

const weights = fc.array(fc.double({ min: 0.05, max: 1, noNaN: true }), { minLength: 3, maxLength: 40 });
const times = fc.integer({ min: 3000, max: 30_000 });

describe("a composed law by few frequencies", () => {
  test("has the tails of the same law point by point", () => {
    let compared = 0;
    fc.assert(
      fc.property(
        weights,
        weights,
        times,
        fc.integer({ min: -25, max: 0 }),
        fc.integer({ min: 1, max: 9 }),
        (one, other, rounds, first, digits) => {
          const parts = [repeated(one, first, rounds), repeated(other, -10, 7)];
          const tilt = tiltForDelta(parts, 10 ** -digits);
          const smooth = smoothCurve(parts, tilt);
          const law = composeTilted(parts, tilt, work)!;
          if (smooth === undefined) return;
          compared++;
          for (const shift of [-2, -0.5, 0, 0.3, 1, 3]) {
            const epsilon = tilt.centre + shift * Math.sqrt(tilt.cumulants.variance) + STEP / 3;
            const scaleAt = (loss: number) => Math.exp(law.logScale - law.tilt * (loss - law.centre));
            const loss = law.mass.map((_, i) => (law.first + i) * STEP);
            const points = { loss, mass: law.mass.map((value, i) => value * scaleAt(loss[i]!)) };
            const error = scaleAt(epsilon) * tailError({ ...law, points: loss.length });
            const difference = Math.abs(smooth.deltaAt(epsilon) - deltaOf(points, epsilon));
            expect(difference).toBeLessThanOrEqual(error + smooth.errorAt(epsilon));
            // Mostly what lies outside, the same for both.
            expect(smooth.errorAt(epsilon)).toBeLessThanOrEqual(1.1 * error);
            const target = smooth.deltaAt(epsilon);
            if (shift >= -0.5 && shift <= 1) {
              expect(smooth.epsilonAt(target, "pessimistic")).toBeCloseTo(epsilon, 7);
              expect(smooth.deltaAt(smooth.epsilonAt(target, "pessimistic"))).toBeLessThanOrEqual(target);
              expect(smooth.deltaAt(smooth.epsilonAt(target, "optimistic"))).toBeGreaterThanOrEqual(target);
            }
          }
        },
      ),
      { numRuns: 25 },
    );
    expect(compared).toBeGreaterThan(15);
  });

  test("is left to the transform where the law has a coarser lattice inside", () => {
    const coarse = [repeated([0.7, 0, 0, 0.3], -1, 20_000)];
    const fine = [repeated([0.7, 0.01, 0, 0.3], -1, 20_000)];
    expect(smoothCurve(coarse, tiltForDelta(coarse, 1e-6))).toBeUndefined();
    expect(smoothCurve(fine, tiltForDelta(fine, 1e-6))).toBeDefined();
    for (const parts of [coarse, fine]) {
      const [lower, upper] = [
        queryComposed(parts, { find: "delta", epsilon: 30 }, "optimistic", work),
        queryComposed(parts, { find: "delta", epsilon: 30 }, "pessimistic", work),
      ];
      expect(lower).toBeLessThanOrEqual(upper);
      expect(upper - lower).toBeLessThanOrEqual(1e-4 * upper);
    }
  });

  test.each([
    [0.01, 0.04, 6e7, 1.9e-7],
    [0.011, 0.05, 1e8, 1e-6],
    [0.0123, 0.05, 4e7, 1.5e-7],
    [0.015, 0.05, 2e7, 1e-6],
  ])(
    "has an epsilon where the window's far end is nothing but rounding: step %d, deviation %d, %d rounds",
    (step, deviation, rounds, delta) => {
      const reach = Math.ceil((9 * deviation) / step);
      const normal = Array.from({ length: 2 * reach + 1 }, (_, i) =>
        Math.exp(-0.5 * (((i - reach) * step) / deviation - deviation / 2) ** 2),
      );
      const parts = [repeated(normal, -reach, rounds, step)];
      const [lower, upper] = [
        queryComposed(parts, { find: "epsilon", delta }, "optimistic", work),
        queryComposed(parts, { find: "epsilon", delta }, "pessimistic", work),
      ];
      expect(lower).toBeLessThanOrEqual(upper);
      expect(upper - lower).toBeLessThanOrEqual(1e-3 * upper);
      const atUpper = queryComposed(parts, { find: "delta", epsilon: upper }, "optimistic", work);
      expect(atUpper).toBeLessThanOrEqual(delta);
      expect(atUpper).toBeGreaterThanOrEqual(0.95 * delta);
    },
  );

  test("is left to the transform where rounds are few", () => {
    const parts = [repeated([1, 2, 3, 2, 1], -3, 3)];
    expect(smoothCurve(parts, tiltForDelta(parts, 1e-3))).toBeUndefined();
  });
});

describe("the low frequencies", () => {
  test("hold every frequency that matters", { tags: ["slow", "long"] }, () => {
    fc.assert(
      fc.property(weights, weights, times, (one, other, rounds) => {
        const laws = [repeated(one, 0, rounds), repeated(other, 3, 5)];
        const band = lowFrequencies(laws, 2 ** 18);
        if (band === undefined) return;
        const { frequency, remainder } = band;
        const largest = Math.log(remainder);
        for (let i = 0; i <= 4000; i++) {
          const at = frequency + ((Math.PI - frequency) * i) / 4000;
          const log = laws.reduce((sum, { pmf: { mass }, times }) => {
            const re = mass.reduce((total, value, k) => total + value * Math.cos(at * k), 0);
            const im = mass.reduce((total, value, k) => total + value * Math.sin(at * k), 0);
            return sum + times * Math.log(Math.hypot(re, im));
          }, 0);
          expect(log).toBeLessThanOrEqual(largest);
        }
      }),
      { numRuns: 40 },
    );
  });

  test.each([
    [1000, 3000, 1e-6],
    [200, 900, 1e-4],
    [5540, 12_000, 1e-7],
  ])(
    "are found by a grid where losses are large and rare: %d rounds, one at %d of mass %d",
    { tags: ["slow"] },
    (rounds, far, rare) => {
      const weights = [1, 4, 6, 4, 1, ...new Array(far).fill(0), 16 * rare];
      const law = repeated(weights, 0, rounds);
      const band = lowFrequencies([law], 2 ** 18)!;
      // About that of the bulk alone, whose variance is one.
      expect(band.frequency).toBeLessThan(1.25 * Math.sqrt(80 / rounds));
      const place = weights.length - 1;
      for (let i = 0; i <= 40_000; i++) {
        const w = band.frequency + ((Math.PI - band.frequency) * i) / 40_000;
        const [re, im] = [
          Math.cos(w / 2) ** 4 * Math.cos(2 * w) + rare * Math.cos(place * w),
          Math.cos(w / 2) ** 4 * Math.sin(2 * w) + rare * Math.sin(place * w),
        ];
        const log = rounds * Math.log(Math.hypot(re, im) / (1 + rare));
        expect(log).toBeLessThanOrEqual(Math.log(band.remainder));
      }
    },
  );

  test.each([
    ["on every other point with a rare large loss", [1, 0, 2, 0, 1, ...new Array(2001).fill(0), 1e-6]],
    ["on every other point", [1, 0, 2, 0, 1]],
    ["of one point", [1]],
  ])("do not exist for a law %s", (_, mass) => {
    expect(lowFrequencies([repeated(mass, 0, 1e6)], 2 ** 18)).toBeUndefined();
  });
});
