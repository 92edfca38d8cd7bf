import { describe, expect, it } from "vitest";
import { seededSource } from "../../random/seeded-source.js";
import { CHUNK } from "../gradients/_internal/gradient-task.js";
import { central } from "./central.js";
import { checkIn } from "./check-in.js";
import { cldp } from "./cldp.js";
import { nonprivate } from "./nonprivate.js";
import type { Protocol } from "./protocol.js";
import { randomAllocationProtocol } from "./random-allocation-protocol.js";
import { subsampledShuffleProtocol } from "./subsampled-shuffle-protocol.js";

const CLIP_BOUND = 0.7;
const STD_DEV = 1.3;
const CHECK_IN = checkIn({ users: 500, samplingRate: 0.2, clipBound: CLIP_BOUND, reportStdDev: STD_DEV });
const RANDOMIZER = { kind: "priv-unit", localEpsilon: 2, clipBound: 0.005 } as const;
const SUBSAMPLED = subsampledShuffleProtocol({
  users: 500,
  sampled: 37,
  clipBound: CLIP_BOUND,
  reportStdDev: STD_DEV,
});
const ALLOCATION = randomAllocationProtocol({
  examples: 500,
  roundsPerEpoch: 5,
  clipBound: CLIP_BOUND,
  sumStdDev: STD_DEV,
});
const CENTRAL = central({ examples: 500, samplingRate: 0.2, clipBound: CLIP_BOUND, sumStdDev: STD_DEV });

/**
 * Whether the mean's noise has this standard deviation, by the normal limit of sum (x / stdDev)^2, chi-square
 * with 200,000 degrees of freedom (skewness 0.006). False alarm: 5.5 standard deviations on either side,
 * 4e-8.
 */
function noiseFits(protocol: Protocol, participants: number, stdDev: number): boolean {
  const count = 200_000;
  const sum = new Float64Array(count).fill(3.25);
  const mean = protocol.releaseMean(sum, participants, seededSource(11));
  const expected = 3.25 / divisorOf(protocol, participants);
  const chiSquare = mean.reduce((total, entry) => total + ((entry - expected) / stdDev) ** 2, 0);
  return Math.abs(chiSquare - count) < 5.5 * Math.sqrt(2 * count);
}

function divisorOf(protocol: Protocol, participants: number): number {
  return protocol === CENTRAL || protocol === ALLOCATION ? protocol.expectedBatch : participants;
}

