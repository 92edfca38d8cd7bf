import { describe, expect, it } from "vitest";
import vectors from "../../test/vectors/mechanisms/randomizers.json" with { type: "json" };
import { type RandomSource, seededSource } from "../random/index.js";
import { hadamardSign, walshHadamardInPlace } from "./_internal/walsh-hadamard.js";
import { karyRandomizedResponse } from "./kary-randomized-response.js";
import { l1Randomizer } from "./l1-randomizer.js";
import { linfRandomizer } from "./linf-randomizer.js";
import type { DiscreteRandomizer, DiscreteVectorRandomizer } from "./local-randomizer.js";

const source = seededSource(61);
const refusal = (code: string) => expect.objectContaining({ code });
const range = (count: number) => Array.from({ length: count }, (_, index) => index);

/** The largest likelihood ratio over all reports and pairs of values. */
function worstRatio<Value>(randomizer: DiscreteRandomizer<Value>, values: Value[]): number {
  let worst = 0;
  for (const report of range(randomizer.reportCount)) {
    const chances = values.map((value) => randomizer.probability(report, value));
    worst = Math.max(worst, Math.max(...chances) / Math.min(...chances));
  }
  return worst;
}

/** Numerator and denominator of a decimal string or a double, exactly. */
function exact(number: string | number): [bigint, bigint] {
  if (typeof number === "string") {
    const [whole, fraction = ""] = number.split(".");
    return [BigInt(whole! + fraction), 10n ** BigInt(fraction.length)];
  }
  let scaled = number;
  let denominator = 1n;
  for (; !Number.isInteger(scaled); scaled *= 2) denominator *= 2n;
  return [BigInt(scaled), denominator];
}

/** Whether (1 - flip) / flip <= odds, in exact arithmetic. */
function oddsHold(flip: number, odds: string): boolean {
  const [a, b] = exact(flip);
  const [c, d] = exact(odds);
  return (b - a) * d <= a * c;
}

const ONE = 2n ** 128n;

/** A source whose first bits are those of u / ONE, and then anything but zeros. */
function bitsOf(u: bigint): RandomSource {
  const words = [96n, 64n, 32n, 0n].map((shift) => Number((u >> shift) & 0xffffffffn));
  let next = 0;
  return { ...source, fill: (target) => void target.fill(words[next++] ?? 1) };
}

/**
 * The chance of the truth times ONE, as the sampler has it: found by bisection, exact as long as it is an
 * integer.
 */
function sampledTruth(response: DiscreteRandomizer<number>): bigint {
  const truthAt = (u: bigint) => response.randomize(bitsOf(u), 0) === 0;
  const below = truthAt(0n);
  let low = 0n;
  let high = ONE;
  while (high - low > 1n) {
    const middle = (low + high) / 2n;
    if (truthAt(middle) === below) low = middle;
    else high = middle;
  }
  return below ? high : ONE - high;
}

