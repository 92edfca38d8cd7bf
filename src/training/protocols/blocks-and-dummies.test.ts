import { describe, expect, it } from "vitest";
import { chiSquareTails, FALSE_ALARM, fitPValue, twoSided } from "../../../test/statistical/exact-tails.js";
import { gaussianRandomizer, privUnitRandomizer, rotateAndCut } from "../../mechanisms/index.js";
import { secureSource } from "../../random/secure-source.js";
import { seededSource } from "../../random/seeded-source.js";
import { dummySum } from "./_internal/dummy-sum.js";
import { checkIn } from "./check-in.js";
import { cldp } from "./cldp.js";
import { subsampledShuffleProtocol } from "./subsampled-shuffle-protocol.js";

const STD_DEV = 1.3;
const CLIP_BOUND = 0.7;
const GAUSSIAN = { users: 60, clipBound: CLIP_BOUND, reportStdDev: STD_DEV };
const [USERS, BLOCKS, DUMMIES] = [16, 4, 9];
const SHUFFLED = { blocks: BLOCKS, dummies: DUMMIES, rotationSeed: 5 };
const CHECK_IN = checkIn({ ...GAUSSIAN, samplingRate: 0.2, ...SHUFFLED });
const SUBSAMPLED = subsampledShuffleProtocol({ ...GAUSSIAN, sampled: USERS, ...SHUFFLED });

const COLUMNS = 10;
const MATRICES = checkIn({ ...GAUSSIAN, samplingRate: 0.2, ...SHUFFLED, rotationColumns: COLUMNS });

/** Not a multiple of the blocks, nor is a tenth of it: the last one is padded. */
const DIMENSION = 8010;
const GRADIENTS = Array.from({ length: USERS }, (_, user) =>
  Float64Array.from({ length: DIMENSION }, (_, i) => (((i + user) % 7) - 3) / 1000),
);
const SUM = GRADIENTS[0]!.map((_, i) => GRADIENTS.reduce((total, vector) => total + vector[i]!, 0));

/**
 * The two-sided p-value of independent noise whose entries have this standard deviation: chi-square but for
 * the grid's 2^-24.
 */
function pValue(noisy: Float64Array, stdDev: number, sum = SUM): number {
  const squares = noisy.reduce((total, entry, i) => total + ((entry - sum[i]!) / stdDev) ** 2, 0);
  return twoSided(chiSquareTails(squares, noisy.length));
}

/**
 * Whether the noise has this standard deviation, and neither 6 % more nor less, nor that of the users'
 * reports alone.
 */
function expectNoise(noisy: Float64Array, stdDev: number, sum = SUM): void {
  expect(pValue(noisy, stdDev, sum)).toBeGreaterThan(FALSE_ALARM);
  for (const wrong of [0.94, 1.06]) expect(pValue(noisy, wrong * stdDev, sum)).toBeLessThan(FALSE_ALARM);
}

