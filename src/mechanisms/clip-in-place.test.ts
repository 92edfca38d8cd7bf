import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { normOf } from "./_internal/norm.js";
import { clipInPlace } from "./clip-in-place.js";

const NORMS = ["l1", "l2", "linf"] as const;

describe("clipInPlace", () => {
  it.each([
    ["l1", 7, [3 / 7, -4 / 7]],
    ["l2", 5, [3 / 5, -4 / 5]],
    ["linf", 4, [3 / 4, -1]],
  ] as const)("scales (3, -4) onto the unit ball of %s", (norm, before, after) => {
    const vector = Float64Array.of(3, -4);
    expect(clipInPlace(vector, { norm, bound: 1 })).toBe(before);
    expect(vector[0]).toBeCloseTo(after[0], 6);
    expect(vector[1]).toBeCloseTo(after[1], 6);
  });

  it("leaves a vector inside or on the ball as it is", () => {
    const vector = Float32Array.of(3, -4);
    for (const norm of NORMS) clipInPlace(vector, { norm, bound: 7 });
    clipInPlace(vector, { norm: "l2", bound: 5 });
    expect(Array.from(vector)).toEqual([3, -4]);
  });

  it.each(NORMS)(
    "never leaves a %s norm above the bound, in either precision, and keeps the direction",
    (norm) => {
      const entries = fc.array(fc.double({ min: -1e30, max: 1e30, noNaN: true }), {
        minLength: 1,
        maxLength: 40,
      });
      const bounds = fc.double({ min: 1e-6, max: 1e3, noNaN: true });
      fc.assert(
        fc.property(entries, bounds, (numbers, bound) => {
          for (const vector of [Float64Array.from(numbers), Float32Array.from(numbers)]) {
            const original = Float64Array.from(vector);
            const before = clipInPlace(vector, { norm, bound });
            expect(normOf(vector, norm)).toBeLessThanOrEqual(bound);
            const factor = Math.min(1, bound / before);
            vector.forEach((entry, index) => {
              expect(Math.abs(entry - factor * original[index]!)).toBeLessThanOrEqual(4e-7 * bound);
            });
          }
        }),
        { seed: 51 },
      );
    },
  );

  it.each([1 + 2 ** -22, 1.0001, 1.3, 1.999])(
    "clips also what is %d times as long as the bound",
    (excess) => {
      for (const norm of NORMS) {
        for (const vector of [Float64Array.of(3, -4, 0.5), Float32Array.of(3, -4, 0.5)]) {
          const length = normOf(vector, norm);
          const bound = length / excess;
          expect(clipInPlace(vector, { norm, bound })).toBe(length);
          expect(normOf(vector, norm)).toBeLessThanOrEqual(bound);
          expect(normOf(vector, norm)).toBeGreaterThan(bound * (1 - 1e-6));
        }
      }
    },
  );

  it("takes norms that would overflow as squares", () => {
    const vector = Float64Array.of(3e200, 4e200);
    expect(clipInPlace(vector, { norm: "l2", bound: 1 })).toBeCloseTo(5e200, -186);
    expect(normOf(vector, "l2")).toBeCloseTo(1, 6);
    expect(normOf(Float64Array.of(3e-200, 4e-200), "l2")).toBeCloseTo(5e-200, 215);
  });

  it("keeps its promise where the factor itself would be rounded up to the smallest double", () => {
    const vector = Float64Array.of(1e304, 0);
    expect(clipInPlace(vector, { norm: "l2", bound: 4e-20 })).toBe(1e304);
    expect(normOf(vector, "l2")).toBeLessThanOrEqual(4e-20);
    expect(normOf(vector, "l2")).toBeGreaterThan(3.999e-20);
  });

  it("takes the smallest and largest entries, and no bound at which single precision is coarse", () => {
    for (const norm of NORMS) {
      for (const entries of [[5e-324], [1e-310, -5e-324], [1.7e308], [1.7e308, 5e-324]]) {
        const vector = Float64Array.from(entries);
        const before = clipInPlace(vector, { norm, bound: 1 });
        expect(before / Math.abs(entries[0]!)).toBeCloseTo(1, 12);
        expect(normOf(vector, norm)).toBeLessThanOrEqual(1);
      }
      // Here a thousand entries, each rounded to a multiple of 1.4e-45, would have an l1 norm of 1.4e-42.
      const rule = { norm, bound: 1e-42 };
      expect(() => clipInPlace(new Float32Array(1000).fill(1e-40), rule)).toThrow(
        expect.objectContaining({ code: "OUT_OF_RANGE" }),
      );
    }
  });

  it("takes the empty and the zero vector", () => {
    expect(clipInPlace(new Float64Array(0), { norm: "l2", bound: 1 })).toBe(0);
    expect(clipInPlace(new Float64Array(3), { norm: "l1", bound: 1 })).toBe(0);
  });

  it("refuses what is not finite and leaves it untouched", () => {
    for (const norm of NORMS) {
      for (const bad of [Number.NaN, Number.POSITIVE_INFINITY]) {
        const vector = Float64Array.of(1, bad, 100);
        expect(() => clipInPlace(vector, { norm, bound: 1 })).toThrow(
          expect.objectContaining({ code: "OUT_OF_RANGE" }),
        );
        expect(Array.from(vector)).toEqual([1, bad, 100]);
      }
    }
    const refusal = (code: string) => expect.objectContaining({ code });
    expect(() => clipInPlace(new Float64Array(1), { norm: "l2", bound: 0 })).toThrow(refusal("OUT_OF_RANGE"));
    expect(() => clipInPlace(new Float64Array(1), { norm: "l3" as "l2", bound: 1 })).toThrow(
      refusal("BAD_INPUT"),
    );
  });
});
