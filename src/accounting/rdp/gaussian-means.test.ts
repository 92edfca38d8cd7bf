import { describe, expect, it } from "vitest";
import { gaussianCumulants } from "./_internal/gaussian-cumulants.js";
import { gaussianMeans } from "./gaussian-means.js";
import { gaussianRatio } from "./gaussian-ratio.js";
import { meanOf } from "./mean-ratio.js";

describe("cumulants of the Gaussian ratio", () => {
  /**
   * Connected graphs of n labelled vertices by their number of edges, from n - 1 on: q^(n(n-1)/2) counts all
   * graphs.
   */
  const GRAPHS = [[1], [3, 1], [16, 15, 6, 1], [125, 222, 205, 120, 45, 10, 1]];

  it.each([0.4, 1, 3, 1e5])("are the connected graphs' polynomials in e^(1 / s^2) - 1 at s = %f", (sigma) => {
    const v = Math.expm1(sigma ** -2);
    const logCumulant = gaussianCumulants(sigma);
    expect(logCumulant(1)).toBe(0);
    GRAPHS.forEach((counts, i) => {
      const expected = counts.reduce((sum, count, edges) => sum + count * v ** (edges + i + 1), 0);
      expect(logCumulant(i + 2) - Math.log(expected)).toBeCloseTo(0, 11);
    });
  });
});

describe("means of Gaussian ratios", () => {
  it.each([0.2, 0.7, 2, 30, 1e4])("have the moments that their powers have, at s = %f", (sigma) => {
    const means = gaussianMeans(sigma);
    for (const count of [1, 2, 3, 19, 400, 1e9]) {
      const twin = meanOf(gaussianRatio(sigma), count);
      const logMoment = means(count);
      for (const order of [2, 3, 4, 11, 40, 150, 7]) {
        expect(logMoment(order) / twin.logMoment(order)).toBeCloseTo(1, 11);
      }
    }
  });

  it.each([1, 1.5, 7.3, 1e12])("are polynomials in the count's inverse, at the count %f", (count) => {
    for (const sigma of [0.5, 4, 1e6]) {
      const v = Math.expm1(sigma ** -2);
      const [second, third] = [2, 3].map(gaussianMeans(sigma)(count));
      expect(Math.expm1(second!) / (v / count)).toBeCloseTo(1, 11);
      expect(Math.expm1(third!) / ((3 * v) / count + (3 * v ** 2 + v ** 3) / count ** 2)).toBeCloseTo(1, 11);
    }
  });

  it("are one at orders 0 and 1, and where noise drowns everything", () => {
    expect([0, 1].map(gaussianMeans(2)(5))).toEqual([0, 0]);
    expect([2, 9].map(gaussianMeans(1e200)(5))).toEqual([0, 0]);
  });
});
