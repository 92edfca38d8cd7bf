import fc from "fast-check";
import { expect, it } from "vitest";
import { convolved } from "./convolved.js";

const sequence = fc
  .array(fc.double({ min: 0, max: 1e3, noNaN: true }), { minLength: 1, maxLength: 23 })
  .map((values) => Float64Array.from(values));

function plain(one: Float64Array, other: Float64Array): number[] {
  const out = new Array<number>(one.length + other.length - 1).fill(0);
  one.forEach((a, i) => {
    other.forEach((b, j) => {
      out[i + j]! += a * b;
    });
  });
  return out;
}

function expectClose(found: Float64Array, exact: number[]): void {
  expect(found.length).toBe(exact.length);
  exact.forEach((value, i) => {
    expect(Math.abs(found[i]! - value)).toBeLessThanOrEqual(1e-14 * value + 1e-300);
  });
}

it("is the sum of all products, for two sequences and for one with itself", () => {
  fc.assert(
    fc.property(sequence, sequence, (one, other) => {
      expectClose(convolved(one, other), plain(one, other));
      expectClose(convolved(one, one), plain(one, one));
    }),
  );
});
