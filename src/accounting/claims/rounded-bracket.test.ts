import { expect, it } from "vitest";
import { roundedBracket } from "./rounded-bracket.js";

it.each([1e-300, 0.1, 1 / 3, 7, 1e300])("holds %d with room for rounding on either side", (value) => {
  const { lower, estimate, upper } = roundedBracket(value);
  expect(estimate).toBe(value);
  for (const share of [upper / value - 1, 1 - lower / value]) {
    expect(share).toBeGreaterThan(100 * Number.EPSILON);
    expect(share).toBeLessThan(1e-12);
  }
});
