import fc from "fast-check";
import { expect, test } from "vitest";
import { binomialCells } from "./binomial-cells.js";
import { logBinomialMass } from "./log-binomial-mass.js";

const laws = fc
  .record({
    trials: fc.integer({ min: 0, max: 3000 }),
    probability: fc.double({ min: 1e-9, max: 0.999, noNaN: true }),
  })
  .map((law) => ({ ...law, complement: 1 - law.probability }));

test("cells hold their values' masses, and little is left out", () => {
  fc.assert(
    fc.property(
      laws,
      fc.integer({ min: 1, max: 40 }),
      fc.integer({ min: 1, max: 30 }),
      (law, width, digits) => {
        const { edges, masses, tail } = binomialCells(law, { width, tail: 10 ** -digits });
        let left = 1;
        masses.forEach((mass, i) => {
          let sum = 0;
          for (let k = edges[i]!; k < edges[i + 1]!; k++)
            sum += Math.exp(logBinomialMass(k, law.trials, law));
          expect(Math.abs(mass - sum)).toBeLessThanOrEqual(1e-11 * sum + 1e-300);
          left -= mass;
        });
        expect(left).toBeLessThanOrEqual(2 * tail + 1e-12);
      },
    ),
  );
});

test("there are no more cells than asked for", () => {
  const law = { trials: 1e6, probability: 0.3, complement: 0.7 };
  const { edges, masses } = binomialCells(law, { width: 1, maxCells: 50, tail: 1e-15 });
  expect(masses.length).toBeLessThanOrEqual(50);
  expect(edges[1]! - edges[0]!).toBeGreaterThan(100);
});

test("a trillion trials", () => {
  const law = { trials: 1e12, probability: 0.24, complement: 0.76 };
  const { masses, relativeError } = binomialCells(law, { width: 10_000, tail: 1e-20 });
  const total = masses.reduce((a, b) => a + b, 0);
  expect(Math.abs(total - 1)).toBeLessThan(relativeError);
});

test.each([
  [40_000_000, 0.3],
  [1e9, 0.004],
])(
  "cells of %f trials, summed in steps, hold their values' masses but for the precision",
  (trials, probability) => {
    const law = { trials, probability, complement: 1 - probability };
    const single = binomialCells(law, { width: 1, tail: 1e-40 });
    const { edges, masses, relativeError } = binomialCells(law, { width: 700, tail: 1e-30, precision: 1e-6 });
    expect(relativeError).toBeGreaterThan(1e-7);
    expect(relativeError).toBeLessThan(1.1e-6);
    masses.forEach((mass, i) => {
      const start = edges[i]! - single.edges[0]!;
      const sum = single.masses.subarray(start, start + edges[i + 1]! - edges[i]!).reduce((a, b) => a + b, 0);
      expect(mass).toBeLessThanOrEqual(sum * (1 + 1e-10));
      expect(mass).toBeGreaterThanOrEqual(sum * (1 - relativeError));
    });
  },
);

test("a cell wider than the law's reach takes no longer", () => {
  const law = { trials: 9e11, probability: 1 - 3e-6, complement: 3e-6 };
  const { edges, masses } = binomialCells(law, { width: 1e6, tail: 1e-20, precision: 1e-6 });
  expect(masses.length).toBe(1);
  expect(edges[1]! - edges[0]!).toBeLessThan(1e5);
  expect(masses[0]!).toBeCloseTo(1, 6);
});

test("cells summed in steps stay within the trials, however near the mean is to either end", () => {
  const huge = fc.record({
    trials: fc.double({ min: 6, max: 12, noNaN: true }).map((exponent) => Math.round(10 ** exponent)),
    expected: fc.integer({ min: 0, max: 70 }).map((tenths) => 10 ** (tenths / 10)),
    width: fc.integer({ min: 0, max: 60 }).map((tenths) => Math.ceil(10 ** (tenths / 10))),
    fromTheTop: fc.boolean(),
  });
  fc.assert(
    fc.property(huge, ({ trials, expected, width, fromTheTop }) => {
      const rare = Math.min(0.5, expected / trials);
      const [probability, complement] = fromTheTop ? [1 - rare, rare] : [rare, 1 - rare];
      const law = { trials, probability, complement };
      const { masses, edges, relativeError } = binomialCells(law, { width, tail: 1e-20, precision: 1e-4 });
      const total = masses.reduce((sum, mass) => sum + mass, 0);
      expect(Math.abs(total - 1)).toBeLessThanOrEqual(relativeError + 1e-9);
      expect(relativeError).toBeLessThan(1e-3);
      expect(edges.at(-1)).toBeLessThanOrEqual(trials + 1);
    }),
  );
});
