import { describe, expect, test } from "vitest";
import vectors from "../../../test/vectors/weights/lognormal-sum.json" with { type: "json" };
import { fillNormals } from "../../random/fill-normals.js";
import { seededSource } from "../../random/seeded-source.js";
import { gaussLegendre } from "../gauss-legendre.js";
import { normalCdf } from "../normal-cdf.js";
import { fentonWilkinson } from "./fenton-wilkinson.js";
import { kernelDensityCdf } from "./kernel-density.js";
import { leastSquaresLognormal } from "./least-squares.js";
import { lognormalCdf } from "./lognormal-cdf.js";
import type { LognormalSum } from "./lognormal-sum.js";
import { sampleLogSums } from "./monte-carlo.js";
import { schwartzYeh } from "./schwartz-yeh.js";

const sumOf = (logMeans: readonly number[], logStdDev: number): LognormalSum => ({
  terms: logMeans.map((logMean) => ({ logMean, count: 1 })),
  logStdDev,
});

const methods = { fentonWilkinson, schwartzYeh };

test.each(vectors.cases)("$name of $params", ({ name, params, value }) => {
  const [method, field] = name.split(".") as [keyof typeof methods, "logMean" | "logStdDev"];
  const law = methods[method](sumOf(params.logMeans, params.logStdDev));
  expect(law[field] / Number(value) - 1).toBeCloseTo(0, 11);
});

describe("groups of equal terms", () => {
  test("Fenton-Wilkinson counts them", () => {
    const apart = fentonWilkinson(sumOf([0.3, 0.3, 0.3, -1, -1], 0.8));
    const together = fentonWilkinson({
      terms: [
        { logMean: 0.3, count: 3 },
        { logMean: -1, count: 2 },
      ],
      logStdDev: 0.8,
    });
    expect(together.logMean).toBeCloseTo(apart.logMean, 13);
    expect(together.logStdDev).toBeCloseTo(apart.logStdDev, 13);
  });

  test("one term is itself, for both", () => {
    for (const method of Object.values(methods)) {
      const law = method(sumOf([1.7], 0.6));
      expect(law.logMean).toBeCloseTo(1.7, 13);
      expect(law.logStdDev).toBeCloseTo(0.6, 13);
    }
  });

  test("a hundred million narrow terms concentrate at their mean", () => {
    const many = { terms: [{ logMean: 0, count: 1e8 }], logStdDev: 0.25 };
    const mean = Math.log(1e8) + 0.25 ** 2 / 2;
    for (const method of Object.values(methods)) {
      const law = method(many);
      expect(Math.abs(law.logMean - mean)).toBeLessThan(1e-5);
      expect(law.logStdDev).toBeLessThan(3e-5);
    }
  });

  test("Schwartz-Yeh loses the tail of wide terms, as the paper sees", () => {
    const wide = { terms: [{ logMean: 0, count: 1e8 }], logStdDev: 4 };
    expect(schwartzYeh(wide).logMean).toBeLessThan(fentonWilkinson(wide).logMean - 1);
  });
});

