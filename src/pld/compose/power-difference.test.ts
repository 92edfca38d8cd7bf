import { expect, it } from "vitest";
import { PowerDifference } from "./power-difference.js";

type Complex = readonly [re: number, im: number];

const times = ([a, b]: Complex, [c, d]: Complex): Complex => [a * c - b * d, a * d + b * c];
const plus = ([a, b]: Complex, [c, d]: Complex): Complex => [a + c, b + d];

function power(base: Complex, exponent: number): Complex {
  let product: Complex = [1, 0];
  for (let i = 0; i < exponent; i++) product = times(product, base);
  return product;
}

const BASES: readonly Complex[] = [
  [0.9, 0.1],
  [-0.6, 0.7],
  [0, -0.3],
  [1e-4, 2e-4],
  [0, 0],
  [0.99, 0],
];

it.each([0.3, 0.02, 1e-4])(
  "is the difference of both products where what is added is no small part of it: %d",
  (size) => {
    const more: Complex = [0.6 * size, -0.8 * size];
    const [first, second] = [3, 7];
    const powers = new PowerDifference(2 * BASES.length);
    powers.multiply(Float64Array.from(BASES.flat()), Float64Array.from(BASES.flatMap(() => more)), first);
    const others = BASES.toReversed();
    powers.multiply(Float64Array.from(others.flat()), Float64Array.from(BASES.flatMap(() => more)), second);
    const difference = powers.difference();
    BASES.forEach((base, i) => {
      const other = others[i]!;
      const whole = times(power(plus(base, more), first), power(plus(other, more), second));
      const usual = times(power(base, first), power(other, second));
      expect(difference[2 * i]).toBeCloseTo(whole[0] - usual[0], 13);
      expect(difference[2 * i + 1]).toBeCloseTo(whole[1] - usual[1], 13);
    });
  },
);

it.each([1e-9, 1e-40, 1e-290])(
  "keeps all digits of what is added where it is next to nothing: %d",
  (size) => {
    const more: Complex = [0.28 * size, 0.96 * size];
    const powers = new PowerDifference(2 * BASES.length);
    const exponent = 5;
    powers.multiply(Float64Array.from(BASES.flat()), Float64Array.from(BASES.flatMap(() => more)), exponent);
    const difference = powers.difference();
    BASES.forEach((base, i) => {
      if (Math.hypot(...base) < 1e-3) return;
      // exponent base^(exponent - 1) more, and the next term of the binomial sum.
      const first = times(times(power(base, exponent - 1), more), [exponent, 0]);
      const next = times(times(power(base, exponent - 2), times(more, more)), [10, 0]);
      const [re, im] = plus(first, next);
      const length = Math.hypot(re, im);
      expect(Math.abs(difference[2 * i]! - re) / length).toBeLessThan(1e-13);
      expect(Math.abs(difference[2 * i + 1]! - im) / length).toBeLessThan(1e-13);
    });
  },
);

it("is what is added to a factor of nothing that runs once", () => {
  const powers = new PowerDifference(2);
  powers.multiply(Float64Array.of(0, 0), Float64Array.of(3e-12, -4e-12), 1);
  expect(powers.difference()[0]! / 3e-12).toBeCloseTo(1, 12);
  expect(powers.difference()[1]! / -4e-12).toBeCloseTo(1, 12);
});
