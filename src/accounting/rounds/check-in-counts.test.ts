import { describe, expect, it } from "vitest";
import { logBinomialMass } from "../../numerics/log-binomial-mass.js";
import { checkInCounts } from "./check-in-counts.js";

const SETTINGS: [users: number, rate: number, tail: number][] = [
  [40, 0.3, 0.1],
  [500, 0.05, 1e-6],
  [500, 0.9, 1e-3],
  [3000, 0.01, 1e-9],
];

describe.each(SETTINGS)("%d users at rate %d", (users, rate, tail) => {
  const law = { probability: rate, complement: 1 - rate };
  const mass = (from: number, to: number, trials = users): number => {
    let sum = 0;
    for (let k = from; k <= to; k++) sum += Math.exp(logBinomialMass(k, trials, law));
    return sum;
  };

  it.each(["unshuffled", "shuffled"] as const)(
    `are exceeded on either side with probability ${tail} at most: %s`,
    { tags: ["slow"] },
    (kind) => {
      const { minReports, inclusionRate } = checkInCounts(users, rate, tail)[kind];
      expect(mass(0, minReports - 1)).toBeLessThanOrEqual(tail);
      expect(minReports).toBeLessThanOrEqual(users * rate);
      expect(minReports).toBeGreaterThan(0);
      // The rate is that of all the users, or of some of them alone.
      const exceeded = Array.from({ length: users }, (_, i) => {
        const trials = i + 1;
        return mass(Math.floor(inclusionRate * trials * (1 + 1e-12)) + 1, trials, trials);
      });
      expect(Math.min(...exceeded.slice(Math.floor(users / 2)))).toBeLessThanOrEqual(tail);
      expect(inclusionRate).toBeGreaterThan(rate);
    },
  );

  it("have no larger share for a larger tail, nor a larger share over the root of the reports", () => {
    const counts = Array.from({ length: 60 }, (_, i) => checkInCounts(users, rate, tail * 0.93 ** i));
    counts.slice(1).forEach(({ unshuffled, shuffled }, i) => {
      const before = counts[i]!;
      expect(unshuffled.inclusionRate).toBeGreaterThanOrEqual(before.unshuffled.inclusionRate);
      expect(shuffled.inclusionRate / Math.sqrt(shuffled.minReports)).toBeGreaterThanOrEqual(
        before.shuffled.inclusionRate / Math.sqrt(before.shuffled.minReports),
      );
    });
  });
});

it("are of fewer users where the share of their last count is smaller, several counts further down", () => {
  const rate = 0.24382458477949256;
  expect(checkInCounts(38, rate, 0.0124).unshuffled).toEqual({ minReports: 2, inclusionRate: 17 / 36 });
  // That of 38 users: 18 / 38.
  expect(checkInCounts(39, rate, 0.0124).unshuffled).toEqual({ minReports: 2, inclusionRate: 17 / 36 });
});

it("are not of the smallest share where that has fewer reports", () => {
  const { unshuffled, shuffled } = checkInCounts(367, 0.8092762441960453, 4e-9);
  expect(shuffled.inclusionRate).toBeGreaterThan(unshuffled.inclusionRate);
  expect(shuffled.minReports).toBeGreaterThan(unshuffled.minReports);
});