describe("noise", () => {
  it.each([
    ["check-in: one report", CHECK_IN, 1, STD_DEV],
    ["check-in: 37 reports", CHECK_IN, 37, STD_DEV / Math.sqrt(37)],
    ["subsampled shuffle: 37 reports", SUBSAMPLED, 37, STD_DEV / Math.sqrt(37)],
    ["random allocation: 83 of 100 examples", ALLOCATION, 83, STD_DEV / 100],
    ["random allocation: an empty batch", ALLOCATION, 0, STD_DEV / 100],
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

  it.each([CHECK_IN, SUBSAMPLED, CENTRAL, ALLOCATION])(
    "is on every entry, and another on each: %#",
    (protocol) => {
      for (const entries of [1, 2, 3, 7, 1025, 4097]) {
        const mean = protocol.releaseMean(new Float64Array(entries), 37, seededSource(entries));
        expect(mean).toHaveLength(entries);
        expect(new Set(mean.map(Math.abs)).add(0).size).toBe(entries + 1);
      }
    },
  );

  it("is the sum of the reports' own noises, in law", () => {
    const participants = 16;
    const entries = 20_000;
    const source = seededSource(12);
    const total = new Float64Array(entries);
    for (let report = 0; report < participants; report += 1) {
      const one = CHECK_IN.releaseMean(new Float64Array(entries), 1, source);
      for (let i = 0; i < entries; i += 1) total[i] += one[i];
    }
    const sumVariance = total.reduce((sum, entry) => sum + entry ** 2, 0) / entries;
    // chi-square with 20,000 degrees of freedom; 5.5 standard deviations: false alarm 4e-8
    expect(Math.abs(sumVariance / (participants * STD_DEV ** 2) - 1)).toBeLessThan(
      5.5 * Math.sqrt(2 / entries),
    );
  });

  it("is absent from an empty check-in round and from plain SGD", () => {
    const empty = CHECK_IN.releaseMean(new Float64Array([0, 0]), 0, seededSource(1));
    expect([...empty]).toEqual([0, 0]);
    const plain = nonprivate({ examples: 500, batchSize: 4 });
    expect([...plain.releaseMean(new Float64Array([4, -8]), 4, seededSource(1))]).toEqual([1, -2]);
  });
});

describe("clip", () => {
  it.each([CHECK_IN, SUBSAMPLED, CENTRAL, ALLOCATION])(
    "leaves room for the rounding of sums: %#",
    ({ clip }) => {
      const { norm, bound } = clip as { norm: string; bound: number };
      expect(norm).toBe("l2");
      const room = 1 - bound / CLIP_BOUND;
      // Two chunks of f32 additions, and the f64 additions of 10^5 chunks on either side.
      const rounding = 2 * ((CHUNK * (CHUNK + 1)) / 2) * 2 ** -24 + 2 * CHUNK * (1e10 / 2) * 2 ** -53;
      expect(room).toBeGreaterThan(rounding);
      expect(room).toBeLessThan(0.001);
    },
  );

  it("needs it: 64 f32 additions alone part neighbours by more than the sensitivity", () => {
    const add = (values: number[]) => values.reduce((sum, value) => Math.fround(sum + value), 0);
    let worst = 0;
    for (let i = 0; i < 4000; i++) {
      const value = Math.fround(1 - i * 2 ** -14 * Math.SQRT1_2);
      const shared = new Array<number>(63).fill(value);
      worst = Math.max(worst, (add([value, ...shared]) - add([-value, ...shared])) / (2 * value));
    }
    expect(worst - 1).toBeGreaterThan(1e-6);
    expect(worst - 1).toBeLessThan(1.25e-4);
  });
});

describe("event", () => {
  it("states the noise in clip bounds, whatever the adjacency", () => {
    const of = { kind: "gaussian", noiseToClip: STD_DEV / CLIP_BOUND };
    expect(CHECK_IN.describeEvent()).toEqual({
      kind: "checkInShuffle",
      users: 500,
      checkInRate: 0.2,
      of,
    });
    expect(SUBSAMPLED.describeEvent()).toEqual({
      kind: "subsampledShuffle",
      users: 500,
      sampled: 37,
      of,
    });
    expect(CENTRAL.describeEvent()).toEqual({ kind: "poissonSample", rate: 0.2, of });
    expect(ALLOCATION.describeEvent()).toEqual({ kind: "randomAllocation", steps: 5, of });
    expect(nonprivate({ examples: 500, batchSize: 4 }).describeEvent()).toBeUndefined();
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
    expect(protocol.describeEvent()).toEqual(event);
    for (const [kind, mass] of [
      ["priv-unit", 0.2158],
      ["hemisphere", 0.5],
      ["linf", 0.5],
      ["l1", 0.5],
    ] as const) {
      const known = cldp({ users: 500, sampled: 40, randomizer: { ...RANDOMIZER, kind }, dimension: 13_706 });
      const of = { kind: "subsetResponse", epsilon: 2, mass: expect.closeTo(mass, 4) };
      expect(known.describeEvent()).toEqual({ ...event, of });
      expect(known.formerEvents).toEqual([event]);
    }
  });

  it("averages the reports of a set of fixed size, and adds nothing", () => {
    const batch = protocol.sampleBatches(seededSource(3))[0]!;
    expect(new Set(batch).size).toBe(40);
    expect(protocol.expectedBatch).toBe(40);
    expect([...protocol.releaseMean(new Float64Array([40, -8]), 40, seededSource(1))]).toEqual([1, -0.2]);
  });

  it("clips in the randomizer's norm", () => {
    expect(protocol.clip).toEqual({ norm: "l2", bound: 0.005 });
    const linf = cldp({ users: 9, sampled: 2, randomizer: { ...RANDOMIZER, kind: "linf" } });
    expect(linf.clip).toEqual({ norm: "linf", bound: 0.005 });
    const l1 = cldp({ users: 9, sampled: 2, randomizer: { ...RANDOMIZER, kind: "l1" } });
    expect(l1.clip).toEqual({ norm: "l1", bound: 0.005 });
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
      (_, round) => protocol.sampleBatches(seededSource(9).fork(round))[0]!.length,
    );
    const mean = sizes.reduce((sum, size) => sum + size, 0) / rounds;
    const variance = sizes.reduce((sum, size) => sum + (size - mean) ** 2, 0) / (rounds - 1);
    // binomial(500, 0.2) a round: mean 100, variance 80; 5.5 standard deviations: false alarm 4e-8 each
    expect(Math.abs(mean - 100)).toBeLessThan(5.5 * Math.sqrt(80 / rounds));
    expect(Math.abs(variance / 80 - 1)).toBeLessThan(5.5 * Math.sqrt(2 / rounds));
  });

  it.each([
    ["the subsampled shuffle", SUBSAMPLED],
    ["CLDP", cldp({ users: 500, sampled: 37, randomizer: RANDOMIZER })],
  ])("of %s are sets of fixed size, everybody equally often", (_name, protocol) => {
    const rounds = 4000;
    const counts = new Array<number>(500).fill(0);
    for (let round = 0; round < rounds; round++) {
      const batch = protocol.sampleBatches(seededSource(8).fork(round))[0]!;
      expect(new Set(batch).size).toBe(37);
      for (const user of batch) counts[user]!++;
    }
    const rate = 37 / 500;
    const variance = rounds * rate * (1 - rate);
    const chiSquare = counts.reduce((total, count) => total + (count - rounds * rate) ** 2, 0) / variance;
    // Within a round users exclude each other a little: 499 degrees of freedom, scaled by 500 / 499. 5.5 of
    // its standard deviations and the skewness of 0.13: false alarm below 1e-6.
    expect(Math.abs(chiSquare - 500)).toBeLessThan(5.5 * Math.sqrt(2 * 500));
  });

  it("of a random allocation split the examples, each into a uniform batch by itself", {
    tags: ["slow"],
  }, () => {
    const epochs = 400;
    const examples = 500;
    const steps = 5;
    let together = 0;
    const counts = Array.from({ length: steps }, () => 0);
    for (let epoch = 0; epoch < epochs; epoch++) {
      const batches = ALLOCATION.sampleBatches(seededSource(10).fork(epoch));
      expect(batches.flatMap((batch) => [...batch]).sort((a, b) => a - b)).toEqual(
        Array.from({ length: examples }, (_, i) => i),
      );
      for (const [step, batch] of batches.entries()) {
        counts[step]! += batch.length;
        together += (batch.length * (batch.length - 1)) / 2;
      }
    }
    // Binomial(200,000, 1/5) in each step, 5.5 standard deviations: false alarm 4e-8 each.
    const balls = epochs * examples;
    for (const count of counts) {
      expect(Math.abs(count - balls / 5)).toBeLessThan(5.5 * Math.sqrt((balls * 4) / 25));
    }
    // Pairs share a batch with probability 1/5, pairwise independent. Their number is 100 chi-square with
    // 1,600 degrees of freedom, shifted: 5.5 standard deviations and the skewness of 0.07 make a false alarm
    // below 1e-6. Batches of fixed size (a permutation cut in five) would be 28 standard deviations away.
    const pairs = (epochs * examples * (examples - 1)) / 2;
    const deviation = Math.sqrt((pairs * 4) / 25);
    expect(Math.abs(together - pairs / 5)).toBeLessThan(5.5 * deviation);
    expect(Math.abs((pairs * 99) / 499 - pairs / 5)).toBeGreaterThan(28 * deviation);
  });

  it("of plain SGD have a fixed size and no example twice", () => {
    const batch = nonprivate({ examples: 50, batchSize: 20 }).sampleBatches(seededSource(3))[0]!;
    expect(new Set(batch).size).toBe(20);
    expect(Math.max(...batch)).toBeLessThan(50);
  });
});

describe("options", () => {
  it.each([
    ["users", () => checkIn({ users: 0, samplingRate: 0.2, clipBound: 1, reportStdDev: 1 })],
    ["samplingRate", () => checkIn({ users: 9, samplingRate: 0, clipBound: 1, reportStdDev: 1 })],
    ["clipBound", () => checkIn({ users: 9, samplingRate: 0.2, clipBound: NaN, reportStdDev: 1 })],
    ["reportStdDev", () => checkIn({ users: 9, samplingRate: 0.2, clipBound: 1, reportStdDev: 0 })],
    ["examples", () => central({ examples: 1.5, samplingRate: 0.2, clipBound: 1, sumStdDev: 1 })],
    ["samplingRate", () => central({ examples: 9, samplingRate: 2, clipBound: 1, sumStdDev: 1 })],
    ["clipBound", () => central({ examples: 9, samplingRate: 0.2, clipBound: Infinity, sumStdDev: 1 })],
    ["sumStdDev", () => central({ examples: 9, samplingRate: 0.2, clipBound: 1, sumStdDev: -1 })],
    ["users", () => cldp({ users: 0.5, sampled: 1, randomizer: RANDOMIZER })],
    ["users", () => subsampledShuffleProtocol({ users: 0, sampled: 1, clipBound: 1, reportStdDev: 1 })],
    ["sampled", () => subsampledShuffleProtocol({ users: 9, sampled: 10, clipBound: 1, reportStdDev: 1 })],
    ["clipBound", () => subsampledShuffleProtocol({ users: 9, sampled: 2, clipBound: 0, reportStdDev: 1 })],
    [
      "reportStdDev",
      () => subsampledShuffleProtocol({ users: 9, sampled: 2, clipBound: 1, reportStdDev: NaN }),
    ],
    [
      "examples",
      () => randomAllocationProtocol({ examples: 0, roundsPerEpoch: 1, clipBound: 1, sumStdDev: 1 }),
    ],
    [
      "roundsPerEpoch",
      () => randomAllocationProtocol({ examples: 9, roundsPerEpoch: 10, clipBound: 1, sumStdDev: 1 }),
    ],
    [
      "clipBound",
      () => randomAllocationProtocol({ examples: 9, roundsPerEpoch: 2, clipBound: -1, sumStdDev: 1 }),
    ],
    [
      "sumStdDev",
      () => randomAllocationProtocol({ examples: 9, roundsPerEpoch: 2, clipBound: 1, sumStdDev: 0 }),
    ],
    ["sampled", () => cldp({ users: 9, sampled: 10, randomizer: RANDOMIZER })],
    [
      "randomizer.localEpsilon",
      () => cldp({ users: 9, sampled: 1, randomizer: { ...RANDOMIZER, localEpsilon: NaN } }),
    ],
    [
      "randomizer.clipBound",
      () => cldp({ users: 9, sampled: 1, randomizer: { ...RANDOMIZER, clipBound: 0 } }),
    ],
    ["examples", () => nonprivate({ examples: -1, batchSize: 1 })],
    ["batchSize", () => nonprivate({ examples: 9, batchSize: 10 })],
  ])("refuse a bad %s", (parameter, make) => {
    expect(make).toThrow(expect.objectContaining({ code: "OUT_OF_RANGE" }));
    expect(make).toThrow(`${parameter} must be`);
  });
});
