import { expect, test } from "vitest";
import { bisect } from "./bisect.js";

test.each([
  [0, 9],
  [9, 0],
])("closes in on where a condition becomes true, from %f to %f", (from, to) => {
  const condition = (x: number): boolean => (to > from ? x >= Math.SQRT2 : x <= Math.SQRT2);
  const { fails, holds } = bisect(condition, { fails: from, holds: to }, { steps: 200, width: 1e-9 });
  expect(condition(holds)).toBe(true);
  expect(condition(fails)).toBe(false);
  expect(Math.abs(holds - fails)).toBeLessThan(2e-9);
});

test("stops after its number of steps, and does not try the ends", () => {
  const tried: number[] = [];
  bisect((x) => tried.push(x) > 0, { fails: 0, holds: Number.MAX_VALUE }, { steps: 3 });
  expect(tried).toEqual([1, 2, 3].map((k) => Number.MAX_VALUE / 2 ** k));
});
