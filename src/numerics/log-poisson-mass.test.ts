import { expect, it } from "vitest";
import { logBinomialMass } from "./log-binomial-mass.js";
import { logFactorial } from "./log-factorial.js";
import { logPoissonMass } from "./log-poisson-mass.js";

it("is the formula where that has all its digits", () => {
  for (const k of [1, 2, 7, 15, 16, 40]) {
    for (const mean of [0.01, 1, 15.9, 16, 300]) {
      const expected = k * Math.log(mean) - mean - logFactorial(k);
      expect(Math.abs(logPoissonMass(k, mean) - expected)).toBeLessThan(
        1e-14 * (10 + mean + Math.abs(expected)),
      );
    }
  }
});

it("is the limit of the binomial masses for large numbers", () => {
  for (const k of [1000, 4096, 100_000]) {
    const law = { probability: k / 1e15, complement: 1 - k / 1e15 };
    expect(Math.abs(logPoissonMass(k, k) - logBinomialMass(k, 1e15, law))).toBeLessThan(1e-9);
    expect(Math.abs(logPoissonMass(k, k) + Math.log(2 * Math.PI * k) / 2 + 1 / (12 * k))).toBeLessThan(1e-11);
  }
});

it("ends where the numbers do", () => {
  expect(logPoissonMass(3, Infinity)).toBeNaN();
  expect(logPoissonMass(3, Number.NaN)).toBeNaN();
  expect(logPoissonMass(3, 1e300)).toBe(-1e300);
});
