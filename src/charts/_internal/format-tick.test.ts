import { expect, it } from "vitest";
import { formatTick } from "./format-tick.js";

it("a tick is short, whatever its size", () => {
  expect([0, 0.5, 1e-4, 10_000, 99_999].map(formatTick)).toEqual(["0", "0.5", "1e-4", "10000", "1e5"]);
  expect([1e5, 250_000, 1e7, -3e6, 123_456].map(formatTick)).toEqual([
    "1e5",
    "2.5e5",
    "1e7",
    "-3e6",
    "1.235e5",
  ]);
  expect(formatTick(Infinity)).toBe("infinity");
});
