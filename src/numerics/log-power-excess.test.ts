import { expect, test } from "vitest";
import { gaussLegendre } from "./gauss-legendre.js";
import { logPowerExcess } from "./log-power-excess.js";

/**
 * power (power - 1) times the integral over t from 0 to x of (x - t) (1 + t)^(power - 2), Taylor's remainder.
 */
function remainder(x: number, power: number): number {
  const { nodes, weights } = gaussLegendre(60);
  let sum = 0;
  nodes.forEach((node, i) => {
    const t = (x * (node + 1)) / 2;
    sum += weights[i]! * (x - t) * (1 + t) ** (power - 2);
  });
  return (power * (power - 1) * sum * x) / 2;
}

test.each([
  [1e-9, 2],
  [1e-9, 300],
  [-1e-9, 64],
  [0.003, 40],
  [-0.02, 30],
  [0.21, 3],
  [-0.9, 5],
  [1.5, 12],
  [0.1, -3],
  [-0.3, -6],
  [0.25, 1 + 9e-13],
  [-0.4, 1 + 2 ** -50],
  [1.2, 1.3],
])("at x = %f and power %f", (x, power) => {
  expect(Math.exp(logPowerExcess(x, power)) / remainder(x, power)).toBeCloseTo(1, 12);
});

test("no overflow, no NaN", () => {
  expect(logPowerExcess(1e300, 1e5)).toBeCloseTo(1e5 * 300 * Math.LN10, -2);
  expect(logPowerExcess(0, 7)).toBe(-Infinity);
  expect(logPowerExcess(-1, 7)).toBe(Math.log(6));
  expect(logPowerExcess(-1, 1.25)).toBe(Math.log(0.25));
  expect(logPowerExcess(1e300, 1.4)).toBeCloseTo(1.4 * 300 * Math.LN10, 9);
  expect(logPowerExcess(-1, -2)).toBe(Infinity);
});
