import { expect, test } from "vitest";
import { LogSum } from "./log-sum.js";

test("adds what neither fits a double nor would vanish", () => {
  const sum = new LogSum();
  expect(sum.log).toBe(-Infinity);
  for (const term of [-5000, -Infinity, 2000, 2001, -1]) sum.add(term);
  expect(sum.log).toBeCloseTo(2001 + Math.log1p(Math.exp(-1)), 12);
  expect(sum.logLargest).toBe(2001);
});
