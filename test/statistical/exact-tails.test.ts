import { describe, expect, it } from "vitest";
import { binomialTails, chiSquareTails, fitPValue } from "./exact-tails.js";

describe("the tests' own tail probabilities", () => {
  // mpmath: gammainc(k/2, 0, x/2, regularized=True) and gammainc(k/2, x/2, inf, regularized=True)
  it.each([
    [3.3, 1, 0.930720116779, 0.0692798832212],
    [40, 11, 0.999964224875, 3.57751245277e-5],
    [40, 12, 0.999928091159, 7.19088405284e-5],
    [1003000, 1000000, 0.982983227067, 0.0170167729333],
  ])("chi-square at %d with %d degrees agrees with mpmath", (statistic, degrees, lower, upper) => {
    const tails = chiSquareTails(statistic, degrees);
    expect(tails.lower / lower - 1).toBeCloseTo(0, 8);
    expect(tails.upper / upper - 1).toBeCloseTo(0, 8);
  });

  // mpmath: fsum of binomial(n, k) p**k (1-p)**(n-k)
  it.each([
    [3, 10, 0.37, 0.459996207312, 0.779429216267],
    [70, 1000, 0.05, 0.997669699452, 0.00347435869885],
  ])("binomial at %d of %d, p = %d agrees with mpmath", (count, trials, probability, lower, upper) => {
    const tails = binomialTails(count, trials, probability);
    expect(tails.lower / lower - 1).toBeCloseTo(0, 9);
    expect(tails.upper / upper - 1).toBeCloseTo(0, 9);
  });

  it("a fit statistic has one degree of freedom less than cells: (60 - 50)²/50 + (40 - 50)²/50 = 4", () => {
    expect(fitPValue([60, 40], [0.5, 0.5])).toBeCloseTo(chiSquareTails(4, 1).upper, 12);
  });
});
