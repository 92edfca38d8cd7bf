import fc from "fast-check";
import { expect, test } from "vitest";
import { rootOfDecreasing } from "./root-of-decreasing.js";

const positive = fc.double({ min: -6, max: 3, noNaN: true }).map((exponent) => 10 ** exponent);

test("brackets the root of a Gaussian tail to 12 digits, whatever the guess", () => {
  fc.assert(
    fc.property(positive, positive, fc.double({ min: 1, max: 600, noNaN: true }), (scale, guess, depth) => {
      const f = (x: number): number => Math.exp(-((x / scale) ** 2));
      const search = { target: Math.exp(-depth), guess, highest: scale * 1e3 };
      const { above, below } = rootOfDecreasing(f, search);
      const root = scale * Math.sqrt(depth);
      expect(f(above)).toBeGreaterThan(search.target);
      expect(f(below)).toBeLessThanOrEqual(search.target);
      expect(below / root).toBeCloseTo(1, 10);
      expect(below - above).toBeLessThanOrEqual(1e-12 * root);
    }),
  );
});

test("a step is found from both sides", () => {
  const { above, below } = rootOfDecreasing((x) => (x < 0.3 ? 1 : 0), { target: 0.5, guess: 2, highest: 8 });
  expect(above).toBeLessThan(0.3);
  expect(below).toBeGreaterThanOrEqual(0.3);
  expect(below - above).toBeLessThan(1e-12);
});

test("values that all but equal the target are told apart", () => {
  const f = (x: number): number => (x < 1e-12 ? 0.1 * (1 + Number.EPSILON) : 0.1 * (1 - x));
  const { above, below } = rootOfDecreasing(f, { target: 0.1, guess: 0.7, highest: 2 });
  expect(above).toBeLessThan(1e-12);
  expect(below).toBeGreaterThanOrEqual(1e-12);
  expect(below).toBeLessThan(1.001e-12);
});

test("the highest end stands where nothing below it reaches the target", () => {
  expect(rootOfDecreasing(() => 1, { target: 0.5, guess: 1, highest: 7 }).below).toBe(7);
});

test("few evaluations with a good guess", () => {
  let evaluations = 0;
  const f = (x: number): number => {
    evaluations += 1;
    return Math.exp(-x * x);
  };
  rootOfDecreasing(f, { target: 1e-9, guess: 4.5, highest: 50 });
  expect(evaluations).toBeLessThan(12);
});

test("what is not a number is no reason to stop below", () => {
  const f = (x: number): number => (x < 5 ? Number.NaN : 1e-3);
  expect(rootOfDecreasing(f, { target: 0.5, guess: 1, highest: 7 }).below).toBeGreaterThanOrEqual(5);
});
