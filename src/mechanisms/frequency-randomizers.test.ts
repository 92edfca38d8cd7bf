import { describe, expect, it } from "vitest";
import vectors from "../../test/vectors/mechanisms/randomizers.json" with { type: "json" };
import type { SubsetResponseEvent } from "../privacy/index.js";
import { type RandomSource, seededSource } from "../random/index.js";
import { linearHashes } from "./_internal/linear-hashes.js";
import { truthCoin } from "./_internal/truth-coin.js";
import { hadamardResponse } from "./hadamard-response.js";
import { karyRandomizedResponse } from "./kary-randomized-response.js";
import { localHashing } from "./local-hashing.js";
import type { FrequencyRandomizer } from "./local-randomizer.js";
import { subsetSelection } from "./subset-selection.js";
import { unaryEncoding } from "./unary-encoding.js";

const source = seededSource(62);
const range = (count: number) => Array.from({ length: count }, (_, index) => index);
const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);

/** Every set of categories, or those of one size. */
function setsOf(categories: number, size?: number): Uint32Array[] {
  const all = range(2 ** categories).map((bits) =>
    Uint32Array.from(range(categories).filter((category) => (bits >>> category) & 1)),
  );
  return all.filter((set) => size === undefined || set.length === size);
}

// biome-ignore lint/suspicious/noExplicitAny: reports of every kind
type Report = any;
type Enumerable = FrequencyRandomizer<Report> & { probability(report: Report, value: number): number };

interface Case {
  readonly name: string;
  readonly categories: number;
  readonly create: (localEpsilon: number) => Enumerable;
  readonly reports: readonly unknown[];
}

const CASES: readonly Case[] = [
  ...[2, 3, 4, 9].map((categories) => ({
    name: `hadamardResponse, ${categories} categories`,
    categories,
    create: (localEpsilon: number) => hadamardResponse({ localEpsilon, categories }),
    reports: range(hadamardResponse({ localEpsilon: 1, categories }).reportCount),
  })),
  ...[
    [5, 2],
    [4, 3],
    [3, 5],
    [10, 3],
  ].map(([categories, hashRange]) => ({
    name: `localHashing, ${categories} categories to ${hashRange}`,
    categories: categories!,
    create: (localEpsilon: number) =>
      localHashing({ localEpsilon, categories: categories!, hashRange: hashRange! }),
    reports: range(
      localHashing({ localEpsilon: 1, categories: categories!, hashRange: hashRange! }).reportCount,
    ),
  })),
  ...[
    [2, 1],
    [6, 1],
    [6, 2],
    [7, 3],
    [5, 4],
  ].map(([categories, subsetSize]) => ({
    name: `subsetSelection, ${subsetSize} of ${categories} categories`,
    categories: categories!,
    create: (localEpsilon: number) =>
      subsetSelection({ localEpsilon, categories: categories!, subsetSize: subsetSize! }),
    reports: setsOf(categories!, subsetSize),
  })),
  ...[2, 5].map((categories) => ({
    name: `unaryEncoding, ${categories} categories`,
    categories,
    create: (localEpsilon: number) => unaryEncoding({ localEpsilon, categories }),
    reports: setsOf(categories),
  })),
  {
    name: "karyRandomizedResponse, 4 categories",
    categories: 4,
    create: (localEpsilon) => karyRandomizedResponse({ localEpsilon, categories: 4 }),
    reports: range(4),
  },
];

const EPSILON = 1.3;

