import { describe, expect, it } from "vitest";
import { DpError } from "../errors.js";
import type { MechanismEvent } from "../privacy/index.js";
import { calibrate } from "./calibrate.js";
import { guarantees } from "./guarantees.js";

const gaussian = (noiseMultiplier: number): MechanismEvent => ({ kind: "gaussian", noiseMultiplier });
const repeat = (times: number, of: MechanismEvent): MechanismEvent => ({ kind: "repeat", times, of });

describe("calibrate", () => {
  const rounds = (noiseMultiplier: number): MechanismEvent =>
    repeat(700, { kind: "checkInShuffle", users: 60_000, checkInRate: 0.1, of: gaussian(noiseMultiplier) });

  it.each([
    ["unshuffled", 8],
    ["rdp-exact", 0.5],
  ] as const)("inverts %s on the safe side, tightly", (method, targetEpsilon) => {
    const target = { adjacency: "zero-out", delta: 1e-5, targetEpsilon, method } as const;
    const { value, guarantee, evaluations } = calibrate(rounds, target);
    expect(guarantee.epsilon.upper).toBeLessThanOrEqual(targetEpsilon);
    expect(guarantee.epsilon.upper).toBeGreaterThan(targetEpsilon * (1 - 1e-5));
    expect(evaluations).toBeLessThanOrEqual(60);
    const { epsilon } = guarantees(rounds(value), { adjacency: "zero-out", delta: 1e-5, method })
      .guarantees[0]!;
    expect(epsilon.upper).toBe(guarantee.epsilon.upper);
  });

  it("finds the largest local epsilon", () => {
    const { value } = calibrate((epsilon) => ({ kind: "local", epsilon }), {
      adjacency: "replace-one",
      delta: 1e-9,
      targetEpsilon: 1,
      parameter: "localEpsilon",
    });
    expect(value).toBeGreaterThan(0.999);
    expect(value).toBeLessThanOrEqual(1.001);
  });

  it.each<[string, (value: number) => MechanismEvent]>([
    ["ignores its argument, and meets the target", () => gaussian(100)],
    ["ignores its argument, and does not meet it", () => gaussian(1)],
    ["goes the other way", (epsilon) => ({ kind: "local", epsilon })],
    [
      "goes the other way from above the target",
      (epsilon) => ({ kind: "local", epsilon: Math.min(100, 2 * epsilon) }),
    ],
  ])("refuses an event that %s", (_, eventOf) => {
    const target = { adjacency: "replace-one", delta: 1e-5, targetEpsilon: 1 } as const;
    expect(() => calibrate(eventOf, target)).toThrow(/does eventOf use its argument/);
  });

  it("answers with the end of the range where delta pays for any noise", () => {
    const rare = (noiseMultiplier: number): MechanismEvent => ({
      kind: "poissonSample",
      rate: 1e-7,
      of: gaussian(noiseMultiplier),
    });
    const target = { adjacency: "zero-out", delta: 1e-5, targetEpsilon: 1 } as const;
    const { value, guarantee } = calibrate(rare, target);
    expect(value).toBeCloseTo(1e-3, 15);
    expect(guarantee.epsilon.upper).toBe(0);
  });

  it("answers with the end of the range where every value meets the target", () => {
    const target = { adjacency: "replace-one", delta: 1e-5, targetEpsilon: 1e9 } as const;
    const { value, guarantee } = calibrate(gaussian, target);
    expect(value).toBeCloseTo(1e-3, 15);
    expect(guarantee.epsilon.upper).toBeLessThan(1e9);
  });

  it.each([0, -1, Number.NaN, Infinity])("refuses targetEpsilon = %f", (targetEpsilon) => {
    expect(() => calibrate(rounds, { adjacency: "zero-out", delta: 1e-5, targetEpsilon })).toThrow(DpError);
  });

  it("says what does not apply", () => {
    const poisson = (noiseMultiplier: number): MechanismEvent => ({
      kind: "poissonSample",
      rate: 0.1,
      of: gaussian(noiseMultiplier),
    });
    const target = { adjacency: "zero-out", delta: 1e-5, targetEpsilon: 1, method: "rdp-exact" } as const;
    expect(() => calibrate(poisson, target)).toThrow(/no rdp-exact upper bound applies/);
  });
});
