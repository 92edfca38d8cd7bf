import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ExcessSum } from "./excess-sum.js";

describe("sum of excesses over one", () => {
  it("over a range is the sum of all terms, whichever end they count at", () => {
    const settings = fc.record({
      last: fc.integer({ min: 1, max: 400 }),
      fall: fc.double({ min: 0, max: 8, noNaN: true }),
      bend: fc.double({ min: 0, max: 0.2, noNaN: true }),
      slope: fc.double({ min: 0, max: 6, noNaN: true }),
      curve: fc.double({ min: -8, max: -1, noNaN: true }).map((exponent) => 10 ** exponent),
    });
    fc.assert(
      fc.property(settings, ({ last, fall, bend, slope, curve }) => {
        const logWeight = (k: number): number => -fall * k - bend * k * k;
        const gain = (k: number): number => curve * (slope * k + k * k);
        const [all, some] = [new ExcessSum(), new ExcessSum()];
        for (let k = 1; k <= last; k++) all.add(logWeight(k), gain(k));
        let asked = 0;
        some.addRange(1, last, {
          logWeight: (k) => {
            asked += 1;
            return logWeight(k);
          },
          gain,
        });
        expect(Math.abs(some.log - all.log)).toBeLessThanOrEqual(1e-13 * all.log);
        expect(asked).toBeLessThanOrEqual(last);
      }),
    );
  });

  it("asks for few terms where most do not count", () => {
    const sum = new ExcessSum();
    let asked = 0;
    sum.addRange(1, 4096, {
      logWeight: (k) => {
        asked += 1;
        return -8 * k;
      },
      gain: (k) => 1e-3 * k * k,
    });
    expect(asked).toBeLessThan(60);
    const nothing = new ExcessSum();
    nothing.addRange(1, 4096, {
      logWeight: (k) => {
        asked += 1;
        return -8 * k;
      },
      gain: () => 0,
    });
    expect(nothing.log).toBe(0);
    expect(asked).toBeLessThan(64);
  });

  it("keeps its digits near one, and goes beyond the doubles", () => {
    const tiny = new ExcessSum();
    tiny.add(-20, 1e-12);
    expect(tiny.log / (Math.exp(-20) * Math.expm1(1e-12)) - 1).toBeCloseTo(0, 13);
    const huge = new ExcessSum();
    huge.add(0, 1);
    huge.add(5e8, 5e8);
    huge.add(1e9, Math.LN2);
    expect(huge.log).toBe(1e9 + Math.log(2));
    expect(huge.logExcess).toBe(huge.log);
    const large = new ExcessSum();
    large.add(0, 550);
    large.add(0, 1000);
    expect(large.log).toBe(1000);
  });
});
