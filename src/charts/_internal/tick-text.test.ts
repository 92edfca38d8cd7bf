import { expect, it } from "vitest";
import { tickText } from "./tick-text.js";

it.each([
  [0, "0"],
  [0.25, "0.25"],
  [1e-7, "1e-7"],
  [100_000, "100000"],
  [999_999, "1e6"],
  [1e6, "1e6"],
  [2.5e6, "2.5e6"],
  [1e7, "1e7"],
  [12_345_678, "1.235e7"],
  [-5e8, "-5e8"],
])("%f is %s", (value, text) => {
  expect(tickText(value)).toBe(text);
});