describe.each(CASES)("$name", ({ categories, create, reports }) => {
  const randomizer = create(EPSILON);
  const chances = range(categories).map((value) =>
    reports.map((report) => randomizer.probability(report, value)),
  );
  const worstLogRatio = (of: Enumerable): number => {
    const ratios = reports.map((report) => {
      const all = range(categories).map((value) => of.probability(report, value));
      return Math.max(...all) / Math.min(...all);
    });
    return Math.log(Math.max(...ratios));
  };

  it("has a law that sums to 1 over all reports", () => {
    for (const each of chances) expect(sum(each)).toBeCloseTo(1, 13);
  });

  it("is ε-LDP over its whole law, reaches ε, and is not 0.95 ε-LDP", () => {
    expect(worstLogRatio(randomizer)).toBeCloseTo(EPSILON, 12);
    expect(worstLogRatio(randomizer)).toBeLessThanOrEqual(EPSILON + 1e-14);
    expect(worstLogRatio(create(1.05 * EPSILON))).toBeGreaterThan(1.04 * EPSILON);
  });

  it("supports the true category with p, each other one with q", () => {
    for (const value of range(categories)) {
      for (const category of range(categories)) {
        const supported = sum(
          reports.map((report, index) =>
            randomizer.supports(report, category) ? chances[value]![index]! : 0,
          ),
        );
        const { supportProbability, falseSupportProbability } = randomizer;
        expect(supported).toBeCloseTo(value === category ? supportProbability : falseSupportProbability, 12);
      }
    }
    const { supportProbability, falseSupportProbability, contrast } = randomizer;
    expect(contrast / (supportProbability - falseSupportProbability)).toBeCloseTo(1, 12);
  });

  it("decodes each report without bias, with the variance that it says", () => {
    const decoded = reports.map((report) => randomizer.decodeHistogram([report]));
    for (const value of range(categories)) {
      for (const category of range(categories)) {
        const mean = sum(decoded.map((counts, index) => counts[category]! * chances[value]![index]!));
        const square = sum(decoded.map((counts, index) => counts[category]! ** 2 * chances[value]![index]!));
        const holders = Number(value === category);
        expect(mean).toBeCloseTo(holders, 11);
        expect(randomizer.countVariance(1, holders) / (square - mean ** 2)).toBeCloseTo(1, 11);
      }
    }
    const both = 3 * randomizer.countVariance(1, 1) + 4 * randomizer.countVariance(1, 0);
    expect(randomizer.countVariance(7, 3)).toBeCloseTo(both, 10);
  });

  it("decodes many reports to the sum of their estimates", () => {
    const many = range(200).map((user) => randomizer.randomize(source, user % categories));
    const total = randomizer.decodeHistogram(many);
    for (const category of range(categories)) {
      const supporting = many.filter((report) => randomizer.supports(report, category)).length;
      const { falseSupportProbability, contrast } = randomizer;
      expect(total[category]).toBeCloseTo((supporting - 200 * falseSupportProbability) / contrast, 9);
    }
  });

  it("has two levels over one base law, on sets that meet as its event says", () => {
    const event = randomizer.describe();
    if (event.kind === "randomizedResponse") return;
    const { epsilon, mass, overlap } = event as SubsetResponseEvent;
    const growth = Math.exp(epsilon);
    const level = 1 / (1 + mass * (growth - 1));
    const has = (report: unknown, value: number) => randomizer.supports(report, value);
    const base = reports.map(
      (report, index) => chances[0]![index]! / (level * (has(report, 0) ? growth : 1)),
    );
    expect(sum(base)).toBeCloseTo(1, 12);
    for (const value of range(categories)) {
      reports.forEach((report, index) => {
        const density = level * (has(report, value) ? growth : 1);
        expect(chances[value]![index]! / (base[index]! * density)).toBeCloseTo(1, 11);
      });
      expect(sum(base.filter((_, index) => has(reports[index], value)))).toBeCloseTo(mass, 12);
      for (const other of range(value)) {
        const common = sum(
          base.filter((_, index) => has(reports[index], value) && has(reports[index], other)),
        );
        expect(common).toBeCloseTo(overlap!, 12);
      }
    }
  });

  it("survives the wire, all reports in the same number of bytes", () => {
    for (const report of reports) {
      const bytes = randomizer.encode(report);
      expect(bytes).toHaveLength(Math.ceil(randomizer.bitsPerReport / 8));
      expect(randomizer.decode(bytes)).toEqual(report);
    }
  });
});

