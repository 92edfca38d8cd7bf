import { describe, expect, it } from "vitest";
import { sampleInteger, seededSource } from "../random/index.js";
import { DOMAIN } from "../validate.js";
import { ROUNDING, roundedDown, roundedUp, ulps } from "./rounding.js";

/** The error of one operation, and of a function of Math in these units. */
const UNIT = 2 ** -53;
const FUNCTION = 4;
const FORMULA = 4 * FUNCTION + 12;

describe("amounts of rounding", () => {
  it.each([
    ["fewOperations", 6],
    ["formula", FORMULA],
    ["longFormula", 16 * FORMULA],
    ["sum", 8000 - 1 + FORMULA],
    ["sum", FORMULA * 2 ** 8],
    ["longSum", DOMAIN.differentRounds.max - 1 + FORMULA],
  ] as const)("%s exceeds %d roundings and its own, both ways", (of, roundings) => {
    // (1 + u)^n is below 1 + n u + (n u)^2 for n u < 1; in units of u, exactly.
    const one = 2n ** 53n;
    const amount = BigInt(ROUNDING[of] / UNIT);
    const count = BigInt(roundings + 1);
    const raised = one * one + count * one + count * count;
    expect((one + amount) * one).toBeGreaterThanOrEqual(raised);
    expect((one - amount) * raised).toBeLessThanOrEqual(one * one * one);
  });

  it("largePower exceeds the error of e^x whose exponent is a sum", () => {
    const [low, high] = [-745 * ROUNDING.sum, 745 * ROUNDING.sum].map(Math.expm1) as [number, number];
    const own = (FUNCTION + 1) * UNIT;
    expect(high + own).toBeLessThan(ROUNDING.largePower);
    expect(-low + own).toBeLessThan(ROUNDING.largePower);
  });

  it("operation passes the exact quotient, both ways", () => {
    const source = seededSource(41);
    const scale = 2 ** 106;
    for (let i = 0; i < 2000; i++) {
      const [a, b] = [1 + sampleInteger(source, 2 ** 32 - 1), 1 + sampleInteger(source, 2 ** 32 - 1)];
      const exact = BigInt(a) * BigInt(scale);
      expect(BigInt(roundedUp(a / b, ROUNDING.operation) * scale) * BigInt(b)).toBeGreaterThanOrEqual(exact);
      expect(BigInt(roundedDown(a / b, ROUNDING.operation) * scale) * BigInt(b)).toBeLessThanOrEqual(exact);
    }
  });
});

describe("roundedUp and roundedDown", () => {
  it("move a value by the amount", () => {
    expect(roundedUp(3, 2 ** -40)).toBe(3 + 3 * 2 ** -40);
    expect(roundedDown(3, 2 ** -40)).toBe(3 - 3 * 2 ** -40);
    expect(roundedUp(1, ulps(5))).toBe(1 + 5 * 2 ** -52);
  });

  it("leave zero and infinity", () => {
    expect(roundedUp(0, ROUNDING.largePower)).toBe(0);
    expect(roundedDown(Infinity, ROUNDING.largePower)).toBe(Infinity);
  });
});
