import { expect, test } from "vitest";
import { logNormalCdf } from "./log-normal-cdf.js";
import { normalCdf } from "./normal-cdf.js";
import { normalQuantile } from "./normal-quantile.js";

// mpmath at 60 digits: ncdf(x)
test.each([
  [-37, 5.72557122252458e-300],
  [-8.3, 5.20556974489025e-17],
  [-1.5, 0.0668072012688581],
  [-1, 0.158655253931457],
  [-0.2, 0.420740290560897],
  [0, 0.5],
  [0.4, 0.655421741610324],
  [2.2, 0.986096552486501],
])("Phi(%f)", (x, value) => {
  expect(normalCdf(x) / value - 1).toBeCloseTo(0, 12);
  expect(logNormalCdf(x) / Math.log(value) - 1).toBeCloseTo(0, 12);
});

test.each([
  [-50, -1254.83136113942],
  [-1000.5, -500507.952194686],
  [9, -1.12858840595384e-19],
])("log Phi(%f) beyond the doubles", (x, value) => {
  expect(logNormalCdf(x) / value - 1).toBeCloseTo(0, 13);
});

test.each([1e-300, 1e-9, 0.02, 0.5, 0.7, 1 - 1e-9])(
  "the quantile of %f is where the law reaches it",
  (probability) => {
    expect(normalCdf(normalQuantile(probability)) / probability - 1).toBeCloseTo(0, 9);
  },
);

test("ends", () => {
  expect(normalCdf(-Infinity)).toBe(0);
  expect(normalCdf(Infinity)).toBe(1);
  expect(logNormalCdf(-Infinity)).toBe(-Infinity);
  expect(logNormalCdf(Infinity)).toBeCloseTo(0, 15);
  expect(normalQuantile(0)).toBe(-Infinity);
  expect(normalQuantile(1)).toBe(Infinity);
});
