import fc from "fast-check";
import { describe, expect, it } from "vitest";
import reference from "../../../test/vectors/reference/reference.json" with { type: "json" };
import { fixedSizeSubsampledRdp } from "./fixed-size-subsampled.js";
import { shuffleGaussianRdp, shuffleGaussianRdpCurve } from "./shuffle-gaussian.js";
import {
  subsampledShuffleGaussianRdp,
  subsampledShuffleGaussianRdpCurve,
} from "./subsampled-shuffle-gaussian.js";

type Parameters = Record<string, number>;

const named = (name: string) => reference.cases.filter((each) => each.name === name);

describe("LT22 Theorem 1", () => {
  it.each(named("shuffleGaussianRdp"))("$params agrees with 60 digits to 1e-12", ({ params, value }) => {
    const { users, noiseMultiplier, order } = params as unknown as Parameters;
    const round = { users: users!, noiseMultiplier: noiseMultiplier! };
    const rdp = shuffleGaussianRdp({ ...round, order: order! });
    expect(Math.abs(rdp / Number(value) - 1)).toBeLessThan(1e-12);
    expect(shuffleGaussianRdpCurve(round).at(order!)).toBe(rdp);
  });

  it("of two users and order 2 is log(1 + (e^(1 / sigma^2) - 1) / 2)", () => {
    for (const noiseMultiplier of [0.3, 1.7, 20]) {
      const exact = Math.log1p(Math.expm1(noiseMultiplier ** -2) / 2);
      expect(shuffleGaussianRdp({ users: 2, noiseMultiplier, order: 2 }) / exact - 1).toBeCloseTo(0, 12);
    }
  });

  it("has convex log-moments at real orders, and falls in the users", () => {
    const sizes = fc.integer({ min: 1, max: 1000 });
    fc.assert(
      fc.property(sizes, fc.double({ min: 1.01, max: 30, noNaN: true }), (users, order) => {
        const { at } = shuffleGaussianRdpCurve({ users, noiseMultiplier: 1.3 });
        const logMoment = (a: number): number => (a - 1) * at(a);
        expect(logMoment(order + 0.3)).toBeLessThanOrEqual(
          ((logMoment(order) + logMoment(order + 0.6)) / 2) * (1 + 1e-12),
        );
        const more = shuffleGaussianRdp({ users: users + 1, noiseMultiplier: 1.3, order });
        expect(more).toBeLessThanOrEqual(at(order) * (1 + 1e-12));
      }),
      { numRuns: 50 },
    );
  });

  it("says nothing beyond its tables", () => {
    expect(shuffleGaussianRdpCurve({ users: 3, noiseMultiplier: 1 }).at(Infinity)).toBe(Infinity);
  });
});

describe("LT22 Theorem 2", () => {
  it.each(named("subsampledShuffleGaussianRdp.theorem2"))("$params", ({ params, value }) => {
    const { users, sampled, noiseMultiplier, order } = params as unknown as Parameters;
    const round = { users: users!, sampled: sampled!, noiseMultiplier: noiseMultiplier! };
    const rdp = subsampledShuffleGaussianRdp({ ...round, order: order! });
    expect(Math.abs(rdp / Number(value) - 1)).toBeLessThan(1e-9);
    expect(subsampledShuffleGaussianRdpCurve(round).at(order!)).toBe(rdp);
  });

  it("is the general sampling bound of Theorem 1", () => {
    for (const [users, sampled, noiseMultiplier] of [
      [50, 4, 2],
      [60_000, 700, 0.8],
    ] as const) {
      const { at } = shuffleGaussianRdpCurve({ users: sampled, noiseMultiplier });
      for (const order of [1.5, 2, 7.25, 20]) {
        const bound = fixedSizeSubsampledRdp({ samplingRate: sampled / users, order, curve: at });
        const rdp = subsampledShuffleGaussianRdp({ users, sampled, noiseMultiplier, order });
        expect(rdp / bound - 1).toBeCloseTo(0, 11);
      }
    }
  });
});

describe.each([
  [{ users: 0 }],
  [{ users: 2.5 }],
  [{ noiseMultiplier: 0 }],
  [{ noiseMultiplier: Number.NaN }],
  [{ order: 1 }],
  [{ order: Number.NaN }],
])("refuses %o", (wrong) => {
  it.each([
    () => shuffleGaussianRdp({ users: 9, noiseMultiplier: 1, order: 2, ...wrong }),
    () => subsampledShuffleGaussianRdp({ users: 9, sampled: 3, noiseMultiplier: 1, order: 2, ...wrong }),
  ])("%s", (call) => {
    expect(call).toThrow(expect.objectContaining({ code: "OUT_OF_RANGE" }));
  });
});

it("refuses more drawn users than there are", () => {
  expect(() => subsampledShuffleGaussianRdpCurve({ users: 9, sampled: 10, noiseMultiplier: 1 })).toThrow(
    /sampled must be at most users = 9, got 10/,
  );
});
