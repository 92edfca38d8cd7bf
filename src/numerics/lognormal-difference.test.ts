import { describe, expect, it } from "vitest";
import { approximateExcess, excessBound, expectedExcess } from "./lognormal-difference.js";

const DIFFERENCES = [0.05, 0.7, 3].flatMap((a) => [
  { a, b: 0 },
  { a, b: a / 2 },
]);
const POINTS = DIFFERENCES.flatMap((difference) =>
  [1, 1.02, 1.5, 8].flatMap((x) => [0, 0.01, 0.4, 3, 50].map((t) => ({ difference, x, t }))),
);

describe("the bound of E(X - xY - t)+", () => {
  it("is no less than it, and falls with t", () => {
    for (const { difference, x, t } of POINTS) {
      const bound = excessBound(difference, x, t);
      expect(bound).toBeGreaterThanOrEqual(expectedExcess(difference, x, t));
      expect(excessBound(difference, x, 2 * t + 0.1)).toBeLessThanOrEqual(bound);
    }
  });

  it("is small where that is", () => {
    for (const { difference, x, t } of POINTS) {
      const excess = expectedExcess(difference, x, t);
      if (excess < 1e-30) expect(excessBound(difference, x, t)).toBeLessThan(1e-20);
    }
  });
});

it("E(X - xY - t)+ is approximated within 1 %, where it is a double", () => {
  for (const { difference, x, t } of POINTS) {
    const excess = expectedExcess(difference, x, t);
    if (excess < 1e-300) continue;
    expect(Math.abs(approximateExcess(difference, x, t) / excess - 1)).toBeLessThan(0.01);
  }
});
