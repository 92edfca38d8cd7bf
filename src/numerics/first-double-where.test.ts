import fc from "fast-check";
import { expect, test } from "vitest";
import { firstDoubleWhere } from "./first-double-where.js";

test("finds every non-negative threshold to the last bit", () => {
  fc.assert(
    fc.property(fc.double({ min: 0, noNaN: true }), (threshold) => {
      expect(firstDoubleWhere((x) => x >= threshold, 0, Infinity)).toBe(threshold + 0);
    }),
  );
});

test("answers high where nothing below holds, and low where everything does", () => {
  expect(firstDoubleWhere(() => false, 1, 7)).toBe(7);
  expect(firstDoubleWhere(() => true, 1, 7)).toBe(1);
});
