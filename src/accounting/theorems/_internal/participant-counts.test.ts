import { describe, expect, it } from "vitest";
import { logBinomialMass } from "../../../numerics/log-binomial-mass.js";
import { participantCounts } from "./participant-counts.js";

const LAWS = [
  [1, 0.3],
  [30, 0.5],
  [1000, 0.001],
  [900, 0.2],
  [5000, 0.06],
  [40_000, 0.5],
  [60_000, 0.07],
  [3000, 1],
] as const;

function exactly(users: number, rate: number, f: (count: number) => number): number {
  let sum = 0;
  for (let count = 1; count <= users; count++) {
    sum += Math.exp(logBinomialMass(count, users, { probability: rate, complement: 1 - rate })) * f(count);
  }
  return sum;
}

function onFewCounts(users: number, rate: number, f: (count: number) => number): number {
  const { counts, logMasses } = participantCounts(users, rate);
  return counts.reduce((sum, count, i) => sum + Math.exp(logMasses[i]!) * f(count), 0);
}

describe("few counts that stand for the number of participants", () => {
  it.each(LAWS)("of %i users at rate %f keep polynomials of degree 3 in 1 / count", (users, rate) => {
    for (const power of [0, 1, 2, 3]) {
      const f = (count: number): number => count ** -power;
      expect(onFewCounts(users, rate, f) / exactly(users, rate, f)).toBeCloseTo(1, 9);
    }
  });

  it.each(LAWS)(
    "of %i users at rate %f raise polynomials in 1 / count with positive coefficients",
    { tags: ["slow"] },
    (users, rate) => {
      for (const power of [4, 7, 15, 40]) {
        for (const shift of [0, 0.1, 3]) {
          const f = (count: number): number => (shift + (users * rate) / count) ** power;
          const ratio = onFewCounts(users, rate, f) / exactly(users, rate, f);
          expect(ratio).toBeGreaterThan(1 - 1e-12);
          if (power <= 7) expect(ratio).toBeLessThan(1 + 1e-6);
        }
      }
    },
  );

  it.each([...LAWS, [2 ** 53 - 1, 0.7], [1e12, 1e-12]] as const)(
    "of %i users at rate %f are few, fall, and miss nobody",
    (users, rate) => {
      const { counts, logMasses, nonEmpty } = participantCounts(users, rate);
      expect(counts.length).toBeLessThan(260);
      expect([...counts].sort((a, b) => b - a)).toEqual(counts);
      expect(counts.at(-1)).toBeGreaterThanOrEqual(1);
      const total = logMasses.reduce((sum, log) => sum + Math.exp(log), 0);
      expect(total / nonEmpty).toBeGreaterThan(1 - 1e-12);
      expect(total / nonEmpty).toBeLessThan(1 + 1e-6);
    },
  );
});
