import { describe, expect, it } from "vitest";
import { gaussianEpsilon } from "../../accounting/theorems/gaussian.js";
import { logBinomialMass } from "../../numerics/log-binomial-mass.js";
import { normalCdf } from "../../numerics/normal-cdf.js";
import { fillNormals, seededSource } from "../../random/index.js";
import type { Scores } from "../scores.js";
import { clopperPearson } from "./clopper-pearson.js";
import { errorRateBound } from "./error-rate-bound.js";
import { gaussianFit } from "./gaussian-fit.js";
import { tradeOffBand } from "./trade-off-band.js";
import { yjx25Estimate } from "./yjx25-estimate.js";

/** Two normal laws, `mu` apart. */
function normalScores(plays: number, mu: number, seed: number): Scores {
  const absent = new Float64Array(plays);
  const present = new Float64Array(plays);
  fillNormals(seededSource(seed).fork(0), absent, 1);
  fillNormals(seededSource(seed).fork(1), present, 1);
  return { absent, present: present.map((each) => each + mu) };
}

/** The number that Bin(trials, probability) exceeds at most once in a million. */
function rarelyExceeded(trials: number, probability: number): number {
  const law = { probability, complement: 1 - probability };
  let tail = 1;
  let count = -1;
  while (tail > 1e-6) tail -= Math.exp(logBinomialMass(++count, trials, law));
  return count;
}

const MU = 1.3;
const RUNS = 300;
const BANDS = Array.from({ length: RUNS }, (_, run) =>
  tradeOffBand(normalScores(600, MU, run), { confidence: 0.8 }),
);

describe("a trade-off band", () => {
  it(`holds at every threshold at once, as often as it says (seeds 0..${RUNS - 1})`, () => {
    const missed = BANDS.filter((band) =>
      band.some(
        ({ threshold, typeOne, typeTwo }) =>
          normalCdf(-threshold) > typeOne.upper || normalCdf(threshold - MU) > typeTwo.upper,
      ),
    );
    expect(missed.length).toBeLessThanOrEqual(rarelyExceeded(RUNS, 0.2));
  });

  it.each([
    ["absent", "present", "typeOne"],
    ["present", "absent", "typeTwo"],
  ] as const)(
    "has a quarter of its error for each bound of each error: %s, against %s",
    (one, other, error) => {
      // 600 scores, of which the k-th point is passed by k: 0, 1, 2, 4, ..., 512 have a bound of their own.
      const scores = {
        [one]: Float64Array.from({ length: 600 }, (_, i) => i),
        [other]: new Float64Array(600).fill(300),
      };
      const points = tradeOffBand(scores as unknown as Scores, { confidence: 0.8 });
      const least = points.map((point) => point[error]).reduce((a, b) => (b.upper < a.upper ? b : a));
      const count = Math.round(600 * least.estimate);
      expect(count).toBeLessThanOrEqual(1);
      const { upper } = clopperPearson({ count, trials: 600, confidence: 1 - 0.05 / 11 });
      expect(least.upper).toBeCloseTo(upper, 9);
      const middle = points.find((point) => Math.abs(point[error].estimate - 0.5) < 0.1)![error];
      expect(middle.upper - middle.estimate).toBeCloseTo(Math.sqrt(Math.log(20) / 1200), 9);
    },
  );

  it("is narrow: the same errors plus one in thirty are often missed", () => {
    const missed = BANDS.filter((band) =>
      band.some(({ threshold, typeOne }) => normalCdf(-threshold) + 1 / 30 > typeOne.upper),
    );
    expect(missed.length).toBeGreaterThan(RUNS / 2);
  });

  it("has falling thresholds, and errors that rise and fall", () => {
    const band = tradeOffBand(normalScores(2000, MU, 7), { confidence: 0.99 });
    expect(band.length).toBeGreaterThan(100);
    expect(band.length).toBeLessThanOrEqual(200);
    for (const [i, { threshold, typeOne, typeTwo }] of band.entries()) {
      for (const { estimate, upper } of [typeOne, typeTwo])
        if (estimate < 1) expect(upper).toBeGreaterThan(estimate);
      if (i === 0) continue;
      expect(threshold).toBeLessThan(band[i - 1]!.threshold);
      expect(typeOne.upper).toBeGreaterThanOrEqual(band[i - 1]!.typeOne.upper);
      expect(typeTwo.upper).toBeLessThanOrEqual(band[i - 1]!.typeTwo.upper);
    }
  });

  it("is there for scores of two values, and not for one secret alone", () => {
    const scores = { absent: Float64Array.of(0, 0, 1), present: Float64Array.of(0, 1, 1) };
    const rates = tradeOffBand(scores, { confidence: 0.9 }).map(({ threshold, typeOne, typeTwo }) => [
      threshold,
      typeOne.estimate,
      typeTwo.estimate,
    ]);
    expect(rates).toEqual([
      [Infinity, 0, 1],
      [1, 1 / 3, 1 - 2 / 3],
      [0, 1, 0],
    ]);
    expect(() => tradeOffBand({ ...scores, absent: new Float64Array(0) }, { confidence: 0.9 })).toThrow(
      /scores.absent.length/,
    );
    expect(() => tradeOffBand(scores, { confidence: 1 })).toThrow(/confidence/);
  });
});

