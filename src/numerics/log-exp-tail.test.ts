import { expect, test } from "vitest";
import { logAddExp } from "./log-add-exp.js";
import { logExpTail } from "./log-exp-tail.js";

// mpmath at 60 digits: log(exp(y) - 1 - y)
test.each([
  [-100000, 11.5129154649202],
  [-20, 2.94443897927492],
  [-1.5, -0.32416604515863],
  [-0.999, -1.00171925874044],
  [-0.3, -3.19862671192535],
  [-1e-8, -37.534508671798],
  [1e-200, -921.727184378178],
  [1e-5, -23.7189947771643],
  [0.5, -1.90568139136037],
  [1.001, -0.328502025471927],
  [7, 6.99267820523533],
  [29, 28.9999999999924],
  [31, 30.9999999999989],
  [1000, 1000.0],
])("log(e^y - 1 - y) at y = %f", (y, value) => {
  expect(Math.abs(logExpTail(y) - value)).toBeLessThan(1e-14 * (10 + Math.abs(value)));
});

test("the tangent itself has no tail", () => {
  expect(logExpTail(0)).toBe(-Infinity);
});

test("adds in the log domain", () => {
  expect(logAddExp(Math.log(3), Math.log(4))).toBeCloseTo(Math.log(7), 15);
  expect(logAddExp(-2000, -2000)).toBeCloseTo(-2000 + Math.LN2, 12);
  expect(logAddExp(1e4, -Infinity)).toBe(1e4);
  expect(logAddExp(-Infinity, -Infinity)).toBe(-Infinity);
});
