import { describe, expect, it } from "vitest";
import { estimateMean, numberRandomizer } from "./index.js";

describe("numberRandomizer over other levels than its own", () => {
  const five = numberRandomizer({ localEpsilon: 2, lower: -1, upper: 1, levels: 5 });

  it("has no bias, and the worst variance that it says", () => {
    expect(five.reportCount).toBe(5);
    const estimates = Array.from({ length: 5 }, (_, report) => five.decodeMean([report]));
    let worst = 0;
    for (let step = -200; step <= 200; step++) {
      const value = step / 200;
      const chances = estimates.map((_, report) => five.probability(report, value));
      const mean = chances.reduce((sum, chance, report) => sum + chance * estimates[report]!, 0);
      const square = chances.reduce((sum, chance, report) => sum + chance * estimates[report]! ** 2, 0);
      expect(mean).toBeCloseTo(value, 12);
      worst = Math.max(worst, square - value ** 2);
    }
    expect(five.worstVariance).toBeGreaterThanOrEqual(worst * (1 - 1e-12));
    expect(five.worstVariance).toBeLessThan(1.001 * worst);
    expect(five.worstVariance).toBeGreaterThan(
      numberRandomizer({ localEpsilon: 2, lower: -1, upper: 1 }).worstVariance,
    );
    expect(estimateMean([0, 4, 4], five).levels).toBe(5);
  });

  it.each([1, 257, 2.5])("refuses %d levels", (levels) => {
    expect(() => numberRandomizer({ localEpsilon: 2, lower: -1, upper: 1, levels })).toThrow(
      expect.objectContaining({ code: "OUT_OF_RANGE" }),
    );
  });
});
