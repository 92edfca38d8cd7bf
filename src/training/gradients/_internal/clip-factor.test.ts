import { describe, expect, it } from "vitest";
import { checkClip, clipFactor } from "./clip-factor.js";

describe("clip factor", () => {
  it.each([
    [0.7, 3.1],
    [0.7, 0.7],
    [1e-15, 4e7],
    [1e12, 3e19],
  ])("brings bound %f and norm %f within the bound, in f32", (bound, norm) => {
    const factor = Math.fround(clipFactor(bound, norm));
    expect(factor * norm).toBeLessThanOrEqual(bound * (1 - 2 ** -21));
    expect(factor * norm).toBeGreaterThan(bound * (1 - 2 ** -19));
  });

  it("leaves what is within, and drops what f32 has too few digits for", () => {
    expect(clipFactor(0.7, 0.69)).toBe(1);
    expect(clipFactor(1e-15, 3e25)).toBe(0);
  });

  it("has bounds whose sums stay in f32's range", () => {
    for (const bound of [1e-15, 1e12]) expect(() => checkClip("clip", { norm: "l2", bound })).not.toThrow();
    for (const bound of [0.99e-15, 1.01e12, Infinity]) {
      expect(() => checkClip("clip", { norm: "l2", bound })).toThrow(/clip.bound must be/);
    }
  });
});
