import { expect, test } from "vitest";
import { gaussLegendre } from "./gauss-legendre.js";

test("the three-point rule is the textbook's", () => {
  const { nodes, weights } = gaussLegendre(3);
  expect(nodes[0]).toBeCloseTo(Math.sqrt(0.6), 15);
  expect(nodes[1]).toBeCloseTo(0, 15);
  expect([...weights]).toEqual([5 / 9, 8 / 9, 5 / 9].map((weight) => expect.closeTo(weight, 14)));
});

test.each([2, 5, 12, 40])("%i points are exact up to their degree and not beyond", (points) => {
  const { nodes, weights } = gaussLegendre(points);
  const moment = (degree: number) => nodes.reduce((sum, x, i) => sum + weights[i]! * x ** degree, 0);
  const even = 2 * points - 2;
  expect(moment(even)).toBeCloseTo(2 / (even + 1), 13);
  if (points <= 12) expect(moment(2 * points)).not.toBeCloseTo(2 / (2 * points + 1), 13);
});
