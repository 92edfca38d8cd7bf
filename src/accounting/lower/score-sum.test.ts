import { describe, expect, it, test } from "vitest";
import { logBinomialMass } from "../../numerics/log-binomial-mass.js";
import { deltaOf } from "../../pld/compose/hockey-stick.js";
import { exchangedRecordPair } from "./exchanged-record-pair.js";
import { gaussianScores } from "./gaussian-scores.js";
import { responseScores } from "./response-scores.js";
import type { ScoreLaw } from "./score-law.js";
import { type ScoreSum, scoreSumPmfs } from "./score-sum.js";

type Sums = ReadonlyMap<number, number>;

/** The law of a sum, by adding up every pair. */
function added(sums: Sums, { score, mass }: ScoreLaw): Sums {
  const next = new Map<number, number>();
  for (const [sum, weight] of sums) {
    for (let i = 0; i < score.length; i++) {
      const at = sum + score[i]!;
      next.set(at, (next.get(at) ?? 0) + weight * mass[i]!);
    }
  }
  return next;
}

function exactDelta(p: Sums, q: Sums, epsilon: number): number {
  let delta = 0;
  for (const [sum, mass] of p) delta += Math.max(0, mass - Math.exp(epsilon) * (q.get(sum) ?? 0));
  return delta;
}

/** The exact laws of both sums. */
function enumerated({ others, copies, changed }: ScoreSum): readonly [Sums, Sums] {
  let sums: Sums = new Map([[0, 1]]);
  for (let i = 0; i < copies; i++) sums = added(sums, others);
  return [added(sums, changed[0]), added(sums, changed[1])];
}

describe("a sum of scores", () => {
  test.each([
    { of: responseScores({ localEpsilon: 1, categories: 3, copies: 0 }), copies: 0 },
    { of: responseScores({ localEpsilon: 2, categories: 2, copies: 1 }), copies: 1 },
    { of: responseScores({ localEpsilon: 0.3, categories: 7, copies: 12 }), copies: 12 },
    { of: responseScores({ localEpsilon: 4, categories: 3, copies: 60 }), copies: 60 },
    { of: gaussianScores({ record: 1.4, replacement: 0, copies: 3 }), copies: 3 },
    { of: gaussianScores({ record: 2, replacement: 1, copies: 2 }), copies: 2 },
  ])("is enclosed from below, closely: case %#", ({ of, copies }) => {
    const sum = { ...of, copies };
    const [p, q] = enumerated(sum);
    const pmf = scoreSumPmfs(sum)[0];
    for (const epsilon of [-0.2, 0, 0.05, 0.3, 1, 2]) {
      const [below, exact] = [deltaOf(pmf, epsilon), exactDelta(p, q, epsilon)];
      expect(below).toBeLessThanOrEqual(exact * (1 + 1e-12));
      expect(below).toBeGreaterThan(exact * (1 - 1e-7) - 5e-9);
    }
  });

  test.each([
    [4e4, 1, 3],
    [1e5, 2, 3],
    [3e4, 0.5, 2],
  ])(
    "of %d reports, epsilon %d, %d categories, in bins of several scores",
    (reports, epsilon, categories) => {
      const { others, changed, massError } = responseScores({
        localEpsilon: epsilon,
        categories,
        copies: reports,
      });
      const pmf = scoreSumPmfs({ others, changed, massError, copies: reports - 1 })[0];
      expect(pmf.mass.reduce((sum, mass) => sum + mass, 0)).toBeGreaterThan(1 - 1e-9);
      const sums = categories === 2 ? binomialSums(others, reports - 1) : trinomialSums(others, reports - 1);
      const [p, q] = changed.map((law) => added(sums, law)) as [Sums, Sums];
      const scale = exactDelta(p, q, 0);
      for (const share of [0, 1, 3]) {
        const exact = exactDelta(p, q, share * scale);
        const below = deltaOf(pmf, share * scale);
        expect(below).toBeLessThan(exact);
        expect(below).toBeGreaterThan(exact * (1 - 2e-3));
      }
    },
  );

  it("loses nothing of a Gaussian's own report but what cells hide", () => {
    const sum = { ...gaussianScores({ record: 1, replacement: 0, copies: 0 }), copies: 0 };
    // Phi(1/2) - Phi(-1/2)
    expect(deltaOf(scoreSumPmfs(sum)[0], 0)).toBeLessThan(0.38292492254802624);
    expect(deltaOf(scoreSumPmfs(sum)[0], 0)).toBeGreaterThan(0.382);
  });
});

