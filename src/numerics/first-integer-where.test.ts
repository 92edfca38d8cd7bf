import fc from "fast-check";
import { expect, test } from "vitest";
import { firstIntegerWhere } from "./first-integer-where.js";

test("finds the first, or the end, in a logarithmic number of tries", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1000 }), fc.integer({ min: -5, max: 1005 }), (high, first) => {
      let tries = 0;
      const found = firstIntegerWhere(
        (integer) => {
          tries++;
          expect(integer).toBeLessThan(high);
          return integer >= first;
        },
        0,
        high,
      );
      expect(found).toBe(Math.min(high, Math.max(0, first)));
      expect(tries).toBeLessThanOrEqual(10);
    }),
  );
});

test("finds the largest safe integers, whose sums are none", () => {
  const high = Number.MAX_SAFE_INTEGER;
  for (const first of [high, high - 1, high - 2, high - 3]) {
    expect(firstIntegerWhere((integer) => integer >= first, 1, high)).toBe(first);
  }
});
