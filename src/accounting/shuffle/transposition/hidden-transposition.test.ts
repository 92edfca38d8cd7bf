/**
 * The numbers of docs/theorems/hidden-transposition.md for Gaussian reports, against quadrature, enumeration
 * and exact pairs.
 */
import { describe, expect, it } from "vitest";
import { gaussLegendre } from "../../../numerics/gauss-legendre.js";
import { expectedExcess, type LognormalDifference } from "../../../numerics/lognormal-difference.js";
import { sampleUniform, seededSource } from "../../../random/index.js";
import { gaussianDelta } from "../../theorems/gaussian.js";
import { shuffleGaussianPrivacyLoss } from "../exact-gaussian/shuffle-gaussian-privacy-loss.js";
import { bennettBound } from "./bennett-bound.js";
import { hiddenTransposition } from "./hidden-transposition.js";
import { meanExceedance } from "./mean-exceedance.js";
import {
  excessAbove,
  type Neighbours,
  recordToZero,
  replacedRecord,
  shortfallBelow,
  varianceOf,
  zeroToRecord,
} from "./neighbours.js";
import { shuffledExcess } from "./shuffled-excess.js";

const RULE = gaussLegendre(20);

/** The integral of f times the standard normal density. */
function normalMean(f: (g: number) => number, panel = 1 / 8): number {
  let sum = 0;
  for (let from = -10; from < 10; from += panel) {
    RULE.nodes.forEach((node, i) => {
      const g = from + ((1 + node) * panel) / 2;
      sum += ((RULE.weights[i]! * panel) / 2) * f(g) * Math.exp((-g * g) / 2);
    });
  }
  return sum / Math.sqrt(2 * Math.PI);
}

const ratio = (c: number, g: number): number => Math.exp(c * g - (c * c) / 2);
const PAIRS: [string, Neighbours][] = [0.1, 0.4, 1, 1.5].flatMap((c): [string, Neighbours][] => [
  [`replaced record, ${c}`, replacedRecord(c)],
  [`record to zero, ${c}`, recordToZero(c)],
  [`zero to record, ${c}`, zeroToRecord(c)],
]);

describe("the closed forms", () => {
  const differences: LognormalDifference[] = [0.05, 0.4, 1.4].flatMap((a) => [
    { a, b: 0 },
    { a, b: a / 2 },
  ]);
  it.each(differences)("E(X - xY - t)_+ of $a and $b", ({ a, b }) => {
    for (const x of [0.3, 0.95, 1, 1.2, 4]) {
      for (const t of [0, 0.1, 1, 5]) {
        const exact = normalMean((g) => Math.max(0, ratio(a, g) - x * ratio(b, g) - t));
        const value = expectedExcess({ a, b }, x, t);
        expect(Math.abs(value - exact)).toBeLessThan(1e-5 * exact + 2e-6 * a); // the quadrature has a kink
      }
    }
  });

  it.each([0.2, 1, 3])("is the Gaussian mechanism's delta for t = 0, far into the tail: %d", (a) => {
    for (const standardDeviations of [0.01, 1, 5, 30]) {
      const epsilon = standardDeviations * a;
      const exact = gaussianDelta({ epsilon, noiseMultiplier: 1 / a });
      for (const difference of [
        { a, b: 0 },
        { a: 2 * a, b: a },
      ]) {
        expect(expectedExcess(difference, Math.exp(epsilon), 0) / exact).toBeCloseTo(1, 10);
      }
    }
  });

  it.each(PAIRS)("variance of %s", (_, neighbours) => {
    for (const x of [1, 1.3, 3]) {
      let sum = 0;
      for (let log = -12; log < 36; log += 0.01) {
        const t = Math.exp(log); // E xi^2 is twice the integral of t times the tails' mass
        sum += 0.02 * t * (excessAbove(neighbours, x, t) + shortfallBelow(neighbours, x, t));
      }
      expect(varianceOf(neighbours, x) / (sum - (x - 1) ** 2)).toBeCloseTo(1, 3);
    }
  });
});

