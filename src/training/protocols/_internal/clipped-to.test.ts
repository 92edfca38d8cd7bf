import { expect, it } from "vitest";
import { clippedTo } from "./clipped-to.js";

const BOUND = 0.7;
const DIRECTION = Float64Array.from({ length: 5000 }, (_, i) => Math.sin(i));
const LENGTH = Math.hypot(...DIRECTION);

function ofNorm(norm: number): Float64Array {
  return DIRECTION.map((entry) => (entry / LENGTH) * norm);
}

it.each([1 + 1e-9, 1.01, 1.5, 1.99, 2, 2.01, 3, 1e5, 1e150])(
  "puts a vector of %d times the bound onto the ball, in its direction",
  (times) => {
    const clipped = clippedTo(BOUND, ofNorm(times * BOUND));
    expect(Math.abs(Math.hypot(...clipped) / BOUND - 1)).toBeLessThan(1e-12);
    const nearest = ofNorm(BOUND);
    expect(clipped.every((entry, i) => Math.abs(entry - nearest[i]!) < 1e-12)).toBe(true);
  },
);

it.each([0, 1e-9, 0.5, 0.99, 1 - 1e-9])("leaves a vector of %d times the bound as it is", (times) => {
  const inside = ofNorm(times * BOUND);
  expect(clippedTo(BOUND, inside)).toBe(inside);
});

it("brings no two vectors farther apart, on whichever sides of the ball they lie", () => {
  const distance = (one: Float64Array, other: Float64Array): number =>
    Math.hypot(...one.map((entry, i) => entry - other[i]!));
  for (let norm = 0.9; norm < 4; norm += 0.25) {
    const [one, other] = [ofNorm(norm * BOUND), ofNorm((norm + 0.25) * BOUND)];
    expect(distance(clippedTo(BOUND, one), clippedTo(BOUND, other))).toBeLessThanOrEqual(
      distance(one, other) * (1 + 1e-12),
    );
  }
});
