import { describe, expect, it } from "vitest";
import { chiSquareTails, FALSE_ALARM, twoSided } from "../../../test/statistical/exact-tails.js";
import { meanInterval } from "../../../test/statistical/mean-interval.js";
import { DpError } from "../../errors.js";
import { l1Randomizer } from "../../mechanisms/index.js";
import { secureSource } from "../../random/secure-source.js";
import { seededSource } from "../../random/seeded-source.js";
import { shuffleInPlace } from "../../random/shuffle-in-place.js";
import type { RandomizerName } from "../gradients/gradient-randomizer.js";
import { randomizedReports } from "./_internal/randomized-reports.js";
import { central } from "./central.js";
import { checkIn } from "./check-in.js";
import { cldp } from "./cldp.js";
import { nonprivate } from "./nonprivate.js";
import { randomAllocationProtocol } from "./random-allocation-protocol.js";
import type { ReportProtocol } from "./report-protocol.js";
import { subsampledShuffleProtocol } from "./subsampled-shuffle-protocol.js";

type Report = Int32Array | Float64Array | number;

const STD_DEV = 1.3;
const GAUSSIAN = { users: 500, clipBound: 0.7, reportStdDev: STD_DEV };
const CHECK_IN = checkIn({ ...GAUSSIAN, samplingRate: 0.2 });
const SUBSAMPLED = subsampledShuffleProtocol({ ...GAUSSIAN, sampled: 37 });
const CLIP = 0.05;
const cldpOf = (kind: RandomizerName) =>
  cldp({ users: 500, sampled: 40, randomizer: { kind, localEpsilon: 2, clipBound: CLIP } });

const GAUSSIANS = [
  ["check-in", CHECK_IN],
  ["subsampled shuffle", SUBSAMPLED],
] as const;

/** What a user's device sends, the shuffler permutes, and the analyzer adds up. */
function sent(
  reports: ReportProtocol<Report>,
  gradients: readonly ArrayLike<number>[],
  seed: number,
): Float64Array {
  const source = seededSource(seed);
  const wire = gradients.map((gradient) => reports.encode(reports.report(gradient, source)));
  shuffleInPlace(source, wire);
  return reports.aggregate(wire.map((bytes) => reports.decode(bytes)));
}

/** The two-sided p-value of noise whose entries have this standard deviation. */
function noisePValue(noise: Float64Array, stdDev: number): number {
  return twoSided(
    chiSquareTails(
      noise.reduce((sum, x) => sum + (x / stdDev) ** 2, 0),
      noise.length,
    ),
  );
}

const sumOf = (vectors: readonly ArrayLike<number>[]) =>
  Float64Array.from({ length: vectors[0]!.length }, (_, i) =>
    vectors.reduce((sum, vector) => sum + vector[i]!, 0),
  );

describe.each(GAUSSIANS)("Gaussian reports of %s", (_name, protocol) => {
  const dimension = 8000;
  const reports = protocol.reports(dimension);
  const participants = 16;
  const gradients = Array.from({ length: participants }, (_, user) =>
    Float64Array.from({ length: dimension }, (_, i) => (((i + user) % 7) - 3) / 1000),
  );
  const sum = sumOf(gradients);
  const noiseIn = (noisy: Float64Array) => noisy.map((entry, i) => entry - sum[i]!);

  // 8,000 entries, chi-square exactly but for the grid's 2^-24; false alarm 1e-6.
  it("sum up to what the simulation draws, in law; noise 8 % off in either is rejected", () => {
    for (const noise of [
      noiseIn(sent(reports, gradients, 21)),
      noiseIn(reports.simulate(sum, participants, seededSource(22))),
    ]) {
      const stdDev = Math.sqrt(participants) * STD_DEV;
      expect(noisePValue(noise, stdDev)).toBeGreaterThan(FALSE_ALARM);
      expect(noisePValue(noise, 1.08 * stdDev)).toBeLessThan(FALSE_ALARM);
      expect(noisePValue(noise, 0.92 * stdDev)).toBeLessThan(FALSE_ALARM);
      // Its mean is normal, and the cut to the grid does not show: 4.9 standard deviations, 1e-6.
      const mean = noise.reduce((total, entry) => total + entry, 0) / dimension;
      expect(Math.abs(mean)).toBeLessThan((4.9 * stdDev) / Math.sqrt(dimension));
    }
  });

  it("sum up to the very sum of the users' integers, whatever the order", () => {
    const source = seededSource(23);
    const made = gradients.map((gradient) => reports.report(gradient, source));
    const exact = Array.from({ length: dimension }, (_, i) =>
      made.reduce((total, report) => total + report[i]!, 0),
    );
    const step = STD_DEV * 2 ** -24;
    expect(reports.aggregate(made)).toEqual(Float64Array.from(exact, (steps) => steps * step));
    expect(reports.aggregate(made.toReversed().values())).toEqual(reports.aggregate(made));
  });

  it("clip as the simulation's gradients are clipped", () => {
    const long = new Float64Array(dimension).fill(5);
    const [clipped, none] = [long, new Float64Array(dimension)].map((gradient) =>
      reports.aggregate([reports.report(gradient, seededSource(24))]),
    );
    const length = Math.hypot(...clipped!.map((entry, i) => entry - none![i]!));
    expect(length).toBeLessThanOrEqual(protocol.clip.norm === "none" ? 0 : protocol.clip.bound);
    expect(length).toBeGreaterThan(0.7 * (1 - 2 ** -10));
  });

  it("release what the protocol releases: the mean of the simulated sum", () => {
    const released = protocol.releaseMean(sum, 37, seededSource(25));
    expect(released).toEqual(reports.simulate(sum, 37, seededSource(25)).map((entry) => entry / 37));
  });
});