describe("Lemma 1: no member of the cohort contributes more", () => {
  const source = seededSource(5);
  const inBall = (): number[] => {
    for (;;) {
      const point = [0, 0, 0].map(() => 2 * sampleUniform(source) - 1);
      const norm = Math.hypot(...point);
      if (norm <= 1) return sampleUniform(source) < 0.5 ? point : point.map((each) => each / norm);
    }
  };
  const dot = (a: readonly number[], b: readonly number[]): number =>
    a.reduce((sum, each, i) => sum + each * b[i]!, 0);

  /** E(X - xY - t)_+ of bivariate lognormals: a closed form given Y, of X or of what is left of it. */
  function exact(g11: number, g12: number, g22: number, x: number, t: number): number {
    const slope = g12 / Math.sqrt(g22 || 1);
    const left = Math.sqrt(Math.max(0, g11 - slope * slope));
    return normalMean((g) => {
      const known = Math.exp(slope * g - (slope * slope) / 2);
      const level = (x * Math.exp(Math.sqrt(g22) * g - g22 / 2) + t) / known;
      if (level <= 0) return known * (1 - level);
      if (left < 1e-9) return known * Math.max(0, 1 - level);
      const value =
        level >= 1
          ? expectedExcess({ a: left, b: 0 }, level, 0)
          : 1 - level + level * expectedExcess({ a: left, b: 0 }, 1 / level, 0);
      return known * value;
    }, 1 / 2);
  }

  it.each([0.2, 0.7, 1.2])("radius %d", { tags: ["slow"] }, (radius) => {
    for (let round = 0; round < 12; round++) {
      const [first, second, y] = [inBall(), inBall(), inBall()];
      const zero = [0, 0, 0];
      const cases: [Neighbours, number[], number[]][] = [
        [replacedRecord(2 * radius), first, second],
        [recordToZero(radius), first, zero],
        [zeroToRecord(radius), zero, first],
      ];
      for (const [neighbours, x0, x1] of cases) {
        const a = x0.map((each, i) => radius * (each - y[i]!));
        const b = x1.map((each, i) => radius * (each - y[i]!));
        for (const x of [1, 1.5]) {
          for (const t of [-2, -0.3, 0, 0.3, 2]) {
            const value = exact(dot(a, a), dot(a, b), dot(b, b), x, t);
            const bound =
              t >= 0 ? excessAbove(neighbours, x, t) : shortfallBelow(neighbours, x, -t) + 1 - x - t;
            expect(value).toBeLessThanOrEqual(bound * (1 + 1e-9) + 1e-7);
          }
        }
      }
    }
  });
});

describe("S: no cohort stands out more", () => {
  const density = (z: number, y: number): number =>
    Math.exp((-(z - y) * (z - y)) / 2) / Math.sqrt(2 * Math.PI);
  it.each([0.3, 0.7, 1.5])("radius %d, on a line", { tags: ["slow"] }, (radius) => {
    const cohorts = [
      Array(10).fill(0.3),
      [...Array(9).fill(-1), 1],
      [...Array(30).fill(-1), 1],
      [...Array(30).fill(-0.8), 1, 1, 1],
      [-1, -0.5, 0, 0.5, 1],
      [-1, 1],
    ];
    for (const cohort of cohorts) {
      const records = cohort.map((each: number) => each * radius);
      for (const level of [1, 1.2, 2, 5, 20]) {
        let sum = 0;
        for (let z = -12; z < 12; z += 0.005) {
          const average = records.reduce((total, y) => total + density(z, y), 0) / records.length;
          for (const y of records)
            sum += (0.005 * Math.max(0, density(z, y) - level * average)) / records.length;
        }
        expect(sum).toBeLessThanOrEqual(meanExceedance(radius, level) + 1e-9);
      }
    }
  });
});