describe("figures of a band", () => {
  const delta = 1e-3;
  const exact = gaussianEpsilon({ delta, noiseMultiplier: 1 / MU });

  it(`exceed the truth no more often than the band does (seeds 0..${RUNS - 1})`, () => {
    const most = rarelyExceeded(RUNS, 0.2);
    expect(BANDS.filter((band) => errorRateBound(band, { delta }) > exact).length).toBeLessThanOrEqual(most);
    expect(BANDS.filter((band) => gaussianFit(band, { delta }).mu > MU).length).toBeLessThanOrEqual(most);
  });

  it("come near to the truth: the Gaussian fit to 95 %, both errors by themselves to 60 %", () => {
    const band = tradeOffBand(normalScores(100_000, MU, 11), { confidence: 0.99 });
    const { mu, epsilon } = gaussianFit(band, { delta });
    expect(mu).toBeGreaterThan(0.95 * MU);
    expect(epsilon).toBeGreaterThan(0.95 * exact);
    expect(epsilon).toBeLessThan(exact);
    expect(errorRateBound(band, { delta })).toBeGreaterThan(0.6 * exact);
  });

  it("are 0 where nothing shows", () => {
    const band = tradeOffBand(normalScores(1000, 0, 12), { confidence: 0.99 });
    expect(errorRateBound(band, { delta })).toBe(0);
    expect(gaussianFit(band, { delta })).toEqual({ mu: 0, epsilon: 0 });
    expect(errorRateBound([], { delta })).toBe(0);
  });

  it("take delta off before they divide", () => {
    const rates = { typeOne: { estimate: 0.1, upper: 0.12 }, typeTwo: { estimate: 0.2, upper: 0.23 } };
    expect(errorRateBound([rates], { delta: 0.3 })).toBeCloseTo(Math.log((1 - 0.3 - 0.23) / 0.12), 9);
    expect(errorRateBound([rates], { delta: 0.3 })).toBeLessThan(Math.log((1 - 0.3 - 0.23) / 0.12));
    const turned = { typeOne: rates.typeTwo, typeTwo: rates.typeOne };
    expect(errorRateBound([turned], { delta: 0.3 })).toBeCloseTo(Math.log((1 - 0.3 - 0.23) / 0.12), 9);
    expect(errorRateBound([rates], { delta: 0.8 })).toBe(0);
  });

  it("take no error of 0 for a bound", () => {
    const nothing = { typeOne: { estimate: 0, upper: 0 }, typeTwo: { estimate: 0, upper: 0.5 } };
    expect(errorRateBound([nothing], { delta: 0 })).toBeCloseTo(Math.log(2), 9);
    expect(gaussianFit([nothing], { delta })).toEqual({ mu: 0, epsilon: 0 });
  });

  it("refuse what is no rate, and what is no delta", () => {
    const bad = { typeOne: { estimate: 0, upper: 1.5 }, typeTwo: { estimate: 0, upper: Number.NaN } };
    expect(() => errorRateBound([bad], { delta: 0 })).toThrow(/^errorRateBound: typeOne.upper/);
    expect(() => gaussianFit([bad], { delta })).toThrow(/^gaussianFit: typeOne.upper/);
    expect(() => errorRateBound([], { delta: 1 })).toThrow(/^errorRateBound: delta/);
    expect(() => gaussianFit([], { delta: 0 })).toThrow(/^gaussianFit: delta/);
  });
});

describe("YJX25 Equation 45", () => {
  it.each([
    [0.3, 0.4, 1e-5, Math.log((1 - 0.4 - 1e-5) / 0.3)],
    [0.4, 0.3, 1e-5, Math.log((1 - 0.4 - 1e-5) / 0.3)],
    [0.7, 0.6, 0, 0],
    [0.99, 0.005, 0.1, 0],
    [0, 0.5, 0, Infinity],
    [0, 1, 0, 0],
  ])("gives at errors %d and %d, delta %d: %d", (typeOne, typeTwo, delta, epsilon) => {
    expect(yjx25Estimate({ typeOne, typeTwo, delta })).toBeCloseTo(epsilon, 12);
  });

  it("refuses what is no probability", () => {
    const good = { typeOne: 0.1, typeTwo: 0.1, delta: 0 };
    for (const name of ["typeOne", "typeTwo", "delta"])
      expect(() => yjx25Estimate({ ...good, [name]: 1.1 })).toThrow(new RegExp(`^yjx25Estimate: ${name} `));
  });
});
