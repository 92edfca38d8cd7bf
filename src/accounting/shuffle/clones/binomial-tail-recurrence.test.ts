import { describe, expect, it } from "vitest";
import { binomialTailRatio } from "../../../numerics/binomial-tail-ratio.js";
import { logBinomialMass } from "../../../numerics/log-binomial-mass.js";
import { BinomialTailRecurrence } from "./binomial-tail-recurrence.js";

/** P(B = threshold - 1) and P(B >= threshold), all masses written out. */
function tailOf(trials: number, threshold: number): { massBelow: number; tail: number } {
  const masses = [2 ** -trials];
  for (let k = 0; k < trials; k++) masses.push((masses[k]! * (trials - k)) / (k + 1));
  const tail = masses.slice(threshold).reduceRight((sum, mass) => sum + mass, 0);
  return { massBelow: masses[threshold - 1]!, tail };
}

describe("a walk over fair tails", () => {
  it.each([
    [0.1, 1],
    [0.31, 1],
    [0.31, 7],
    [0.45, 3],
    [0.4999, 1],
    [0.001, 2],
  ])("agrees with the masses written out where a share %d is below, every %d trials", (share, width) => {
    const walk = new BinomialTailRecurrence();
    for (let trials = 900; trials >= 0; trials -= width) {
      const ones = Math.max(0, Math.ceil((trials + 1) * share) - 1);
      const threshold = trials - ones + 1;
      walk.moveTo(trials, threshold);
      const { massBelow, tail } = tailOf(trials, threshold);
      expect(Math.abs(walk.massBelow - massBelow)).toBeLessThanOrEqual(massBelow * 2 ** -41);
      expect(Math.abs(walk.tail - tail)).toBeLessThanOrEqual(tail * 2 ** -41);
    }
  });

  it("starts anew where it is sent up or far away", () => {
    const walk = new BinomialTailRecurrence();
    for (const [trials, threshold] of [
      [100, 60],
      [400, 230],
      [399, 240],
      [50, 26],
      [50, 25 + 1],
      [49, 50],
      [48, 30],
    ] as const) {
      walk.moveTo(trials, threshold);
      const { massBelow, tail } = tailOf(trials, threshold);
      expect(walk.massBelow / massBelow).toBeCloseTo(1, 11);
      expect(walk.tail).toBeCloseTo(tail, 12);
    }
  });

  it("takes masses below 2^-930 as zero, and no others", () => {
    const walk = new BinomialTailRecurrence();
    let zeros = 0;
    for (let trials = 6000; trials >= 600; trials--) {
      const threshold = trials - Math.max(0, Math.ceil(0.02 * (trials + 1)) - 1) + 1;
      walk.moveTo(trials, threshold);
      const logMass = logBinomialMass(threshold - 1, trials, { probability: 0.5, complement: 0.5 });
      if (walk.massBelow === 0) {
        zeros++;
        expect(logMass).toBeLessThan(Math.log(BinomialTailRecurrence.MIN_MASS) + 1e-9);
      } else {
        expect(Math.log(walk.massBelow)).toBeCloseTo(logMass, 10);
        expect(walk.tail).toBeLessThan(walk.massBelow / (1 - (trials - threshold + 1) / threshold));
        expect(walk.tail > 0).toBe(threshold <= trials);
      }
    }
    expect(zeros).toBeGreaterThan(0);
    expect(walk.massBelow).toBeGreaterThan(0);
  });

  it.each([1e6, 1e9, 1e12])("agrees next to the mean of %d trials with the fraction", (trials) => {
    for (const steps of [1, 2, 30, 0.1 * Math.sqrt(trials), 12 * trials ** 0.25, 0.13 * Math.sqrt(trials)]) {
      for (const each of [trials, trials - 1]) {
        const threshold = Math.floor(each / 2 + steps);
        const walk = new BinomialTailRecurrence();
        walk.moveTo(each, threshold);
        const fraction = binomialTailRatio(threshold, each, { probability: 0.5, complement: 0.5 });
        const mass = (walk.massBelow * (each - threshold + 1)) / threshold;
        expect(walk.tail / (mass * fraction) - 1).toBeLessThan(2 ** -42);
        expect(walk.tail / (mass * fraction) - 1).toBeGreaterThan(-(2 ** -42));
      }
    }
  });
});
