import { describe, expect, test } from "vitest";
import { binomialTailRatio } from "./binomial-tail-ratio.js";
import { logBinomialMass } from "./log-binomial-mass.js";

/** The tail by its terms, each from the one before. */
function summed(atLeast: number, trials: number, odds: number): number {
  let sum = 0;
  let term = 1;
  for (let k = atLeast; k <= trials && term > 0; k++) {
    sum += term;
    term *= ((trials - k) / (k + 1)) * odds;
  }
  return sum;
}

test.each([
  [1, 1, 0.5],
  [3, 5, 0.5],
  [5, 5, 0.1],
  [31, 60, 0.5],
  [300, 1000, 0.28],
  [700, 1000, 0.5],
  [12, 100_000, 1e-4],
  [50_300, 100_000, 0.5],
])("P(X >= %i) / P(X = %i) for probability %f", (atLeast, trials, probability) => {
  const complement = 1 - probability;
  const ratio = binomialTailRatio(atLeast, trials, { probability, complement });
  expect(ratio / summed(atLeast, trials, probability / complement)).toBeCloseTo(1, 12);
});

describe("far beyond what a sum can reach", () => {
  test("half of an odd number of fair coins shows heads more often than tails", () => {
    const trials = 1e9 + 1;
    const middle = (trials + 1) / 2;
    const fair = { probability: 0.5, complement: 0.5 };
    const mass = Math.exp(logBinomialMass(middle, trials, fair));
    expect(mass * binomialTailRatio(middle, trials, fair)).toBeCloseTo(0.5, 10);
  });

  test("the first term dominates a steep tail", () => {
    const ratio = binomialTailRatio(9e11, 1e12, { probability: 0.5, complement: 0.5 });
    expect(ratio).toBeCloseTo(9 / 8, 9);
  });
});
