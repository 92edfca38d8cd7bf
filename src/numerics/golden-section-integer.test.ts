import fc from "fast-check";
import { expect, test } from "vitest";
import { goldenSectionInteger } from "./golden-section-integer.js";

test("finds the least of every convex function inside, in logarithmically many looks", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 99_999 }), fc.integer({ min: 1, max: 99_999 }), (least, from) => {
      let looks = 0;
      const valueAt = (x: number): number => {
        looks += 1;
        return x === 0 || x === 100_000 ? Infinity : (x - least) ** 2;
      };
      expect(goldenSectionInteger(valueAt, { low: 0, best: from, high: 100_000 })).toBe(least);
      expect(looks).toBeLessThan(80);
    }),
  );
});

test("stays where there is nothing to search", () => {
  expect(goldenSectionInteger(() => 1, { low: 4, best: 5, high: 6 })).toBe(5);
  expect(goldenSectionInteger((x) => x, { low: 4, best: 4, high: 6 })).toBe(4);
});