describe("the coins behind them", () => {
  const ONE = 2n ** 128n;

  /** A source whose first bits are those of u / ONE, and then anything but zeros. */
  function bitsOf(u: bigint): RandomSource {
    const words = [96n, 64n, 32n, 0n].map((shift) => Number((u >> shift) & 0xffffffffn));
    let next = 0;
    return { ...source, fill: (target) => void target.fill(words[next++] ?? 1) };
  }

  function drawnTruth(coin: { draw(source: RandomSource): boolean }): bigint {
    const below = coin.draw(bitsOf(0n));
    let [low, high] = [0n, ONE];
    while (high - low > 1n) {
      const middle = (low + high) / 2n;
      if (coin.draw(bitsOf(middle)) === below) low = middle;
      else high = middle;
    }
    return below ? high : ONE - high;
  }

  function exact(decimal: string): [bigint, bigint] {
    const [whole, fraction = ""] = decimal.split(".");
    return [BigInt(whole! + fraction), 10n ** BigInt(fraction.length)];
  }

  it.each(vectors.odds)("have odds at or below e^$epsilon in exact arithmetic", ({ epsilon, value }) => {
    const [top, bottom] = exact(value);
    for (const [size, categories] of [
      [1, 2],
      [1, 3],
      [2, 3],
      [7, 1000],
      [999, 1000],
      [333_333, 2 ** 20],
    ] as const) {
      const truth = drawnTruth(truthCoin(epsilon, (categories - size) / size));
      const odds = truth * BigInt(categories - size) * bottom;
      const allowed = (ONE - truth) * top * BigInt(size);
      expect(odds <= allowed, `${size} of ${categories}`).toBe(true);
      expect(odds * (10n ** 14n + 1n) > allowed * 10n ** 14n, `${size} of ${categories}`).toBe(true);
    }
  });

  it.each(vectors.odds)(
    "unary: (1 - q)/q is at most e^$epsilon in exact arithmetic",
    ({ epsilon, value }) => {
      let [q, denominator] = [
        unaryEncoding({ localEpsilon: epsilon, categories: 2 }).falseSupportProbability,
        1n,
      ];
      for (; !Number.isInteger(q); q *= 2) denominator *= 2n;
      const [top, bottom] = exact(value);
      const odds = (denominator - BigInt(q)) * bottom;
      expect(odds <= top * BigInt(q)).toBe(true);
      expect(odds * (10n ** 14n + 1n) > top * BigInt(q) * 10n ** 14n).toBe(true);
    },
  );
});

describe("defaults have the least mean variance", () => {
  const meanVariance = (randomizer: FrequencyRandomizer<Uint32Array>, categories: number): number =>
    randomizer.countVariance(1, 1) + (categories - 1) * randomizer.countVariance(1, 0);

  it.each([
    [0.1, 2],
    [0.5, 3],
    [1, 10],
    [1, 100],
    [2.7, 37],
    [4, 30],
    [8, 30],
    [0.01, 51],
  ])("subsetSelection, ε %d, %d categories: the set's size", (localEpsilon, categories) => {
    const variances = range(categories - 1).map((index) =>
      meanVariance(subsetSelection({ localEpsilon, categories, subsetSize: index + 1 }), categories),
    );
    const { subsetSize } = subsetSelection({ localEpsilon, categories });
    expect(variances[subsetSize - 1]).toBe(Math.min(...variances));
  });

  it.each([
    [0.1, 2],
    [1, 3],
    [1.5, 5],
    [2, 7],
    [3, 23],
    [3.1, 23],
    [30, 65_521],
  ])("localHashing, ε %d: the hash's range is %d", (localEpsilon, best) => {
    const { hashRange } = localHashing({ localEpsilon, categories: 2 ** 20 });
    expect(hashRange).toBe(best);
    const varianceOf = (one: number) =>
      localHashing({ localEpsilon, categories: 2 ** 20, hashRange: one }).countVariance(1, 0);
    for (const other of [2, 3, 5, 7, 11, 13, 17, 19, 23, 29]) {
      expect(varianceOf(other)).toBeGreaterThanOrEqual(varianceOf(hashRange) * (1 - 1e-12));
    }
  });
});

describe("linear hashes", () => {
  it.each([
    [30, 2],
    [30, 3],
    [26, 5],
    [7, 11],
  ])(
    "%d categories to %d: each pair has the same hash under exactly one in g of them",
    (categories, hashRange) => {
      const { count, hash } = linearHashes(categories, hashRange);
      for (const one of range(categories)) {
        for (const other of range(one)) {
          const same = range(count).filter((number) => hash(number, one) === hash(number, other)).length;
          expect(same * hashRange).toBe(count);
        }
      }
    },
  );
});

describe("large ones", () => {
  it("randomize and decode", { tags: ["slow", "long"] }, () => {
    const categories = 2 ** 20;
    for (const randomizer of [
      hadamardResponse({ localEpsilon: 3, categories }),
      subsetSelection({ localEpsilon: 6, categories }),
      unaryEncoding({ localEpsilon: 6, categories }),
      localHashing({ localEpsilon: 2, categories, hashRange: 2 }),
    ] as Enumerable[]) {
      const report = randomizer.decode(randomizer.encode(randomizer.randomize(source, categories - 1)));
      const histogram = randomizer.decodeHistogram([report]);
      expect(histogram).toHaveLength(categories);
      for (const category of [0, 777, categories - 1]) {
        expect(histogram[category]! > 0).toBe(randomizer.supports(report, category));
      }
    }
  });
});
