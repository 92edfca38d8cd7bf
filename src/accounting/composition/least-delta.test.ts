import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DpError } from "../../errors.js";
import { leastDelta } from "./least-delta.js";

const growing =
  (scale: number) =>
  (delta: number): number =>
    scale * Math.sqrt(-Math.log(delta));

describe("the least delta at an epsilon", () => {
  it("inverts a falling epsilon on the safe side, in few looks", () => {
    fc.assert(
      fc.property(
        fc.double({ min: -6, max: 3, noNaN: true }),
        fc.double({ min: 0.1, max: 220, noNaN: true }),
        (logScale, logInverse) => {
          const epsilonAt = growing(10 ** logScale);
          let looks = 0;
          const target = epsilonAt(Math.exp(-logInverse));
          const found = leastDelta((delta) => {
            looks += 1;
            return epsilonAt(delta);
          }, target);
          expect(epsilonAt(found)).toBeLessThanOrEqual(target);
          expect(-Math.log(found) / logInverse).toBeGreaterThan(1 - 1e-6);
          expect(looks).toBeLessThan(25);
        },
      ),
    );
  });

  it("is 1 where no delta suffices, and 1e-100 where all do", () => {
    expect(leastDelta(() => 3, 2)).toBe(1);
    expect(leastDelta(() => Infinity, 2)).toBe(1);
    expect(leastDelta(() => 2, 2)).toBeLessThan(1.001e-100);
    expect(leastDelta((delta) => (delta < 0.3 ? 1 : 0), 0)).toBeCloseTo(0.3, 5);
  });

  it.each([1e-12, 1e-3, 0.7])("does not give up where deltas up to %f are refused", (least) => {
    const refusing = (delta: number): number => {
      if (delta <= least) throw new DpError("NOT_APPLICABLE", "too small", {});
      return 1 - delta;
    };
    const found = leastDelta(refusing, 1);
    expect(found).toBeGreaterThan(least);
    expect(found).toBeLessThan(least * 1.0001);
  });

  it("passes on a refusal of every delta", () => {
    expect(() =>
      leastDelta(() => {
        throw new DpError("NOT_APPLICABLE", "never", {});
      }, 1),
    ).toThrow("never");
  });
});
