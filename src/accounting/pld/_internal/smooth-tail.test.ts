import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { tiltForDelta } from "./choose-tilt.js";
import { composedDelta } from "./composed-tail.js";
import { EFFORT, Effort } from "./effort.js";
import type { LatticePower } from "./lattice-measure.js";
import { lowBand } from "./low-band.js";
import { deltaOf } from "./mass-points.js";
import { smoothTail } from "./smooth-tail.js";
import { tailError } from "./tail-law.js";
import { tiltedLaw } from "./tilted-law.js";

const STEP = 0.01;
const effort = new Effort(EFFORT.asked);

/** Losses near a mean that makes Q's mass about one, from weights that are not smooth. */
function power(weights: readonly number[], first: number, times: number, step: number = STEP): LatticePower {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const mass = Float64Array.from(weights, (weight) => weight / total);
  return { measure: { step, first, mass, infinite: 0 }, times };
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
          const powers = [power(one, first, rounds), power(other, -10, 7)];
          const tilt = tiltForDelta(powers, 10 ** -digits);
          const smooth = smoothTail(powers, tilt);
          const law = tiltedLaw(powers, tilt, effort)!;
          if (smooth === undefined) return;
          compared++;
          for (const shift of [-2, -0.5, 0, 0.3, 1, 3]) {
            const epsilon = tilt.epsilon + shift * Math.sqrt(tilt.cumulants.variance) + STEP / 3;
            const scaleAt = (loss: number) => Math.exp(law.logScale - law.tilt * (loss - law.epsilon));
            const loss = law.mass.map((_, i) => (law.first + i) * STEP);
            const points = { loss, mass: law.mass.map((value, i) => value * scaleAt(loss[i]!)) };
            const error = scaleAt(epsilon) * tailError({ ...law, points: loss.length });
            const difference = Math.abs(smooth.deltaOf(epsilon) - deltaOf(points, epsilon));
            expect(difference).toBeLessThanOrEqual(error + smooth.errorAt(epsilon));
            expect(smooth.errorAt(epsilon)).toBeLessThanOrEqual(1.1 * error); // mostly what lies outside, the same for both
            const target = smooth.deltaOf(epsilon);
            if (shift >= -0.5 && shift <= 1) {
              expect(smooth.epsilonOf(target, "upper")).toBeCloseTo(epsilon, 7);
              expect(smooth.deltaOf(smooth.epsilonOf(target, "upper"))).toBeLessThanOrEqual(target);
              expect(smooth.deltaOf(smooth.epsilonOf(target, "lower"))).toBeGreaterThanOrEqual(target);
            }
          }
        },
      ),
      { numRuns: 25 },
    );
    expect(compared).toBeGreaterThan(15);
  });

  test("is left to the transform where the law has a coarser lattice inside", () => {
    const coarse = [power([0.7, 0, 0, 0.3], -1, 20_000)];
    const fine = [power([0.7, 0.01, 0, 0.3], -1, 20_000)];
    expect(smoothTail(coarse, tiltForDelta(coarse, 1e-6))).toBeUndefined();
    expect(smoothTail(fine, tiltForDelta(fine, 1e-6))).toBeDefined();
    for (const powers of [coarse, fine]) {
      const [lower, upper] = [
        composedDelta(powers, 30, "lower", effort),
        composedDelta(powers, 30, "upper", effort),
      ];
      expect(lower).toBeLessThanOrEqual(upper);
      expect(upper - lower).toBeLessThanOrEqual(1e-4 * upper);
    }
  });

  test("is left to the transform where rounds are few", () => {
    const powers = [power([1, 2, 3, 2, 1], -3, 3)];
    expect(smoothTail(powers, tiltForDelta(powers, 1e-3))).toBeUndefined();
  });
});

describe("the low band", () => {
  test("holds every frequency that counts", () => {
    fc.assert(
      fc.property(weights, weights, times, (one, other, rounds) => {
        const laws = [power(one, 0, rounds), power(other, 3, 5)].map(({ measure, times }) => ({
          first: measure.first,
          mass: measure.mass,
          times,
        }));
        const band = lowBand(laws, 2 ** 18);
        if (band === undefined) return;
        const { frequency, remainder } = band;
        const largest = Math.log(remainder);
        for (let i = 0; i <= 4000; i++) {
          const at = frequency + ((Math.PI - frequency) * i) / 4000;
          const log = laws.reduce((sum, { mass, times }) => {
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
    ["on every other point", [1, 0, 2, 0, 1]],
    ["of one point", [1]],
  ])("is not there for a law %s", (_, mass) => {
    expect(
      lowBand([{ first: 0, mass: power(mass, 0, 1).measure.mass, times: 1e6 }], 2 ** 18),
    ).toBeUndefined();
  });
});
