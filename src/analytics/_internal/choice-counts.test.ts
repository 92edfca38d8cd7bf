import { describe, expect, it } from "vitest";
import { karyRandomizedResponse } from "../../mechanisms/index.js";
import { countChoices } from "./choice-counts.js";

const CHOICES = 4;
const VALUES = [0, 0, 1, 3, 3];
const response = karyRandomizedResponse({ localEpsilon: 1.7, categories: CHOICES });

/** Every row of reports about VALUES, with its probability. */
const LAW = VALUES.reduce<{ reports: number[]; chance: number }[]>(
  (rows, value) =>
    rows.flatMap(({ reports, chance }) =>
      Array.from({ length: CHOICES }, (_, report) => ({
        reports: [...reports, report],
        chance: chance * response.probability(report, value),
      })),
    ),
  [{ reports: [], chance: 1 }],
);

const expectation = (of: (reports: number[]) => number): number =>
  LAW.reduce((sum, { reports, chance }) => sum + chance * of(reports), 0);

const SUBSETS = [
  { first: 0, end: 1, holders: 2 },
  { first: 0, end: 2, holders: 3 },
  { first: 1, end: 4, holders: 3 },
  { first: 2, end: 3, holders: 0 },
];

describe("counts of several choices together, over every row of reports", () => {
  it.each(SUBSETS)("are unbiased, with the deviation stated: $first to $end", ({ first, end, holders }) => {
    const estimateOf = (reports: number[]): number => {
      const counts = countChoices(response, reports);
      return counts.holders(counts.subset(first, end), 0.1).estimate;
    };
    const mean = expectation(estimateOf);
    expect(mean).toBeCloseTo(holders, 12);
    const variance = expectation((reports) => (estimateOf(reports) - mean) ** 2);
    const part = { size: end - first, holders, weight: 1, leastWeight: 1 };
    const deviation = countChoices(response, VALUES).deviationOfSum([part]);
    expect(deviation).toBeCloseTo(Math.sqrt(variance), 12);
  });

  it.each(SUBSETS)("have intervals that cover: $first to $end", ({ first, end, holders }) => {
    const covers = (reports: number[]): boolean => {
      const counts = countChoices(response, reports);
      const { lower, upper } = counts.holders(counts.subset(first, end), 0.4);
      return lower <= holders && holders <= upper;
    };
    const coverage = expectation((reports) => Number(covers(reports)));
    expect(coverage).toBeGreaterThanOrEqual(0.6);
  });

  it("have the deviation of a weighted sum", () => {
    const weights = [0.7, -0.3, -0.3, 0];
    const { truthProbability } = response;
    const falseProbability = response.probability(1, 0);
    const sumOf = (reports: number[]): number =>
      reports.reduce((sum, report) => sum + weights[report]!, 0) / (truthProbability - falseProbability);
    const mean = expectation(sumOf);
    const variance = expectation((reports) => (sumOf(reports) - mean) ** 2);
    const deviation = countChoices(response, VALUES).deviationOfSum([
      { size: 1, holders: 2, weight: 0.7 },
      { size: 2, holders: 1, weight: -0.3 },
    ]);
    expect(deviation).toBeCloseTo(Math.sqrt(variance), 12);
  });

  it("know that all users hold one of all choices", () => {
    const counts = countChoices(response, [0, 1, 1]);
    const all = counts.holders(counts.subset(0, CHOICES), 0.1);
    expect(all).toEqual({ estimate: 3, standardError: 0, lower: 3, upper: 3 });
  });
});