describe("draws", () => {
  // Seed and sizes are fixed; by the inequality of Dvoretzky, Kiefer, Wolfowitz and Massart a correct sampler
  // fails with probability at most 2 exp(-2 * 20000 * 0.0194^2) = 6e-7.
  const DRAWS = 20_000;
  const BAND = 0.0194;
  const normals = (seed: number) => {
    const source = seededSource(seed);
    return (target: Float64Array) => fillNormals(source, target, 1);
  };

  /** P(log(e^(a + sZ) + e^(b + sZ')) <= y), by quadrature over the first term. */
  function pairCdf(a: number, b: number, s: number, y: number): number {
    const { nodes, weights } = RULE;
    const top = Math.min(10, (y - a) / s);
    const half = (top + 10) / 2;
    return nodes.reduce((sum, node, i) => {
      const z = half * (node + 1) - 10;
      const room = y + Math.log1p(-Math.exp(a + s * z - y));
      return (
        sum +
        (half * weights[i]! * Math.exp((-z * z) / 2) * normalCdf((room - b) / s)) / Math.sqrt(2 * Math.PI)
      );
    }, 0);
  }
  const RULE = gaussLegendre(200);

  function largestGap(draws: Float64Array, cdf: (y: number) => number): number {
    return draws.reduce((gap, y, i) => {
      if (i % 50 !== 0) return gap;
      return Math.max(gap, Math.abs(cdf(y) - i / draws.length), Math.abs(cdf(y) - (i + 1) / draws.length));
    }, 0);
  }

  const draws = sampleLogSums(sumOf([0.4, -0.9], 1.3), DRAWS, normals(11));

  test("follow the law of two terms", () => {
    expect(largestGap(draws, (y) => pairCdf(0.4, -0.9, 1.3, y))).toBeLessThan(BAND);
  });

  test("and are told from a spread 10% off", () => {
    expect(largestGap(draws, (y) => pairCdf(0.4, -0.9, 1.43, y))).toBeGreaterThan(BAND);
  });

  test("groups longer than a chunk have the mean of their sum", () => {
    const many = sampleLogSums({ terms: [{ logMean: -2, count: 10_000 }], logStdDev: 0.5 }, 50, normals(12));
    const mean = many.reduce((total, y) => total + y / 50, 0);
    const expected = Math.log(10_000) - 2 + 0.125;
    const stdDev = Math.sqrt(Math.expm1(0.25) / 10_000 / 50);
    expect(Math.abs(mean - expected)).toBeLessThan(6 * stdDev);
    const withoutTheLastChunk = expected + Math.log(8192 / 10_000);
    expect(Math.abs(mean - withoutTheLastChunk)).toBeGreaterThan(6 * stdDev);
  });

  test("least squares puts two draws at the quartiles and three at the sixths", () => {
    const two = leastSquaresLognormal(Float64Array.of(1, 2));
    expect(two.logMean).toBeCloseTo(1.5, 14);
    expect(two.logStdDev).toBeCloseTo(0.5 / 0.674489750196082, 12); // mpmath: quantile of 3/4
    const three = leastSquaresLognormal(Float64Array.of(-1, 0, 4));
    expect(three.logStdDev).toBeCloseTo(2.5 / 0.967421566101701, 12); // mpmath: quantile of 5/6
  });

  test("least squares recovers a true lognormal and orders the quantiles of a sum", () => {
    const single = leastSquaresLognormal(sampleLogSums(sumOf([0.7], 1.9), DRAWS, normals(13)));
    expect(Math.abs(single.logMean - 0.7)).toBeLessThan((6 * 1.9) / Math.sqrt(DRAWS));
    expect(Math.abs(single.logStdDev / 1.9 - 1)).toBeLessThan(6 / Math.sqrt(2 * DRAWS));
    const fitted = leastSquaresLognormal(draws);
    expect(largestGap(draws, (y) => lognormalCdf(fitted, y))).toBeLessThan(0.05);
  });

  test("kernel density is a distribution function near the empirical one", () => {
    const cdf = kernelDensityCdf(draws);
    const points = [-6, -2, 0, 0.5, 1, 2, 4, 12].map(cdf);
    expect(points).toEqual([...points].sort((a, b) => a - b));
    expect(points[0]).toBeCloseTo(0, 6);
    expect(points.at(-1)).toBeCloseTo(1, 6);
    expect(Math.abs(cdf(0.5) - pairCdf(0.4, -0.9, 1.3, 0.5))).toBeLessThan(BAND + 0.01);
  });
});

describe("refusals", () => {
  test.each([0, -1, Number.NaN, Infinity])("logStdDev %f", (logStdDev) => {
    for (const method of Object.values(methods)) {
      expect(() => method(sumOf([0], logStdDev))).toThrow(expect.objectContaining({ code: "OUT_OF_RANGE" }));
    }
  });

  test("no terms, bad counts, too few draws", () => {
    expect(() => fentonWilkinson({ terms: [], logStdDev: 1 })).toThrow(
      expect.objectContaining({ code: "BAD_INPUT" }),
    );
    expect(() => schwartzYeh({ terms: [{ logMean: 0, count: 0 }], logStdDev: 1 })).toThrow(
      expect.objectContaining({ code: "OUT_OF_RANGE" }),
    );
    expect(() => sampleLogSums(sumOf([0], 1), 0, () => {})).toThrow(
      expect.objectContaining({ code: "OUT_OF_RANGE" }),
    );
    expect(() => leastSquaresLognormal(new Float64Array(1))).toThrow(
      expect.objectContaining({ code: "BAD_INPUT" }),
    );
    expect(() => kernelDensityCdf(new Float64Array(5))).toThrow(
      expect.objectContaining({ code: "BAD_INPUT" }),
    );
  });
});
