import { describe, expect, it } from "vitest";
import { seededSource } from "../../random/seeded-source.js";
import { central } from "./central.js";
import { checkIn } from "./check-in.js";
import { cldp } from "./cldp.js";
import { nonprivate } from "./nonprivate.js";
import type { Protocol } from "./protocol.js";

const CLIP_BOUND = 0.7;
const STD_DEV = 1.3;
const CHECK_IN = checkIn({ users: 500, checkInRate: 0.2, clipBound: CLIP_BOUND, reportStdDev: STD_DEV });
const RANDOMIZER = { kind: "priv-unit", epsilon: 2, bound: 0.005 } as const;
const CENTRAL = central({ examples: 500, rate: 0.2, clipBound: CLIP_BOUND, sumStdDev: STD_DEV });

/**
 * Whether the mean's noise has this standard deviation, by the normal limit of sum (x / stdDev)^2, chi-square with
 * 200,000 degrees of freedom (skewness 0.006). False alarm: 5.5 standard deviations on either side, 4e-8.
 */
function noiseFits(protocol: Protocol, participants: number, stdDev: number): boolean {
  const count = 200_000;
  const sum = new Float32Array(count).fill(3.25);
  const mean = protocol.releaseMean(sum, participants, seededSource(11));
  const expected = 3.25 / divisorOf(protocol, participants);
  const chiSquare = mean.reduce((total, entry) => total + ((entry - expected) / stdDev) ** 2, 0);
  return Math.abs(chiSquare - count) < 5.5 * Math.sqrt(2 * count);
}

function divisorOf(protocol: Protocol, participants: number): number {
  return protocol === CENTRAL ? protocol.expectedBatch : participants;
}

describe("noise", () => {
  it.each([
    ["check-in: one report", CHECK_IN, 1, STD_DEV],
    ["check-in: 37 reports", CHECK_IN, 37, STD_DEV / Math.sqrt(37)],
    ["central: 37 examples", CENTRAL, 37, STD_DEV / 100],
    ["central: an empty batch", CENTRAL, 0, STD_DEV / 100],
  ])(
    "has the right standard deviation in %s, and 3 percent off is noticed",
    (_name, protocol, participants, stdDev) => {
      expect(noiseFits(protocol, participants, stdDev)).toBe(true);
      expect(noiseFits(protocol, participants, stdDev * 1.03)).toBe(false);
      expect(noiseFits(protocol, participants, stdDev * 0.97)).toBe(false);
    },
  );

  it("is the sum of the reports' own noises, in law", () => {
    const participants = 16;
    const entries = 20_000;
    const source = seededSource(12);
    const total = new Float64Array(entries);
    for (let report = 0; report < participants; report += 1) {
      const one = CHECK_IN.releaseMean(new Float32Array(entries), 1, source);
      for (let i = 0; i < entries; i += 1) total[i] += one[i];
    }
    const sumVariance = total.reduce((sum, entry) => sum + entry ** 2, 0) / entries;
    // chi-square with 20,000 degrees of freedom; 5.5 standard deviations: false alarm 4e-8
    expect(Math.abs(sumVariance / (participants * STD_DEV ** 2) - 1)).toBeLessThan(
      5.5 * Math.sqrt(2 / entries),
    );
  });

  it("is absent from an empty check-in round and from plain SGD", () => {
    const empty = CHECK_IN.releaseMean(new Float32Array([0, 0]), 0, seededSource(1));
    expect([...empty]).toEqual([0, 0]);
    const plain = nonprivate({ examples: 500, batchSize: 4 });
    expect([...plain.releaseMean(new Float32Array([4, -8]), 4, seededSource(1))]).toEqual([1, -2]);
  });
});

describe("event", () => {
  it.each([
    ["replace-one", STD_DEV / (2 * CLIP_BOUND)],
    ["zero-out", STD_DEV / CLIP_BOUND],
    ["add-or-remove", STD_DEV / CLIP_BOUND],
  ] as const)("has the noise multiplier of %s", (adjacency, noiseMultiplier) => {
    const of = { kind: "gaussian", noiseMultiplier };
    expect(CHECK_IN.describeRound(adjacency)).toEqual({
      kind: "checkInShuffle",
      users: 500,
      checkInRate: 0.2,
      of,
    });
    expect(CENTRAL.describeRound(adjacency)).toEqual({ kind: "poissonSample", rate: 0.2, of });
    expect(nonprivate({ examples: 500, batchSize: 4 }).describeRound(adjacency)).toBeUndefined();
  });
});