describe("Psi", () => {
  it.each(PAIRS)("two copies of %s, by their joint law", { tags: ["slow"] }, (_, neighbours) => {
    for (const x of [1, 1.2, 2]) {
      const points: [number, number][] = [];
      const tail = (t: number): number =>
        t >= 0 ? excessAbove(neighbours, x, t) : shortfallBelow(neighbours, x, -t) + 1 - x - t;
      const step = Math.sqrt(varianceOf(neighbours, x)) / 25;
      for (let k = -250; k <= 600; k++) {
        const mass = (tail((k - 1) * step) - 2 * tail(k * step) + tail((k + 1) * step)) / step;
        points.push([k * step, Math.max(0, mass)]);
      }
      let sum = 0;
      for (const [u, p] of points) for (const [v, q] of points) sum += p * q * Math.max(0, (u + v) / 2);
      const value = shuffledExcess(neighbours, x, [2])[0]!;
      expect(value).toBeGreaterThan(0.998 * sum);
      if (neighbours.above.a < 0.5 && sum > 1e-9) expect(value).toBeLessThan(1.02 * sum);
      expect(bennettBound(neighbours, x)(2)).toBeGreaterThan(0.998 * sum);
    }
  });

  it.each(PAIRS)("is at least what one large copy brings: %s", (_, neighbours) => {
    for (const x of [1.5, 3]) {
      for (const copies of [30, 3000]) {
        const least = excessAbove(neighbours, x, (copies - 1) * (x - 1)) / copies;
        expect(shuffledExcess(neighbours, x, [copies])[0]).toBeGreaterThanOrEqual(least);
        expect(bennettBound(neighbours, x)(copies)).toBeGreaterThanOrEqual(least);
      }
    }
  });

  it.each(PAIRS)("falls with the copies, and is below the closed form: %s", (_, neighbours) => {
    for (const x of [1, 1.05, 1.5]) {
      let before = excessAbove(neighbours, x, 0);
      for (const copies of [1, 2, 5, 30, 200, 3000, 100_000]) {
        const value = shuffledExcess(neighbours, x, [copies])[0]!;
        expect(value).toBeLessThanOrEqual(before * 1.01 + 1e-30);
        expect(value).toBeLessThanOrEqual(bennettBound(neighbours, x)(copies));
        before = value;
      }
    }
  });
});

describe("the bound", () => {
  it.each([
    [0.1, 100],
    [0.1, 6000],
    [0.3, 1000],
    [0.5, 10_000],
  ])(
    "is above the homogeneous cohort's exact divergence, and near it: radius %d, %i reports",
    { tags: ["slow"] },
    (radius, reports) => {
      const bound = hiddenTransposition(radius, reports);
      const exact = shuffleGaussianPrivacyLoss({ users: reports, noiseMultiplier: 1 / (2 * radius) });
      const unit = Math.sqrt(Math.expm1(4 * radius * radius) / reports);
      for (const steps of [0, 0.5, 1, 2, 4]) {
        const epsilon = steps * unit;
        const delta = bound(replacedRecord(2 * radius), Math.exp(epsilon), [reports])[0]!;
        const { lower, upper } = exact.deltaAtEpsilon(epsilon);
        expect(delta).toBeGreaterThanOrEqual(lower);
        if (radius < 0.2 && reports > 1000 && steps < 2) expect(delta).toBeLessThan(1.5 * upper);
      }
    },
  );

  it("falls with the reports and rises with the radius", { tags: ["slow"] }, () => {
    const at = (radius: number, reports: number) => {
      const bound = hiddenTransposition(radius, reports);
      return (x: number) => bound(replacedRecord(2 * radius), x, [reports])[0]!;
    };
    const [some, many] = [
      [1, 2, 10, 100, 1000, 10_000].map((reports) => at(0.3, reports)),
      [0.05, 0.1, 0.3, 1].map((radius) => at(radius, 1000)),
    ];
    for (const x of [1, 1.02, 1.3]) {
      const byReports = some.map((bound) => bound(x));
      expect(byReports).toEqual([...byReports].sort((a, b) => b - a));
      const byRadius = many.map((bound) => bound(x));
      expect(byRadius).toEqual([...byRadius].sort((a, b) => a - b));
    }
  });
});
