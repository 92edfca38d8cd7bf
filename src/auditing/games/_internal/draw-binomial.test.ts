import { describe, expect, it } from "vitest";
import { logBinomialMass } from "../../../numerics/log-binomial-mass.js";
import { type RandomSource, sampleUniform, seededSource } from "../../../random/index.js";
import { drawBinomial } from "./draw-binomial.js";

const DRAWS = 100_000;

/** Draws one uniform number. */
const of = (uniform: number): RandomSource => ({
  secure: false,
  fill: (words) => {
    const bits = uniform * 2 ** 53;
    words[0] = Math.floor(bits / 2 ** 21);
    words[1] = (bits % 2 ** 21) * 2 ** 11;
  },
  fork: () => of(uniform),
});

/** Each count as often as Bernstein's inequality allows, but for 1e-10. */
function farOff(
  trials: number,
  probability: number,
  law: { probability: number; complement: number },
): number[] {
  const source = seededSource(11);
  const seen = new Map<number, number>();
  for (let draw = 0; draw < DRAWS; draw++) {
    const count = drawBinomial(source, trials, probability);
    seen.set(count, (seen.get(count) ?? 0) + 1);
  }
  const log = Math.log(2 / 1e-10);
  return [...seen].flatMap(([count, times]) => {
    const mass = Math.exp(logBinomialMass(count, trials, law));
    const error = Math.sqrt(2 * mass * log * DRAWS) + (2 * log) / 3;
    return Math.abs(times - mass * DRAWS) <= error ? [] : [count];
  });
}

describe("a binomial count", () => {
  it.each([
    [1, 0.3],
    [7, 0.5],
    [40, 0.02],
    [40, 0.93],
    [3000, 0.4],
  ])("of %d trials at %d has the binomial law (seed 11)", (trials, probability) => {
    expect(farOff(trials, probability, { probability, complement: 1 - probability })).toEqual([]);
    const other = probability * 0.9;
    expect(farOff(trials, probability, { probability: other, complement: 1 - other })).not.toEqual([]);
  });

  it("is where uniform numbers say, also of a million trials", () => {
    expect(drawBinomial(of(0.5), 0, 0.3)).toBe(0);
    expect(drawBinomial(of(0.5), 9, 0)).toBe(0);
    expect(drawBinomial(of(0.5), 9, 1)).toBe(9);
    expect(drawBinomial(of(1 - 2 ** -53), 5, 0.2)).toBeGreaterThanOrEqual(0);
    const source = seededSource(5);
    for (let draw = 0; draw < 100; draw++) {
      expect(Math.abs(drawBinomial(source, 1e6, 0.25) - 250_000)).toBeLessThan(8 * 433.1);
    }
    expect(sampleUniform(of(0.25))).toBe(0.25);
  });
});