describe("CLDP", () => {
  const protocol = cldp({ users: 500, sampled: 40, randomizer: RANDOMIZER });

  it("spends a shuffle of sampled local reports, under any adjacency", () => {
    const event = {
      kind: "subsampledShuffle",
      users: 500,
      sampled: 40,
      of: { kind: "local", epsilon: 2 },
    };
    for (const adjacency of ["replace-one", "zero-out", "add-or-remove"] as const) {
      expect(protocol.describeRound(adjacency)).toEqual(event);
    }
  });

  it("averages the reports of a set of fixed size, and adds nothing", () => {
    const batch = protocol.sampleRound(seededSource(3));
    expect(new Set(batch).size).toBe(40);
    expect(protocol.expectedBatch).toBe(40);
    expect([...protocol.releaseMean(new Float32Array([40, -8]), 40, seededSource(1))]).toEqual([1, -0.2]);
  });

  it("clips in the randomizer's norm", () => {
    expect(protocol.clip).toEqual({ norm: "l2", bound: 0.005 });
    const linf = cldp({ users: 9, sampled: 2, randomizer: { ...RANDOMIZER, kind: "linf" } });
    expect(linf.clip).toEqual({ norm: "linf", bound: 0.005 });
  });
});

describe("batches", () => {
  it.each([
    ["check-in", CHECK_IN],
    ["central", CENTRAL],
  ])("of %s take every example at its rate, by itself", (_name, protocol) => {
    const rounds = 400;
    const sizes = Array.from(
      { length: rounds },
      (_, round) => protocol.sampleRound(seededSource(9).fork(round)).length,
    );
    const mean = sizes.reduce((sum, size) => sum + size, 0) / rounds;
    const variance = sizes.reduce((sum, size) => sum + (size - mean) ** 2, 0) / (rounds - 1);
    // binomial(500, 0.2) a round: mean 100, variance 80; 5.5 standard deviations: false alarm 4e-8 each
    expect(Math.abs(mean - 100)).toBeLessThan(5.5 * Math.sqrt(80 / rounds));
    expect(Math.abs(variance / 80 - 1)).toBeLessThan(5.5 * Math.sqrt(2 / rounds));
  });

  it("of plain SGD have a fixed size and no example twice", () => {
    const batch = nonprivate({ examples: 50, batchSize: 20 }).sampleRound(seededSource(3));
    expect(new Set(batch).size).toBe(20);
    expect(Math.max(...batch)).toBeLessThan(50);
  });
});

describe("options", () => {
  it.each([
    ["users", () => checkIn({ users: 0, checkInRate: 0.2, clipBound: 1, reportStdDev: 1 })],
    ["checkInRate", () => checkIn({ users: 9, checkInRate: 0, clipBound: 1, reportStdDev: 1 })],
    ["clipBound", () => checkIn({ users: 9, checkInRate: 0.2, clipBound: NaN, reportStdDev: 1 })],
    ["reportStdDev", () => checkIn({ users: 9, checkInRate: 0.2, clipBound: 1, reportStdDev: 0 })],
    ["examples", () => central({ examples: 1.5, rate: 0.2, clipBound: 1, sumStdDev: 1 })],
    ["rate", () => central({ examples: 9, rate: 2, clipBound: 1, sumStdDev: 1 })],
    ["clipBound", () => central({ examples: 9, rate: 0.2, clipBound: Infinity, sumStdDev: 1 })],
    ["sumStdDev", () => central({ examples: 9, rate: 0.2, clipBound: 1, sumStdDev: -1 })],
    ["users", () => cldp({ users: 0.5, sampled: 1, randomizer: RANDOMIZER })],
    ["sampled", () => cldp({ users: 9, sampled: 10, randomizer: RANDOMIZER })],
    ["randomizer.epsilon", () => cldp({ users: 9, sampled: 1, randomizer: { ...RANDOMIZER, epsilon: NaN } })],
    ["randomizer.bound", () => cldp({ users: 9, sampled: 1, randomizer: { ...RANDOMIZER, bound: 0 } })],
    ["examples", () => nonprivate({ examples: -1, batchSize: 1 })],
    ["batchSize", () => nonprivate({ examples: 9, batchSize: 10 })],
  ])("refuse a bad %s", (parameter, make) => {
    expect(make).toThrow(expect.objectContaining({ code: "OUT_OF_RANGE" }));
    expect(make).toThrow(`${parameter} must be`);
  });
});