describe.each(["priv-unit", "hemisphere"] as const)("reports of CLDP by %s", (kind) => {
  const dimension = 60;
  const reports = cldpOf(kind).reports(dimension) as ReportProtocol<Float64Array>;
  const gradient = Float64Array.from({ length: dimension }, (_, i) => ((i % 5) - 1) / 300);
  const dot = (vector: ArrayLike<number>) =>
    gradient.reduce((total, entry, i) => total + entry * vector[i]!, 0);
  const norm = Math.sqrt(dot(gradient));

  // The inner product of two directions, put into [0, 1]: no normal approximation.
  it("are unbiased for the clipped gradient; one a third longer is noticed", { tags: ["slow"] }, () => {
    const source = seededSource(31);
    const estimates = Array.from({ length: 12_000 }, () =>
      reports.aggregate([reports.decode(reports.encode(reports.report(gradient, source)))]),
    );
    const longest = Math.max(...estimates.map((estimate) => Math.hypot(...estimate))) * (1 + 1e-9);
    const share = (along: number) => (1 + along / longest) / 2;
    const { lower, upper } = meanInterval(
      Float64Array.from(estimates, (estimate) => share(dot(estimate) / norm)),
      FALSE_ALARM / 2,
    );
    expect(lower).toBeLessThan(share(norm));
    expect(upper).toBeGreaterThan(share(norm));
    expect(upper).toBeLessThan(share((4 / 3) * norm));
    expect(lower).toBeGreaterThan(share((2 / 3) * norm));
  });

  it("are what the engine adds up: the simulation draws nothing more", () => {
    const sum = sent(reports, [gradient, gradient], 32);
    expect(reports.simulate(sum, 2, seededSource(1))).toEqual(sum);
  });
});

describe("reports of CLDP by one sign", () => {
  it("sum up to the very count of signs, of the l-infinity randomizer", () => {
    const reports = cldpOf("linf").reports(4) as ReportProtocol<number>;
    const one = reports.aggregate([1])[0]!;
    expect([...reports.aggregate([1, 1, 0, 5, 2, 1, 7])]).toEqual([2 * one, -one, one, one]);
  });

  it("are a protocol's for any randomizer of vectors, e.g. the l1 ball's", () => {
    const reports = randomizedReports(
      l1Randomizer({ localEpsilon: 3, dimension: 4, bound: 1 }),
      0,
      () => new Float64Array(4),
    );
    const gradient = [0.5, -0.2, 0, 0.1];
    const count = 40_000;
    const sum = sent(reports as ReportProtocol<Report>, new Array(count).fill(gradient), 33);
    // Each entry of a report's estimate is ± (e^3 + 1)/(e^3 - 1): the mean is normal, 5.2 deviations, 2e-7
    // each.
    const deviation = (Math.exp(3) + 1) / (Math.exp(3) - 1) / Math.sqrt(count);
    for (const [i, entry] of sum.entries())
      expect(Math.abs(entry / count - gradient[i]!)).toBeLessThan(5.2 * deviation);
    expect(5.2 * deviation).toBeLessThan(0.1 / 3);
  });
});

