import fc from "fast-check";
import { expect, it } from "vitest";
import { roundToError } from "./round-to-error.js";

const ALL = { lower: -Infinity, upper: Infinity };

it.each([
  [12_340, 160, 12_021, 12_659, "12,300", "200", "12,000", "12,700"],
  [12_340, 101, 12_140, 12_541, "12,300", "200", "12,100", "12,600"],
  [12_340, 96, 12_150, 12_530, "12,300", "100", "12,100", "12,600"],
  [0.4531, 0.011, 0.43, 0.4702, "0.45", "0.02", "0.43", "0.48"],
  [0.3, 0.1, 0.1, 0.5, "0.3", "0.1", "0.1", "0.5"],
  [7, 0.004, 6.9921, 7.0079, "7.000", "0.004", "6.992", "7.008"],
  [-0.2, 3, -6, 5.5, "0", "3", "-6", "6"],
  [41.27, 9.4, 22.9, 59.7, "40", "10", "20", "60"],
])("%d with error %d, %d to %d", (estimate, standardError, lower, upper, ...shown) => {
  const rounded = roundToError({ estimate, standardError, lower, upper }, ALL);
  expect(Object.values(rounded)).toEqual(shown);
});

it("stays within the possible values", () => {
  const rounded = roundToError(
    { estimate: -340, standardError: 210, lower: 0, upper: 230 },
    { lower: 0, upper: 5000 },
  );
  expect(rounded).toEqual({ estimate: "0", standardError: "300", lower: "0", upper: "300" });
});

it("never understates an error, never narrows an interval, and moves an estimate by half a unit at most", () => {
  const number = fc.double({ min: -1e7, max: 1e7, noNaN: true });
  fc.assert(
    fc.property(
      number,
      fc.double({ min: 1e-5, max: 1e6, noNaN: true }),
      number,
      number,
      (estimate, standardError, one, other) => {
        const [lower, upper] = [Math.min(one, other), Math.max(one, other)];
        const shown = roundToError({ estimate, standardError, lower, upper }, ALL);
        const value = (text: string): number => Number(text.replaceAll(",", ""));
        const unit = value(shown.standardError);
        const slack = 1e-9 * (unit + Math.abs(estimate) + Math.abs(one) + Math.abs(other));
        expect(unit).toBeGreaterThanOrEqual(standardError - slack);
        expect(unit).toBeLessThanOrEqual(2 * standardError + slack);
        expect(Math.abs(value(shown.estimate) - estimate)).toBeLessThanOrEqual(unit / 2 + slack);
        expect(value(shown.lower)).toBeLessThanOrEqual(lower + slack);
        expect(value(shown.upper)).toBeGreaterThanOrEqual(upper - slack);
      },
    ),
  );
});
