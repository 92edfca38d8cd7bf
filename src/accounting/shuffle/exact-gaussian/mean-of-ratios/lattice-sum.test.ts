import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type LatticeSumPmf, latticeSumOf, type SumPmf, sumOf } from "./lattice-sum.js";

const STEP = 0.13;
const COPIES = 3;

/** Laws of a sum of three with mean three, at places around it. */
const sums = fc
  .array(fc.tuple(fc.integer({ min: 0, max: 9000 }), fc.integer({ min: 1, max: 100 })), {
    minLength: 2,
    maxLength: 30,
  })
  .map((points): SumPmf => {
    const total = points.reduce((sum, [, mass]) => sum + mass, 0);
    const mean = points.reduce((sum, [value, mass]) => sum + value * mass, 0) / total;
    const sorted = points.map(([value, mass]) => [(value * COPIES) / mean, mass / total] as const);
    sorted.sort(([a], [b]) => a - b);
    return {
      copies: COPIES,
      step: STEP,
      place: Float64Array.from(sorted, ([value]) => (value - COPIES) / STEP),
      mass: Float64Array.from(sorted, ([, mass]) => mass),
      reverseInfinityMass: 0,
      infinityMass: 0,
    };
  })
  .filter(({ place }) => Number.isFinite(place[0]!) && place[0]! < place.at(-1)!);

type Law = LatticeSumPmf | SumPmf;

function pointsOf(law: Law): [number, number][] {
  const placeAt = (k: number) =>
    "place" in law
      ? law.place[k]!
      : law.first + k + (law.moment && law.mass[k]! > 0 ? law.moment[k]! / law.mass[k]! : 0);
  return [
    [0, law.reverseInfinityMass],
    ...Array.from(law.mass, (mass, k): [number, number] => [law.copies + placeAt(k) * law.step, mass]),
  ];
}

/** E (S - threshold)_+ */
function call(law: Law, threshold: number): number {
  return pointsOf(law).reduce(
    (sum, [value, mass]) => sum + mass * Math.max(0, value - threshold),
    law.infinityMass,
  );
}

const THRESHOLDS = Array.from({ length: 90 }, (_, i) => i * 0.11);
const violations = (small: Law, large: Law) =>
  THRESHOLDS.filter((threshold) => call(small, threshold) > call(large, threshold) + 1e-12).length;

describe("laws of sums on a lattice", () => {
  it.each([1e-30, 0.03])(
    "lie on either side in convex order, mass and mean kept; negligible: %d",
    { tags: ["slow"] },
    (negligible) => {
      fc.assert(
        fc.property(sums, (law) => {
          const upper = latticeSumOf(law, "pessimistic", negligible);
          const lower = latticeSumOf(law, "optimistic", negligible);
          expect(violations(law, upper)).toBe(0);
          expect(violations(lower, law)).toBe(0);
          for (const side of [upper, lower]) {
            expect(pointsOf(side).reduce((sum, [, mass]) => sum + mass, 0)).toBeCloseTo(1, 12);
            expect(call(side, 0)).toBeCloseTo(COPIES, 10);
          }
        }),
      );
    },
  );

  it("add up to laws on either side of the sum", () => {
    fc.assert(
      fc.property(sums, sums, fc.constantFrom(1e-30, 0.03), (one, other, negligible) => {
        const pairs = pointsOf(one).flatMap(([a, p]) =>
          pointsOf(other).map(([b, q]) => [a + b, p * q] as const),
        );
        const exact = (threshold: number) =>
          pairs.reduce((sum, [value, mass]) => sum + mass * Math.max(0, value - threshold), 0);
        const sumOn = (side: "pessimistic" | "optimistic") =>
          sumOf(latticeSumOf(one, side, negligible), latticeSumOf(other, side, negligible));
        const [upper, lower] = [sumOn("pessimistic"), sumOn("optimistic")];
        for (const threshold of THRESHOLDS) {
          expect(call(upper, threshold)).toBeGreaterThan(exact(threshold) - 1e-11);
          expect(call(lower, threshold)).toBeLessThan(exact(threshold) + 1e-11);
        }
        expect(call(upper, 0)).toBeCloseTo(2 * COPIES, 9);
      }),
      { numRuns: 25 },
    );
  });

  it("would be noticed if points were rounded to cell starts without keeping the mean", () => {
    const law: SumPmf = {
      copies: COPIES,
      step: STEP,
      place: Float64Array.of(-2.4, 2.4),
      mass: Float64Array.of(0.5, 0.5),
      reverseInfinityMass: 0,
      infinityMass: 0,
    };
    const roundedDown: SumPmf = { ...law, place: law.place.map(Math.floor) };
    expect(violations(law, roundedDown)).toBeGreaterThan(0);
    expect(violations(law, latticeSumOf(law, "pessimistic", 1e-30))).toBe(0);
  });
});