describe.each([
  ["check-in", CHECK_IN, 1, 2003],
  ["check-in, of matrices", MATRICES, COLUMNS, 201 * 12],
  ["subsampled shuffle", SUBSAMPLED, 1, 2003],
])("blocks and dummies of %s", (_name, protocol, columns, blockLength) => {
  const reports = protocol.reports(DIMENSION);
  const all = Math.sqrt(USERS + DUMMIES) * STD_DEV;
  const source = seededSource(21);
  const made = GRADIENTS.map((gradient) => reports.reportBlocks(gradient, source));
  const lists = Array.from({ length: BLOCKS }, (_, block) => [
    ...made.map((of) => of[block]!),
    ...Array.from({ length: DUMMIES }, () => reports.dummy(source)),
  ]);

  it("sum up to what the simulation draws, in law", () => {
    expectNoise(reports.aggregateBlocks(lists), all);
    expectNoise(reports.simulate(SUM, USERS, seededSource(22)), all);
    expectNoise(
      protocol.releaseMean(SUM, USERS, seededSource(23)).map((x) => x * USERS),
      all,
    );
  });

  it("sum up to the very sum of integers, rotated back, whatever the order", () => {
    const { bound } = protocol.clip as { bound: number };
    const cut = { dimension: DIMENSION, columns, blocks: BLOCKS, clipBound: bound, seed: 5 };
    const rotated = rotateAndCut(cut);
    const { gridStep } = gaussianRandomizer({
      dimension: rotated.blockLength,
      bound: rotated.blockBound,
      stdDev: STD_DEV,
    });
    const sums = lists.map((list) =>
      Float64Array.from(
        { length: rotated.blockLength },
        (_, i) => list.reduce((total, report) => total + report[i]!, 0) * gridStep,
      ),
    );
    expect(reports.aggregateBlocks(lists)).toEqual(rotated.join(sums));
    expect(reports.aggregateBlocks(lists.map((list) => list.toReversed()))).toEqual(rotated.join(sums));
  });

  it("have bytes of one length, a dummy's too, and come back", () => {
    const long = new Float64Array(DIMENSION).fill(7);
    const messages = [...reports.reportBlocks(long, secureSource()), ...lists[0]!.slice(-2), made[0]![3]!];
    for (const message of messages) {
      const bytes = reports.encode(message);
      expect(bytes).toHaveLength(4 * blockLength);
      expect(8 * bytes.length).toBe(reports.bitsPerReport);
      expect(reports.decode(bytes)).toEqual(message);
    }
  });

  it("are clipped block by block, to C / √m", () => {
    const heavy = Float64Array.from({ length: DIMENSION }, (_, i) => (i % 5 === 0 ? 3 : 0));
    const none = new Float64Array(DIMENSION);
    const [seed, zeros] = [heavy, none].map((gradient) => reports.reportBlocks(gradient, seededSource(24)));
    for (const [block, report] of seed!.entries()) {
      const steps = report.map((entry, i) => entry - zeros![block]![i]!);
      const length = Math.sqrt(steps.reduce((sum, x) => sum + x * x, 0)) * STD_DEV * 2 ** -24;
      expect(length).toBeLessThanOrEqual(CLIP_BOUND / Math.sqrt(BLOCKS));
      expect(length).toBeGreaterThan((CLIP_BOUND / Math.sqrt(BLOCKS)) * (1 - 2 ** -10));
    }
  });

  it("need their own calls, one list for each block, and enough entries", () => {
    const code = (run: () => unknown) => {
      expect(run).toThrow(expect.objectContaining({ code: "NOT_APPLICABLE" }));
      expect(run).toThrow(/take (report|aggregate)Blocks/);
    };
    code(() => reports.report(GRADIENTS[0]!, source));
    code(() => reports.aggregate(lists[0]!));
    expect(() => reports.aggregateBlocks(lists.slice(1))).toThrow(/an array of 4 collections/);
    expect(() => protocol.reports(2 * columns)).toThrow(/blocks must be/);
  });
});

describe("absent users who send dummies", () => {
  const protocol = checkIn({ ...GAUSSIAN, samplingRate: 0.2, absentees: "dummy", dummies: DUMMIES });
  const stdDev = Math.sqrt(60 + DUMMIES) * STD_DEV;

  it("make noise of all users, and hide how many joined", () => {
    const mean = (joined: number) => protocol.releaseMean(SUM, joined, seededSource(31));
    expect(mean(3)).toEqual(mean(USERS));
    expect(mean(0)).toEqual(mean(USERS));
    expectNoise(
      mean(USERS).map((x) => x * 12),
      stdDev,
    );
  });

  it("count among those who report: the mean is over as many as join on average", () => {
    const reports = protocol.reports(DIMENSION);
    const noisy = reports.simulate(SUM, 60, seededSource(32));
    expectNoise(noisy, stdDev);
    expect(reports.mean(noisy, 60)).toEqual(noisy.map((x) => x / 12));
    expect(reports.mean(noisy, 30)).toEqual(noisy.map((x) => x / 6));
    expect(CHECK_IN.reports(DIMENSION).mean(noisy, 30)).toEqual(noisy.map((x) => x / 30));
  });
});

