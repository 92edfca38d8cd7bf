import { describe, expect, it } from "vitest";
import { type CountBand, checkInBands } from "./check-in-bands.js";

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
  it.each([
    [10, 0.1, 1e-6],
    [100, 0.3, 1e-4],
    [500, 0.02, 1e-8],
    [500, 0.9, 1e-3],
    [20_000, 0.3, 1e-7],
  ])(
    "of %i users at rate %d have at least the probabilities of fewer, and of more, reports",
    (users, rate, tail) => {
      const bands = checkInBands(users, rate, tail);
      const masses = binomialMasses(users, rate);
      const weightOf = (holds: (band: CountBand) => boolean): number =>
        bands.reduce((sum, band) => sum + (holds(band) ? band.weight : 0), 0);
      let [fewer, more] = [0, 1 - masses[0]!];
      masses.forEach((mass, count) => {
        if (count === 0) return; // shows nothing
        fewer += mass;
        const few = weightOf(({ reports }) => reports <= count);
        const many = weightOf(({ samplingRate }) => samplingRate * users >= count - 0.5);
        expect(few).toBeGreaterThan(fewer * (1 - 1e-9) - tail);
        expect(many).toBeGreaterThan(more * (1 - 1e-9) - tail - 1e-12);
        more -= mass;
      });
      expect(weightOf(() => true)).toBeLessThan(1 + 1e-9);
      for (const { weight, leastWeight } of bands) {
        expect(leastWeight).toBeLessThanOrEqual(weight);
        expect(leastWeight).toBeGreaterThan(weight * (1 - 1e-9));
      }
      expect(bands.length).toBeGreaterThan(2);
      expect(bands.length).toBeLessThanOrEqual(24);
    },
  );

  it("is one band where everybody checks in", () => {
    expect(checkInBands(70, 1, 1e-9)).toEqual([{ reports: 70, samplingRate: 1, weight: 1, leastWeight: 1 }]);
  });

  it.each([
    [1, 0.3],
    [2, 1e-12],
    [1e12, 1e-3],
    [1e9, 1e-9],
    [1e6, 1 - 1e-15],
  ])("covers %d users at rate %d by probabilities that sum to that of a report", (users, rate) => {
    const bands = checkInBands(users, rate, 1e-10);
    const total = bands.reduce((sum, { weight }) => sum + weight, 0);
    const none = Math.exp(users * Math.log1p(-rate));
    expect(total).toBeGreaterThan((1 - none) * (1 - 1e-9) - 2e-10);
    expect(total).toBeLessThan(1 + 1e-9);
    for (const { reports, samplingRate } of bands) {
      expect(samplingRate).toBeLessThanOrEqual(1);
      expect(samplingRate * users).toBeGreaterThan(reports * (1 - 1e-9) - 1e-9);
    }
  });
});
