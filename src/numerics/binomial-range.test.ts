import fc from "fast-check";
import { expect, test } from "vitest";
import { binomialRange, narrowBinomialRange } from "./binomial-range.js";
import { logBinomialMass } from "./log-binomial-mass.js";

test("leave out at most the tail on each side, the narrow range no less than the other", () => {
  const law = {
    trials: fc.integer({ min: 1, max: 3000 }),
    probability: fc.double({ min: 1e-4, max: 0.999, noNaN: true }),
  };
  fc.assert(
    fc.property(
      fc.record(law),
      fc.double({ min: -30, max: -0.1, noNaN: true }),
      ({ trials, probability }, exponent) => {
        const whole = { trials, probability, complement: 1 - probability };
        const tail = 10 ** exponent;
        const wide = binomialRange(whole, tail);
        const narrow = narrowBinomialRange(whole, tail);
        expect(wide.min).toBeLessThanOrEqual(narrow.min);
        expect(wide.max).toBeGreaterThanOrEqual(narrow.max);
        for (const { min, max } of [wide, narrow]) {
          const mass = (from: number, to: number): number => {
            let sum = 0;
            for (let k = from; k <= to; k++) sum += Math.exp(logBinomialMass(k, trials, whole));
            return sum;
          };
          expect(mass(0, min - 1)).toBeLessThanOrEqual(tail);
          expect(mass(max + 1, trials)).toBeLessThanOrEqual(tail);
        }
      },
    ),
    { numRuns: 60 },
  );
});

test("hold every count where the tail is smaller than any", () => {
  expect(narrowBinomialRange({ trials: 9, probability: 0.4 }, 1e-30)).toEqual({ min: 0, max: 9 });
  expect(binomialRange({ trials: 9, probability: 0.4, complement: 0.6 }, 1e-30)).toEqual({ min: 0, max: 9 });
});

/** Bounds of the law's mass beyond a count, seen from the mean. */
const bernstein = (trials: number, probability: number, count: number): number => {
  const distance = Math.abs(count - trials * probability);
  return Math.exp(-(distance ** 2) / (2 * (trials * probability * (1 - probability) + distance / 3)));
};
const chernoff = (trials: number, probability: number, count: number): number => {
  const share = count / trials;
  const logLikelihood = (p: number): number =>
    (share === 0 ? 0 : share * Math.log(p)) + (share === 1 ? 0 : (1 - share) * Math.log(1 - p));
  return Math.exp(trials * (logLikelihood(probability) - logLikelihood(share)));
};

test.each([
  [400, 0.3, 1e-6],
  [400, 0.3, 0.2],
  [5000, 0.011, 1e-15],
  [5000, 0.93, 1e-30],
  [60, 0.4, 1e-4],
])("end at the first count that each inequality leaves out: %d, %d, %d", (trials, probability, tail) => {
  const law = { trials, probability, complement: 1 - probability };
  for (const [{ min, max }, bound] of [
    [binomialRange(law, tail), bernstein],
    [narrowBinomialRange(law, tail), chernoff],
  ] as const) {
    const beyond = (count: number): number => bound(trials, probability, count);
    expect(max).toBeLessThan(trials);
    expect(beyond(max)).toBeLessThanOrEqual(tail);
    expect(beyond(max - 1)).toBeGreaterThan(tail);
    expect(min === 0 || beyond(min) <= tail).toBe(true);
    expect(beyond(min + 1)).toBeGreaterThan(tail);
  }
});