describe("blocks that users join each by itself", () => {
  const own = { ...SHUFFLED, joins: "per-block" } as const;
  const checkedIn = checkIn({ ...GAUSSIAN, samplingRate: 0.2, ...own, absentees: "dummy" });
  const sampled = subsampledShuffleProtocol({ ...GAUSSIAN, sampled: USERS, ...own });
  const ROUNDS = 4000;

  /** How often a user joins neither of two blocks, the one, the other, both. */
  function patterns(
    { sampleBlocks }: typeof checkedIn,
    user: number,
    [one, other]: readonly [number, number],
  ) {
    const counts = [0, 0, 0, 0];
    for (let round = 0; round < ROUNDS; round++) {
      const { users, joins } = sampleBlocks!(seededSource(33).fork(round));
      const row = users.indexOf(user) * BLOCKS;
      const has = (block: number): number => (row < 0 ? 0 : joins[row + block]!);
      counts[has(one) + 2 * has(other)]! += 1;
    }
    return counts;
  }

  it.each([
    ["check-in", checkedIn, 0.2],
    ["subsampled shuffle", sampled, USERS / 60],
  ] as const)("are joined independently, %s", { tags: ["slow"] }, (_name, protocol, rate) => {
    const law = [(1 - rate) ** 2, rate * (1 - rate), rate * (1 - rate), rate ** 2];
    for (const user of [0, 59]) {
      const counts = patterns(protocol, user, [0, 3]);
      expect(fitPValue(counts, law)).toBeGreaterThan(FALSE_ALARM);
      // One coin for both would show.
      expect(fitPValue([counts[0]! + counts[1]!, 1, 1, counts[2]! + counts[3]!], law)).toBeLessThan(
        FALSE_ALARM,
      );
    }
  });

  it("have the users who join any of them, and in the subsampled shuffle as many in each", () => {
    const { users, joins } = sampled.sampleBlocks!(seededSource(34));
    const row = (place: number) => [...joins.subarray(place * BLOCKS, (place + 1) * BLOCKS)];
    expect(joins).toHaveLength(users.length * BLOCKS);
    for (const place of users.keys()) expect(row(place)).toContain(1);
    for (let block = 0; block < BLOCKS; block++) {
      expect([...users.keys()].filter((place) => row(place)[block] === 1)).toHaveLength(USERS);
    }
    expect(sampled.sampleBatches(seededSource(34))).toEqual([users]);
  });

  it("have the noise and the mean of all who send, whoever joins", () => {
    const noisy = checkedIn.releaseMean(SUM, 51, seededSource(35));
    expect(noisy).toEqual(checkedIn.releaseMean(SUM, 12, seededSource(35)));
    expectNoise(
      noisy.map((x) => x * 12),
      Math.sqrt(60 + DUMMIES) * STD_DEV,
    );
    expectNoise(
      sampled.releaseMean(SUM, 40, seededSource(36)).map((x) => x * USERS),
      Math.sqrt(USERS + DUMMIES) * STD_DEV,
    );
  });

  it("are said by the event, where there are several", () => {
    expect(checkedIn.describeEvent()).toMatchObject({ blocks: 4, joins: "per-block", absentees: "dummy" });
    expect(sampled.describeEvent()).toMatchObject({ blocks: 4, joins: "per-block" });
    const single = checkIn({ ...GAUSSIAN, samplingRate: 0.2, joins: "per-block" });
    expect(single.describeEvent()).not.toHaveProperty("joins");
    expect(single.sampleBlocks).toBeUndefined();
  });

  it("need absent users who send dummies", () => {
    expect(() => checkIn({ ...GAUSSIAN, samplingRate: 0.2, ...own })).toThrow(
      /joins must be once where absent users are silent, got per-block; let them send dummies/,
    );
  });
});

describe("events", () => {
  const of = { kind: "gaussian", noiseToClip: STD_DEV / CLIP_BOUND };

  it("say what is not the default, and the noise in whole clip bounds", () => {
    const fields = { blocks: 4, dummies: 9 };
    expect(CHECK_IN.describeEvent()).toEqual({
      kind: "checkInShuffle",
      users: 60,
      checkInRate: 0.2,
      ...fields,
      of,
    });
    expect(SUBSAMPLED.describeEvent()).toEqual({
      kind: "subsampledShuffle",
      users: 60,
      sampled: 16,
      ...fields,
      of,
    });
    const absent = checkIn({ ...GAUSSIAN, samplingRate: 0.2, absentees: "dummy" });
    expect(absent.describeEvent()).toEqual({
      kind: "checkInShuffle",
      users: 60,
      checkInRate: 0.2,
      absentees: "dummy",
      of,
    });
    const randomizer = { kind: "priv-unit", localEpsilon: 2, clipBound: 0.05 } as const;
    const reports = cldp({ users: 60, sampled: 16, randomizer, dummies: 5, dummiesBy: "users" });
    expect(reports.describeEvent()).toMatchObject({ dummies: 5, dummiesBy: "users", sampled: 16 });
  });

  it("say nothing of defaults", () => {
    const said = {
      blocks: 1,
      joins: "once",
      dummies: 0,
      dummiesBy: "shuffler",
      absentees: "silent",
    } as const;
    const plain = checkIn({ ...GAUSSIAN, samplingRate: 0.2 });
    const spoken = checkIn({ ...GAUSSIAN, samplingRate: 0.2, ...said });
    expect(spoken.describeEvent()).toEqual(plain.describeEvent());
    expect(spoken.clip).toEqual(plain.clip);
  });

  it.each([
    [{ blocks: 3 }, /checkIn: blocks must be .*3 is no power of two; take 4/],
    [{ blocks: 0 }, /checkIn: blocks must be/],
    [{ dummies: 1.5 }, /checkIn: dummies must be/],
    [{ dummies: -1 }, /checkIn: dummies must be/],
    [{ dummiesBy: "nobody" as never }, /checkIn: dummiesBy must be/],
    [{ absentees: "loud" as never }, /checkIn: absentees must be/],
    [{ rotationSeed: -1 }, /checkIn: rotationSeed must be/],
    [{ joins: "twice" as never }, /checkIn: joins must be/],
  ])("refuse %o", (wrong, message) => {
    expect(() => checkIn({ ...GAUSSIAN, samplingRate: 0.2, ...wrong })).toThrow(message);
  });
});

