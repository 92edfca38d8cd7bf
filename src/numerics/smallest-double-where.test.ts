import fc from "fast-check";
import { expect, test } from "vitest";
import { smallestDoubleWhere } from "./smallest-double-where.js";

test("finds every non-negative threshold to the last bit", () => {
  fc.assert(
    fc.property(fc.double({ min: 0, noNaN: true }), (threshold) => {
      expect(smallestDoubleWhere((x) => x >= threshold, 0, Infinity)).toBe(threshold + 0);
    }),
  );
});

test("answers high where nothing below holds, and low where everything does", () => {
  expect(smallestDoubleWhere(() => false, 1, 7)).toBe(7);
  expect(smallestDoubleWhere(() => true, 1, 7)).toBe(1);
});
