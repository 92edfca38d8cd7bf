import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { axisFor } from "./axis.js";

const PIXELS = { range: [0, 100], maxTicks: 8 } as const;

describe("axisFor", () => {
  it("takes round ticks around values on a logarithmic scale, fewer where there is little room", () => {
    const ticks = (values: readonly number[], maxTicks: number) =>
      axisFor(values, { ...PIXELS, scale: "log", maxTicks }).ticks;
    expect(ticks([0.013, 0.4], 8)).toEqual([0.01, 0.02, 0.05, 0.1, 0.2, 0.5]);
    expect(ticks([0.013, 0.4], 4)).toEqual([0.01, 0.1, 1]);
    expect(ticks([0.002, 30], 8)).toEqual([0.001, 0.01, 0.1, 1, 10, 100]);
    expect(ticks([1e-9, 1e9], 7)).toEqual([1e-9, 1e-6, 1e-3, 1, 1e3, 1e6, 1e9]);
  });

  it("ends at the values themselves where it is tight, with ticks between them", () => {
    const tight = axisFor([3, 640], { ...PIXELS, scale: "log", tight: true, maxTicks: 10 });
    expect(tight.options.domain).toEqual([3, 640]);
    expect(tight.ticks).toEqual([5, 10, 20, 50, 100, 200, 500]);
    expect(axisFor([6, 7], { ...PIXELS, scale: "log", tight: true }).ticks).toEqual([6, 7]);
    expect(axisFor([5, 60], { ...PIXELS, tight: true }).options.domain).toEqual([5, 60]);
  });

  it("keeps every value between its ends, also a lone one", () => {
    const values = fc.array(fc.double({ min: 1e-9, max: 1e9, noNaN: true }), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(values, fc.constantFrom("linear", "log"), fc.boolean(), (all, scale, tight) => {
        const { apply, invert } = axisFor(all, { ...PIXELS, scale, tight });
        for (const value of all) {
          expect(apply(value)).toBeGreaterThanOrEqual(-1e-6);
          expect(apply(value)).toBeLessThanOrEqual(100 + 1e-6);
        }
        expect(apply(invert(130))).toBeCloseTo(130, 6);
      }),
    );
  });

  it("places values in proportion to its scale", () => {
    expect(axisFor([1, 1000], { ...PIXELS, scale: "log" }).apply(10)).toBeCloseTo(100 / 3, 10);
    expect(axisFor([0, 100], PIXELS).apply(25)).toBeCloseTo(25, 10);
  });

  it.each([5e-324, 1, Number.MAX_VALUE])("takes %d for a logarithm", (value) => {
    const { ticks, apply } = axisFor([value], { ...PIXELS, scale: "log" });
    expect(ticks).not.toContain(0);
    expect(ticks).not.toContain(Infinity);
    expect(apply(value)).toSatisfy(Number.isFinite);
  });
});