describe("karyRandomizedResponse", () => {
  const four = karyRandomizedResponse({ localEpsilon: 1.3, categories: 4 });

  it("tells the truth with e^ε / (e^ε + k - 1), and every other category equally often", () => {
    const truth = Math.exp(1.3) / (Math.exp(1.3) + 3);
    expect(four.probability(2, 2)).toBeCloseTo(truth, 14);
    expect(four.probability(1, 2)).toBeCloseTo((1 - truth) / 3, 14);
    expect(range(4).reduce((sum, report) => sum + four.probability(report, 2), 0)).toBeCloseTo(1, 14);
  });

  it.each(vectors.odds)(
    "samples the truth with odds at or below e^$epsilon in exact arithmetic, and misses by rounding only",
    ({ epsilon, value }) => {
      const [top, bottom] = exact(value);
      for (const categories of [2, 3, 5, 17, 2 ** 20 + 1, 2 ** 31, 2 ** 32 - 1, 2 ** 32]) {
        const response = karyRandomizedResponse({ localEpsilon: epsilon, categories });
        const truth = sampledTruth(response);
        // truth over (1 - truth) / others, against e^ε = top / bottom
        const odds = truth * BigInt(categories - 1) * bottom;
        const allowed = (ONE - truth) * top;
        expect(odds <= allowed, `${categories} categories`).toBe(true);
        expect(odds * (10n ** 14n + 1n) > allowed * 10n ** 14n, `${categories} categories`).toBe(true);
        expect(response.probability(0, 0)).toBe(Number(truth) / Number(ONE));
        const spread = response.probability(0, 1);
        expect((spread * (categories - 1)) / (Number(ONE - truth) / Number(ONE))).toBeCloseTo(1, 14);
      }
    },
  );

  it("is ε-LDP over its whole law and not 1.05 ε narrower", () => {
    expect(Math.log(worstRatio(four, range(4)))).toBeCloseTo(1.3, 12);
    expect(
      worstRatio(karyRandomizedResponse({ localEpsilon: 1.05 * 1.3, categories: 4 }), range(4)),
    ).toBeGreaterThan(Math.exp(1.36));
  });

  it("decodes without bias: the expected histogram of any cohort decodes to the cohort", () => {
    const cohort = [500, 300, 0, 200];
    // decodeHistogram is affine in the counts: its value at the expected counts is its expectation.
    const decodedOne = range(4).map((report) => four.decodeHistogram([report]));
    const expected = range(4).map((category) =>
      cohort.reduce(
        (sum, holders, value) =>
          sum +
          holders *
            range(4).reduce(
              (inner, report) => inner + four.probability(report, value) * decodedOne[report]![category]!,
              0,
            ),
        0,
      ),
    );
    expected.forEach((count, category) => {
      expect(count).toBeCloseTo(cohort[category]!, 9);
    });
  });

  it("says its variance: that of a sum of coins, over the contrast squared", () => {
    const [truth, other] = [four.probability(0, 0), four.probability(1, 0)];
    const counted = 300 * truth * (1 - truth) + 700 * other * (1 - other);
    expect(four.countVariance(1000, 300)).toBeCloseTo(counted / (truth - other) ** 2, 8);
  });

  it("decodes sums to the number of reports", () => {
    const histogram = four.decodeHistogram([0, 0, 3, 1, 0, 2, 2]);
    expect(histogram.reduce((sum, count) => sum + count, 0)).toBeCloseTo(7, 12);
  });

  it("says its event, its size and its reports", () => {
    expect(four.describe()).toEqual({ kind: "randomizedResponse", epsilon: 1.3, categories: 4 });
    expect(karyRandomizedResponse({ localEpsilon: 1, categories: 2 }).bitsPerReport).toBe(1);
    expect(karyRandomizedResponse({ localEpsilon: 1, categories: 5 }).bitsPerReport).toBe(3);
  });

  it("refuses what it documents", () => {
    for (const epsilon of [0, -1, 31, Number.NaN]) {
      expect(() => karyRandomizedResponse({ localEpsilon: epsilon, categories: 2 })).toThrow(
        refusal("OUT_OF_RANGE"),
      );
    }
    expect(() => karyRandomizedResponse({ localEpsilon: 1, categories: 1 })).toThrow(refusal("OUT_OF_RANGE"));
    expect(() => four.randomize(source, 4)).toThrow(refusal("OUT_OF_RANGE"));
    expect(() => four.decodeHistogram([0, 1, -1])).toThrow(refusal("OUT_OF_RANGE"));
    expect(() => four.decodeHistogram([])).toThrow(refusal("BAD_INPUT"));
    const many = karyRandomizedResponse({ localEpsilon: 1, categories: 2 ** 32 });
    expect(() => many.decodeHistogram([1])).toThrow(refusal("OUT_OF_RANGE"));
    expect(() => many.decodeHistogram([1])).toThrow(
      /categories of a histogram must be an integer <= 67108864, got 4294967296/,
    );
    expect(() => four.countVariance(3, 4)).toThrow(refusal("OUT_OF_RANGE"));
  });
});

describe("walshHadamardInPlace", () => {
  it("multiplies by the matrix that hadamardSign spells out", () => {
    const ones = (number: number) => number.toString(2).replaceAll("0", "").length;
    for (const row of range(64)) {
      for (const column of range(64))
        expect(hadamardSign(row, column)).toBe(ones(row & column) % 2 === 0 ? 1 : -1);
    }
    const vector = Float64Array.from({ length: 64 }, (_, index) => Math.sin(3 * index) * index);
    const slow = range(64).map((row) =>
      vector.reduce((sum, entry, column) => sum + hadamardSign(row, column) * entry, 0),
    );
    walshHadamardInPlace(vector);
    range(64).forEach((row) => {
      expect(vector[row]).toBeCloseTo(slow[row]!, 10);
    });
  });
});

const EPSILON = 1.5;
const BOUND = 0.37;
const KINDS: [
  string,
  (options: { localEpsilon: number; dimension: number; bound: number }) => DiscreteVectorRandomizer,
  number[][],
][] = [
  [
    "linfRandomizer",
    linfRandomizer,
    [
      [0, 0, 0],
      [0.37, -0.37, 0.37],
      [-0.37, -0.37, 0.37],
      [0.1, -0.2, 0.37],
      [0.01, 0.3, -0.05],
    ],
  ],
  [
    "l1Randomizer",
    l1Randomizer,
    [
      [0, 0, 0],
      [0.37, 0, 0],
      [0, -0.37, 0],
      [0.1, -0.2, 0.07],
      [0.01, 0.02, -0.05],
      [-0.37, 0, 0],
    ],
  ],
];