/** others' scores are 0 and 1 */
function binomialSums({ mass }: ScoreLaw, trials: number): Sums {
  const law = { probability: mass[1]!, complement: mass[0]! };
  return sumsAround(trials * law.probability, 10 * Math.sqrt(trials), (k) =>
    Math.exp(logBinomialMass(k, trials, law)),
  );
}

/** -1, 0 and 1: first how many are not 0, then fair coins */
function trinomialSums({ mass }: ScoreLaw, trials: number): Sums {
  const law = { probability: mass[0]! + mass[2]!, complement: mass[1]! };
  const reach = Math.ceil(9 * Math.sqrt(trials * law.probability));
  const sums = new Map<number, number>();
  for (let s = Math.floor(trials * law.probability) - reach; s <= trials * law.probability + reach; s++) {
    const weight = Math.exp(logBinomialMass(s, trials, law));
    const coins = { probability: 0.5, complement: 0.5 };
    const half = Math.floor(s / 2);
    let [up, down] = [Math.exp(logBinomialMass(half, s, coins)), 0];
    down = up;
    for (let heads = half; heads <= s && 2 * heads - s <= reach; heads++) {
      sums.set(2 * heads - s, (sums.get(2 * heads - s) ?? 0) + weight * up);
      up *= (s - heads) / (heads + 1);
    }
    for (let heads = half - 1; heads >= 0 && s - 2 * heads <= reach; heads--) {
      down *= (heads + 1) / (s - heads);
      sums.set(2 * heads - s, (sums.get(2 * heads - s) ?? 0) + weight * down);
    }
  }
  return sums;
}

function sumsAround(middle: number, reach: number, massAt: (sum: number) => number): Sums {
  const sums = new Map<number, number>();
  for (let at = Math.max(0, Math.floor(middle - reach)); at <= middle + reach; at++) sums.set(at, massAt(at));
  return sums;
}

describe("an exchanged record", () => {
  test.each([
    [1, 0.5],
    [0.3, 0.7],
    [0.01, 0.5],
    [1e-4, 0.35],
  ])(
    "of sampling rate %d, noise multiplier %d: by quadrature",
    { tags: ["slow"] },
    (rate, noiseMultiplier) => {
      const shift = 0.5 / noiseMultiplier;
      const pmf = exchangedRecordPair(rate, noiseMultiplier).below(1, 1e-12, false);
      for (const epsilon of [0, 0.1, 1]) {
        const exact = quadrature((z) => {
          const at = (centre: number) => Math.exp(-((z - centre) ** 2) / 2) / Math.sqrt(2 * Math.PI);
          const [p, q] = [shift, -shift].map((centre) => (1 - rate) * at(0) + rate * at(centre)) as [
            number,
            number,
          ];
          return Math.max(0, p - Math.exp(epsilon) * q);
        });
        expect(deltaOf(pmf, epsilon)).toBeLessThanOrEqual(exact * (1 + 1e-6));
        expect(deltaOf(pmf, epsilon)).toBeGreaterThan(exact * (1 - 1e-4));
      }
    },
  );
});

/** The midpoint rule between -14 and 14. */
function quadrature(density: (z: number) => number): number {
  const points = 400_000;
  let sum = 0;
  for (let i = 0; i < points; i++) sum += density(-14 + ((i + 0.5) * 28) / points);
  return (sum * 28) / points;
}
