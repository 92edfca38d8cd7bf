import { describe, expect, it } from "vitest";
import { checkInBands } from "./check-in-bands.js";

/** P(K = k) for k = 0, 1, ... from factorials. */
function binomialMasses(users: number, rate: number): number[] {
  const logFactorials = [0];
  for (let k = 1; k <= users; k++) logFactorials.push(logFactorials[k - 1]! + Math.log(k));
  return logFactorials.map((logFactorial, k) =>
    Math.exp(
      logFactorials[users]! -
        logFactorial -
        logFactorials[users - k]! +
        k * Math.log(rate) +
        (users - k) * Math.log1p(-rate),
    ),
  );
}

describe("bands of the number of reports", () => {
  /**
   * delta of a number of reports at x = 1 + gain, if it falls like this: gently, and as steeply as in far
   * tails.
   */
  const PROFILES: ((reports: number, gain: number) => number)[] = [
    (_, gain) => Math.max(0, 0.9 - gain / 40),
    (reports, gain) => 1 / Math.sqrt(reports) / (1 + gain),
    (reports, gain) => Math.exp(-(reports ** 0.4) - gain),
    (reports, gain) => Math.exp((-reports * gain ** 2) / 40),
  ];

  it.each([
    [10, 0.1, 1e-6],
    [100, 0.3, 1e-7],
    [500, 0.02, 1e-8],
    [500, 0.9, 1e-6],
    [20_000, 0.3, 1e-7],
  ])("of %i users at rate %d spend a little more than all numbers of reports", (users, rate, tail) => {
    const bands = checkInBands(users, rate, tail);
    const masses = binomialMasses(users, rate);
    for (const delta of PROFILES) {
      for (const gain of [0, 0.01, 0.3, 2]) {
        const sampled = (reports: number, share: number): number => share * delta(reports, gain / share);
        const exact = masses.reduce(
          (sum, mass, k) => sum + (k === 0 ? 0 : mass * sampled(k, k / users)), // no report shows nothing
          0,
        );
        const banded = bands.reduce(
          (sum, { weight, reports, samplingRate }) => sum + weight * sampled(reports, samplingRate),
          0,
        );
        expect(banded).toBeGreaterThan(exact * (1 - 1e-9) - 2 * tail);
        expect(banded).toBeLessThan(exact * 1.2 + tail);
      }
    }
    for (const { weight, leastWeight } of bands) {
      expect(leastWeight).toBeLessThanOrEqual(weight);
      expect(leastWeight).toBeGreaterThan(weight * (1 - 1e-9));
    }
    expect(bands.length).toBeGreaterThan(2);
    expect(bands.length).toBeLessThanOrEqual(60);
  });

  it("have a number each where reports are few, and show the changed user's as often as she checks in", () => {
    const bands = checkInBands(200, 0.1, 1e-12);
    for (const { reports, samplingRate } of bands.slice(0, 20))
      expect(samplingRate * 200).toBeCloseTo(reports, 9);
    for (const users of [200, 9000, 1e7]) {
      const included = checkInBands(users, 0.1, 1e-12).reduce(
        (sum, { weight, samplingRate }) => sum + weight * samplingRate,
        0,
      );
      expect(included).toBeCloseTo(0.1, 5);
    }
  });

  it.each([
    [300, 0.3],
    [3000, 0.5],
    [1e6, 0.01],
  ])("of %i users at rate %d have the mean and nearly the spread of the numbers' shares", (users, rate) => {
    const bands = checkInBands(users, rate, 1e-12);
    const mean = (part: (share: number) => number): number =>
      bands.reduce((sum, { weight, samplingRate }) => sum + weight * part(samplingRate), 0);
    expect(mean((share) => share)).toBeCloseTo(rate, 9);
    const variance = mean((share) => (share - rate) ** 2) / ((rate * (1 - rate)) / users);
    expect(variance).toBeGreaterThan(1 - 1e-6);
    expect(variance).toBeLessThan(1.5);
  });

  it("is one band where everybody checks in", () => {
    expect(checkInBands(70, 1, 1e-9)).toEqual([{ reports: 70, samplingRate: 1, weight: 1, leastWeight: 1 }]);
  });

  it.each([
    [1, 0.3],
    [2, 1e-12],
    [1e12, 1e-3],
    [1e9, 1e-9],
    [1e9, 0.3],
    [1e6, 1 - 1e-15],
  ])(
    "of %d users at rate %d: the changed user's report is there as often as she checks in",
    (users, rate) => {
      const bands = checkInBands(users, rate, 1e-10);
      const included = bands.reduce((sum, { weight, samplingRate }) => sum + weight * samplingRate, 0);
      expect(included).toBeGreaterThan(rate * (1 - 1e-9) - 2e-10);
      expect(included).toBeLessThan(rate * (1 + 1e-4));
      expect(bands.reduce((sum, { weight }) => sum + weight, 0)).toBeLessThan(1 + 1e-9);
      for (const { reports, samplingRate } of bands) {
        expect(samplingRate).toBeLessThanOrEqual(1);
        expect(samplingRate * users).toBeGreaterThan(reports * (1 - 1e-9) - 1e-9);
      }
    },
  );
});
