import { describe, expect, it } from "vitest";
import { nextTrial, type Trial } from "./next-trial.js";

const SEARCH = { precision: 1e-6, shortfalls: 0 };

function trialsOf(excessAt: (logValue: number) => number, ...logValues: number[]): Trial[] {
  return logValues.map((logValue) => ({ logValue, excess: excessAt(logValue) }));
}

describe("the next trial", () => {
  it("is just beyond the crossing of a power law, seen from the nearer end", () => {
    const [exceeds, meets] = trialsOf((x) => 2 * (0.3 - x), 0, 1) as [Trial, Trial];
    expect(nextTrial([exceeds, meets], [exceeds, meets], SEARCH)).toBeCloseTo(0.3 + 0.4e-6, 12);
    const [low, high] = trialsOf((x) => 2 * (0.8 - x), 0, 1) as [Trial, Trial];
    expect(nextTrial([low, high], [low, high], SEARCH)).toBeCloseTo(0.8 - 0.4e-6, 12);
  });

  it("bends with the three nearest trials, wherever these lie", () => {
    const curve = (x: number): number => Math.exp(-x) - Math.exp(-0.5);
    const trials = trialsOf(curve, 0, 4, 0.6, 0.8);
    const at = nextTrial([trials[0]!, trials[2]!], trials, SEARCH);
    expect(Math.abs(at - 0.5)).toBeLessThan(0.02);
    const ends = nextTrial([trials[0]!, trials[2]!], [trials[0]!, trials[2]!], SEARCH);
    expect(Math.abs(at - 0.5)).toBeLessThan(Math.abs(ends - 0.5));
  });

  it("goes further beyond after trials that fell short", () => {
    const trials = trialsOf((x) => 0.3 - x, 0, 1) as [Trial, Trial];
    const beyond = [0, 1, 2].map((shortfalls) => nextTrial(trials, trials, { precision: 1e-3, shortfalls }));
    expect(beyond[1]! - 0.3).toBeCloseTo(8 * (beyond[0]! - 0.3), 12);
    expect(beyond[2]! - 0.3).toBeCloseTo(64 * (beyond[0]! - 0.3), 12);
  });

  it.each([
    ["epsilon is 0 where the target is met", [0.2, -Infinity]],
    ["no epsilon holds where it is exceeded", [Infinity, -0.4]],
    ["neither is finite", [Infinity, -Infinity]],
  ])("is the middle where %s", (_, excesses) => {
    const trials = excesses.map((excess, logValue) => ({ logValue, excess })) as [Trial, Trial];
    expect(nextTrial(trials, trials, SEARCH)).toBe(0.5);
  });

  it("stays inside, whatever the trials say", () => {
    const [exceeds, meets] = trialsOf((x) => 1 - x, 0.999999, 1.000001) as [Trial, Trial];
    const jumps = [{ logValue: 3, excess: 1e-7 }, exceeds, meets, { logValue: -7, excess: 1e-7 }];
    for (const shortfalls of [0, 3, 40, 400]) {
      const at = nextTrial([exceeds, meets], jumps, { precision: 1e-9, shortfalls });
      expect(at).toBeGreaterThan(exceeds.logValue);
      expect(at).toBeLessThan(meets.logValue);
    }
  });
});