describe.each(KINDS)("%s", (_name, create, values) => {
  const randomizer = create({ localEpsilon: EPSILON, dimension: 3, bound: BOUND });
  const { reportCount } = randomizer;
  const estimates = range(reportCount).map((report) => randomizer.decodeMean([report]));
  const gain = (Math.exp(EPSILON) + 1) / (Math.exp(EPSILON) - 1);

  it("has a law that sums to 1, is unbiased, and has the variance it says, at every value", () => {
    for (const value of values) {
      const chances = range(reportCount).map((report) => randomizer.probability(report, value));
      expect(chances.reduce((sum, chance) => sum + chance, 0)).toBeCloseTo(1, 13);
      for (const index of range(3)) {
        const mean = chances.reduce((sum, chance, report) => sum + chance * estimates[report]![index]!, 0);
        expect(mean).toBeCloseTo(value[index]!, 12);
      }
      const variance = chances.reduce(
        (sum, chance, report) =>
          sum + chance * estimates[report]!.reduce((d2, entry, i) => d2 + (entry - value[i]!) ** 2, 0),
        0,
      );
      expect(randomizer.variance(value) / variance).toBeCloseTo(1, 12);
    }
  });

  it("has GDD21's variance constant as its worst, at 0", () => {
    const constant = create === linfRandomizer ? BOUND ** 2 * 3 ** 2 * gain ** 2 : BOUND ** 2 * 3 * gain ** 2;
    expect(randomizer.worstVariance / constant).toBeCloseTo(1, 12);
    expect(randomizer.variance([0, 0, 0])).toBe(randomizer.worstVariance);
    for (const value of values)
      expect(randomizer.variance(value)).toBeLessThanOrEqual(randomizer.worstVariance);
  });

  it("is ε-LDP over its whole law, and reaches ε; with 1.05 ε it is not", () => {
    expect(worstRatio(randomizer, values)).toBeLessThanOrEqual(Math.exp(EPSILON) * (1 + 1e-14));
    expect(Math.log(worstRatio(randomizer, values))).toBeCloseTo(EPSILON, 12);
    const looser = create({ localEpsilon: 1.05 * EPSILON, dimension: 3, bound: BOUND });
    expect(worstRatio(looser, values)).toBeGreaterThan(Math.exp(EPSILON) * 1.05);
  });

  it.each(vectors.odds)("keeps its odds at or below e^$epsilon in exact arithmetic", ({ epsilon, value }) => {
    const one = create({ localEpsilon: epsilon, dimension: 1, bound: 1 });
    expect(oddsHold(one.probability(0, [1]), value)).toBe(true);
    expect(oddsHold(one.probability(0, [1]) * (1 - 1e-14), value)).toBe(false);
  });

  it("scales values outside onto the ball", () => {
    for (const value of values.slice(1)) {
      const norm =
        create === linfRandomizer
          ? Math.max(...value.map(Math.abs))
          : value.reduce((sum, x) => sum + Math.abs(x), 0);
      const onBall = value.map((entry) => (entry * BOUND) / norm);
      const outside = value.map((entry) => (entry * 7 * BOUND) / norm);
      for (const report of range(reportCount)) {
        expect(randomizer.probability(report, outside)).toBeCloseTo(
          randomizer.probability(report, onBall),
          14,
        );
      }
      expect(randomizer.variance(outside)).toBeCloseTo(randomizer.variance(onBall), 12);
    }
  });

  it("says its event and its size", () => {
    expect(randomizer.describe()).toEqual({ kind: "subsetResponse", epsilon: EPSILON, mass: 0.5 });
    expect(create({ localEpsilon: 2, dimension: 13_706, bound: 1 }).bitsPerReport).toBe(15);
    expect(create({ localEpsilon: 2, dimension: 16_384, bound: 1 }).bitsPerReport).toBe(15);
    expect(create({ localEpsilon: 2, dimension: 1, bound: 1 }).bitsPerReport).toBe(1);
  });

  it("averages many reports to the mean of their estimates", () => {
    const reports = [0, 5, 5, 3, 2];
    const mean = randomizer.decodeMean(reports);
    range(3).forEach((index) => {
      expect(mean[index]).toBeCloseTo(
        reports.reduce((sum, report) => sum + estimates[report]![index]! / 5, 0),
        12,
      );
    });
  });

  it("refuses what it documents", () => {
    for (const bad of [
      { localEpsilon: 0 },
      { localEpsilon: 31 },
      { dimension: 0 },
      { dimension: 1.5 },
      { bound: 0 },
      { bound: Number.NaN },
    ]) {
      expect(() => create({ localEpsilon: 1, dimension: 3, bound: 1, ...bad })).toThrow(
        refusal("OUT_OF_RANGE"),
      );
    }
    expect(() => randomizer.randomize(source, [1, 2])).toThrow(refusal("BAD_INPUT"));
    expect(() => randomizer.randomize(source, [1, Number.NaN, 2])).toThrow(refusal("OUT_OF_RANGE"));
    expect(() => randomizer.randomize(source, [1, 1e200, 2])).toThrow(refusal("OUT_OF_RANGE"));
    expect(() => randomizer.decodeMean([reportCount])).toThrow(refusal("OUT_OF_RANGE"));
    expect(() => randomizer.decodeMean([])).toThrow(refusal("BAD_INPUT"));
  });
});