describe.each<[string, ReportProtocol<Report>, number]>([
  ["check-in", CHECK_IN.reports(9), 36],
  ["subsampled shuffle", SUBSAMPLED.reports(9), 36],
  ["CLDP by priv-unit", cldpOf("priv-unit").reports(9), 72],
  ["CLDP by hemisphere", cldpOf("hemisphere").reports(9), 72],
  ["CLDP by linf", cldpOf("linf").reports(9), 1],
  ["CLDP by l1", cldpOf("l1").reports(9), 1],
])("bytes of %s", (_name, reports, size) => {
  const gradients = [0, 1e-12, 0.01, -0.3, 1e6].map((entry) => new Float64Array(9).fill(entry));

  it("have one length, whatever the gradient, and come back as the report", () => {
    for (const gradient of gradients) {
      const report = reports.report(gradient, secureSource());
      const bytes = reports.encode(report);
      expect(bytes).toHaveLength(size);
      expect(Math.ceil(reports.bitsPerReport / 8)).toBe(size);
      expect(reports.decode(bytes)).toEqual(report);
    }
    expect(reports.dimension).toBe(9);
  });

  it("are refused by a DpError where they are malformed, and give no NaN", () => {
    const source = seededSource(41);
    const words = new Uint32Array(1);
    const good = reports.encode(reports.report(gradients[2]!, source));
    for (let trial = 0; trial < 500; trial++) {
      source.fill(words);
      const cut = words[0]! % 3 === 0 ? words[0]! % (size + 3) : size;
      const bytes = new Uint8Array(cut);
      bytes.set(good.subarray(0, cut));
      for (let i = 0; i < cut && words[0]! % 5 !== 0; i++) {
        source.fill(words);
        bytes[i] = words[0]!;
      }
      try {
        expect(reports.aggregate([reports.decode(bytes)]).every(Number.isFinite)).toBe(true);
        expect(cut).toBe(size);
      } catch (error) {
        expect(error).toBeInstanceOf(DpError);
        expect((error as DpError).code).toMatch(/^(BAD_INPUT|OUT_OF_RANGE)$/);
      }
    }
  });

  it("are made of gradients of the dimension alone, and of finite ones", () => {
    expect(() => reports.report(new Float64Array(8), seededSource(1))).toThrow(/must have 9 entries, got 8/);
    const broken = new Float64Array(9).fill(NaN);
    expect(() => reports.report(broken, seededSource(1))).toThrow(
      expect.objectContaining({ code: "OUT_OF_RANGE" }),
    );
  });

  it("of nobody sum up to nothing", () => {
    expect([...reports.aggregate([])]).toEqual(new Array(9).fill(0));
  });
});

describe("protocols of a trusted server, and without privacy", () => {
  it("have no reports", () => {
    const options = { examples: 500, clipBound: 0.7, sumStdDev: STD_DEV };
    expect(central({ ...options, samplingRate: 0.2 }).reports).toBeUndefined();
    expect(randomAllocationProtocol({ ...options, roundsPerEpoch: 5 }).reports).toBeUndefined();
    expect(nonprivate({ examples: 500, batchSize: 4 }).reports).toBeUndefined();
  });
});

describe("reports with too little noise for 32 bits", () => {
  it("are refused, and simulated all the same", () => {
    const quiet = checkIn({ users: 9, samplingRate: 1, clipBound: 65, reportStdDev: 1 });
    expect(() => quiet.reports(3)).toThrow(/stdDev must be .*with less noise a report does not fit/);
    expect(quiet.releaseMean(new Float64Array(3), 2, seededSource(1)).every(Number.isFinite)).toBe(true);
  });
});

describe("a sum to which reports are added one by one", () => {
  const gradients = Array.from({ length: 9 }, (_, user) =>
    Float64Array.from({ length: 60 }, (_entry, i) => (((i + user) % 7) - 3) / 30),
  );
  const blocks = checkIn({ ...GAUSSIAN, samplingRate: 0.2, blocks: 4 });

  it.each<[string, ReportProtocol<Report>]>([
    ["check-in", CHECK_IN.reports(60)],
    ["check-in with blocks", blocks.reports(60)],
    ["linf", cldpOf("linf").reports(60)],
    ["l1", cldpOf("l1").reports(60)],
  ])("is the aggregate of %s, to the last bit, in whatever order", (_name, reports) => {
    const source = seededSource(31);
    const made = gradients.map((gradient) => reports.reportBlocks(gradient, source));
    const aggregate = reports.aggregateBlocks(
      Array.from({ length: reports.blocks }, (_, block) => made.map((each) => each[block]!)),
    );
    for (const order of [made, made.toReversed()]) {
      const sum = reports.openSum();
      for (const each of order) for (const [block, report] of each.entries()) sum.add(report, block);
      expect([...sum.value()]).toEqual([...aggregate]);
    }
  });

  it.each(["priv-unit", "hemisphere"] as const)("of %s does not depend on the order", (kind) => {
    const reports: ReportProtocol<Report> = cldpOf(kind).reports(60);
    const source = seededSource(32);
    const made = gradients.map((gradient) => reports.report(gradient, source));
    const sums = [made, made.toReversed(), [...made.slice(4), ...made.slice(0, 4)]].map((order) => {
      const sum = reports.openSum();
      for (const report of order) sum.add(report, 0);
      return [...sum.value()];
    });
    expect(sums[1]).toEqual(sums[0]);
    expect(sums[2]).toEqual(sums[0]);
    const longest = Math.hypot(...(made[0] as Float64Array));
    const aggregate = reports.aggregate(made);
    for (const [i, entry] of sums[0]!.entries())
      expect(Math.abs(entry - aggregate[i]!)).toBeLessThanOrEqual(made.length * longest * 2 ** -31 * 1.001);
  });

  it("takes no report of another kind, and no other block", () => {
    const sum = CHECK_IN.reports(60).openSum();
    expect(() => sum.add(new Int32Array(59), 0)).toThrow(DpError);
    expect(() => sum.add(new Int32Array(60).fill(2 ** 31 - 1), 0)).toThrow(DpError);
    expect(() => sum.add(new Int32Array(60), 1)).toThrow(DpError);
    expect([...sum.value()]).toEqual(Array.from({ length: 60 }, () => 0));
  });
});