describe("dummies among reports of CLDP", () => {
  const CLIP = 0.05;
  const of = (kind: "priv-unit" | "linf") =>
    cldp({ users: 60, sampled: 16, randomizer: { kind, localEpsilon: 2, clipBound: CLIP }, dummies: 7 });

  // Two unit vectors in three dimensions: the squared length of their sum is uniform on [0, 4]. Dvoretzky,
  // Kiefer, Wolfowitz and Massart: 20,000 draws are off by more than 0.0191 with probability 1e-6 at most.
  it("of a cap have the length of a sum of uniform directions, in law; another dimension is noticed", {
    tags: ["slow"],
  }, () => {
    const deviation = (dimension: number): number => {
      const randomizer = privUnitRandomizer({ localEpsilon: 2, dimension, bound: CLIP });
      const source = seededSource(41);
      const shares = Array.from({ length: 20_000 }, () => {
        const sum = dummySum(randomizer, 2, source);
        return sum.reduce((total, x) => total + (x / randomizer.reportLength) ** 2, 0) / 4;
      }).sort((a, b) => a - b);
      return shares.reduce((most, share, i) => Math.max(most, Math.abs(share - i / 20_000)), 0);
    };
    expect(deviation(3)).toBeLessThan(0.0191);
    expect(deviation(4)).toBeGreaterThan(0.0191);
  });

  // A sum of 7 uniform directions in 500 dimensions: its entries are the normals' at a length of 7 ± 0.2
  // squared.
  it("of a cap point in no direction, and grow with their number", () => {
    const reports = of("priv-unit").reports(500);
    const zeros = new Float64Array(500);
    const drawn = Array.from({ length: 40 }, (_, i) => reports.simulate(zeros, 16, seededSource(42 + i)));
    const { reportLength } = privUnitRandomizer({ localEpsilon: 2, dimension: 500, bound: CLIP });
    const all = Float64Array.from(drawn.flatMap((vector) => [...vector]));
    // 20,000 entries, less than a chi-square of as many varies by the lengths' own 2 · 7² / 500 each: 5.5
    // deviations are 6 %.
    const ratio = all.reduce((sum, x) => sum + x * x, 0) / (40 * 7 * reportLength ** 2);
    expect(Math.abs(ratio - 1)).toBeLessThan(0.06);
    const mean = all.reduce((sum, x) => sum + x, 0) / all.length;
    expect(Math.abs(mean)).toBeLessThan(5 * reportLength * Math.sqrt(7 / 500 / all.length));
  });

  it("of one sign are as many signs, and come on top of the users' sum", () => {
    const protocol = of("linf");
    const reports = protocol.reports(4);
    const one = (reports.aggregate as (of: number[]) => Float64Array)([1])[0]!;
    const sum = Float64Array.of(one, -one, 0, 5 * one);
    const noisy = reports.simulate(sum, 16, seededSource(43));
    const signs = noisy.map((entry, i) => (entry - sum[i]!) / one);
    for (const sign of signs) expect(sign).toBeCloseTo(Math.round(sign), 9);
    const count = signs.reduce((total, sign) => total + Math.abs(Math.round(sign)), 0);
    expect(count % 2).toBe(7 % 2);
    expect(count).toBeLessThanOrEqual(7);
    expect(protocol.releaseMean(sum, 16, seededSource(43))).toEqual(noisy.map((x) => x / 16));
  });
});
