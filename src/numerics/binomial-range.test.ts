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
