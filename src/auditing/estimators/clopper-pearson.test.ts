import { describe, expect, it } from "vitest";
import { logBinomialMass } from "../../numerics/log-binomial-mass.js";
import { clopperPearson } from "./clopper-pearson.js";

/** P(X >= count) for X ~ Bin(trials, probability), all masses added, the small ones first. */
function tail(count: number, trials: number, probability: number): number {
  const law = { probability, complement: 1 - probability };
  const masses = Array.from({ length: trials - count + 1 }, (_, i) =>
    Math.exp(logBinomialMass(count + i, trials, law)),
  );
  return masses.sort((one, other) => one - other).reduce((sum, mass) => sum + mass, 0);
}

describe("bounds of a probability", () => {
  it.each([
    [3, 10, 0.9],
    [1, 100, 0.999],
    [99, 100, 0.6],
    [731, 1000, 0.99],
    [5, 50_000, 0.9999],
    [41_234, 50_000, 1 - 1e-9],
  ])("have tails as large as the error: %d of %d at %d", (count, trials, confidence) => {
    const { lower, upper } = clopperPearson({ count, trials, confidence });
    const error = 1 - confidence;
    for (const share of [
      tail(count, trials, lower) / error,
      tail(trials - count, trials, 1 - upper) / error,
    ]) {
      expect(share).toBeLessThanOrEqual(1 - 1e-7);
      expect(share).toBeGreaterThan(1 - 3e-6);
    }
  });

  it.each([1, 2, 7, 12])("fail no more often than they may, at %d trials and any probability", (trials) => {
    const bounds = Array.from({ length: trials + 1 }, (_, count) =>
      clopperPearson({ count, trials, confidence: 0.9 }),
    );
    for (let p = 0; p <= 1; p += 1 / 128) {
      const mass = (fails: (count: number) => boolean): number =>
        bounds.reduce(
          (sum, _, count) =>
            fails(count)
              ? sum + Math.exp(logBinomialMass(count, trials, { probability: p, complement: 1 - p }))
              : sum,
          0,
        );
      expect(mass((count) => bounds[count]!.lower > p)).toBeLessThanOrEqual(0.1);
      expect(mass((count) => bounds[count]!.upper < p)).toBeLessThanOrEqual(0.1);
    }
  });

  it("are 0 and 1 where nothing speaks for more", () => {
    expect(clopperPearson({ count: 0, trials: 9, confidence: 0.9 }).lower).toBe(0);
    expect(clopperPearson({ count: 9, trials: 9, confidence: 0.9 }).upper).toBe(1);
  });

  it.each([
    [{ count: 2, trials: 1, confidence: 0.9 }, "clopperPearson: count"],
    [{ count: 0, trials: 0, confidence: 0.9 }, "clopperPearson: trials"],
    [{ count: 0, trials: 1, confidence: 1 }, "clopperPearson: confidence"],
    [{ count: 0, trials: 1, confidence: Number.NaN }, "clopperPearson: confidence"],
  ])("refuse %j", (options, parameter) => {
    expect(() => clopperPearson(options)).toThrow(
      expect.objectContaining({ code: "OUT_OF_RANGE", details: expect.objectContaining({ parameter }) }),
    );
  });
});
