import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { binomialTails, FALSE_ALARM } from "../../test/statistical/exact-tails.js";
import { seededSource } from "../random/index.js";
import { type BinRandomizer, binRandomizer } from "./bin-randomizer.js";
import { encodeReports } from "./encode-reports.js";
import { equalWidthEdges } from "./equal-width-edges.js";
import type { QuantileEstimate } from "./estimate.js";
import { estimateHistogram } from "./estimate-histogram.js";
import { estimateQuantiles } from "./estimate-quantiles.js";

const refusal = (code: string, text: RegExp) =>
  expect.objectContaining({ code, message: expect.stringMatching(text) });
const ages = binRandomizer({ localEpsilon: 3, edges: [18, 30, 50, 100] });

describe("binRandomizer", () => {
  it.each([
    [-1e300, 0],
    [18, 0],
    [29.999, 0],
    [30, 1],
    [49, 1],
    [50, 2],
    [100, 2],
    [1e300, 2],
  ])("puts %d into bin %d", (value, bin) => {
    expect(ages.indexOf(value)).toBe(bin);
  });

  it("has the law of randomized response over the bins", () => {
    expect(ages.describe()).toEqual({ kind: "randomizedResponse", epsilon: 3, categories: 3 });
    expect(ages.probability(1, 49) / ages.probability(1, 51)).toBeCloseTo(Math.exp(3), 9);
  });

  it.each<[() => unknown, string, RegExp]>([
    [() => binRandomizer(undefined as never), "BAD_INPUT", /binRandomizer: options must be an object/],
    [() => binRandomizer({ localEpsilon: 1 } as never), "BAD_INPUT", /edges must be an array/],
    [() => binRandomizer({ localEpsilon: 1, edges: [0, 1] }), "BAD_INPUT", /at least three.*\[0,1\]/],
    [
      () => binRandomizer({ localEpsilon: 1, edges: [0, 1, 1] }),
      "OUT_OF_RANGE",
      /edges\[2\] must be .*got 1/,
    ],
    [() => binRandomizer({ localEpsilon: 1, edges: [Number.NaN, 1, 2] }), "OUT_OF_RANGE", /edges\[0\]/],
    [() => binRandomizer({ localEpsilon: 0, edges: [0, 1, 2] }), "OUT_OF_RANGE", /localEpsilon/],
    [() => ages.indexOf(Number.NaN), "OUT_OF_RANGE", /binRandomizer: value must be .*got NaN/],
    [() => equalWidthEdges({ lower: 1, upper: 1, bins: 2 }), "OUT_OF_RANGE", /upper/],
    [() => equalWidthEdges({ lower: 1, upper: 2, bins: 1 }), "OUT_OF_RANGE", /bins/],
    [() => equalWidthEdges({ lower: 1, upper: 1 + 2e-16, bins: 4 }), "OUT_OF_RANGE", /edges\[/],
  ])("refuses %s", (call, code, text) => {
    expect(call).toThrow(refusal(code, text));
  });

  it("has edges of equal width, the ends as given", () => {
    fc.assert(
      fc.property(
        fc.double({ min: -1e5, max: 1e5, noNaN: true }),
        fc.double({ min: 1e-3, max: 1e9, noNaN: true }),
        fc.integer({ min: 2, max: 40 }),
        (lower, width, bins) => {
          const upper = lower + width;
          const edges = equalWidthEdges({ lower, upper, bins });
          expect([edges.length, edges[0], edges.at(-1)]).toEqual([bins + 1, lower, upper]);
          edges.slice(1).forEach((edge, bin) => {
            const off = (edge - edges[bin]!) / ((upper - lower) / bins) - 1;
            expect(Math.abs(off)).toBeLessThan(1e-3);
          });
        },
      ),
    );
  });
});

it("estimateHistogram counts the users of each bin, as frequencies are counted", () => {
  const values = Array.from({ length: 30_000 }, (_, user) => [20, 35, 35, 60, 70, 35][user % 6]!);
  const { bins, users } = estimateHistogram(encodeReports(values, ages, seededSource(51)), ages);
  expect(users).toBe(30_000);
  bins.forEach(({ estimate, standardError }, bin) => {
    // Six deviations: one seed in 100 million fails (normal law), and this one is fixed.
    expect(Math.abs(estimate - [5000, 15_000, 10_000][bin]!)).toBeLessThan(6 * standardError);
  });
  expect(bins.map(({ from, to }) => [from, to])).toEqual([
    [18, 30],
    [30, 50],
    [50, 100],
  ]);
});

/** All ways to spread users over bins. */
function spreads(users: number, bins: number): number[][] {
  if (bins === 1) return [[users]];
  return Array.from({ length: users + 1 }, (_, first) => first).flatMap((first) =>
    spreads(users - first, bins - 1).map((rest) => [first, ...rest]),
  );
}

/** The law of the reports' counts, one user at a time. */
function lawOfCounts(randomizer: BinRandomizer, holders: readonly number[]): Map<string, number> {
  let law = new Map([[holders.map(() => 0).join(), 1]]);
  const values = holders.flatMap((count, bin) => Array<number>(count).fill(randomizer.bins[bin]!.from));
  for (const value of values) {
    const next = new Map<string, number>();
    for (const [counts, chance] of law) {
      holders.forEach((_, report) => {
        const key = counts
          .split(",")
          .map((count, bin) => Number(count) + Number(bin === report))
          .join();
        next.set(key, (next.get(key) ?? 0) + chance * randomizer.probability(report, value));
      });
    }
    law = next;
  }
  return law;
}

/** The first bin up to which at least a share τ of the users lies. */
function quantileBin(holders: readonly number[], probability: number): number {
  const users = holders.reduce((sum, count) => sum + count, 0);
  let below = 0;
  return holders.findIndex((count) => {
    below += count;
    return below >= probability * users;
  });
}

/**
 * The least chance, over all data, that the interval made with `claimed` holds the quantile's bin: every
 * count of reports, exactly.
 */
function worstCoverage(truth: BinRandomizer, claimed: BinRandomizer, confidence: number): number {
  const [users, bins, probability] = [11, truth.bins.length, 0.4];
  const intervals = new Map(
    spreads(users, bins).map((counts) => {
      const reports = counts.flatMap((count, bin) => Array<number>(count).fill(bin));
      const options = { probabilities: [probability], confidence };
      return [counts.join(), estimateQuantiles(reports, claimed, options).quantiles[0]!];
    }),
  );
  const coverages = spreads(users, bins).map((holders) => {
    const { from, to } = truth.bins[quantileBin(holders, probability)]!;
    return [...lawOfCounts(truth, holders)].reduce((sum, [counts, chance]) => {
      const { lower, upper } = intervals.get(counts)!;
      return lower <= from && to <= upper ? sum + chance : sum;
    }, 0);
  });
  return Math.min(...coverages);
}

describe("estimateQuantiles", () => {
  const edges = [0, 1, 2, 5];

  it("covers every cohort of eleven users, exactly counted; another law of the reports does not", {
    tags: ["slow"],
  }, () => {
    const truth = binRandomizer({ localEpsilon: 2, edges });
    const claimed = binRandomizer({ localEpsilon: 4, edges });
    expect(worstCoverage(truth, truth, 0.8)).toBeGreaterThanOrEqual(0.8 - 1e-12);
    expect(worstCoverage(truth, truth, 0.95)).toBeGreaterThanOrEqual(0.95 - 1e-12);
    expect(worstCoverage(truth, claimed, 0.95)).toBeLessThan(0.8);
  });

  const incomes = binRandomizer({
    localEpsilon: 2,
    edges: equalWidthEdges({ lower: 0, upper: 80, bins: 16 }),
  });
  const values = Array.from({ length: 400 }, (_, user) => 90 * ((user * 0.618) % 1) ** 2);
  const sorted = values.map((value) => Math.min(80, value)).sort((one, other) => one - other);
  const probabilities = [0.25, 0.5, 0.9];
  const truths = probabilities.map((probability) => sorted[Math.ceil(probability * 400) - 1]!);
  const bolder = binRandomizer({
    localEpsilon: 4,
    edges: equalWidthEdges({ lower: 0, upper: 80, bins: 16 }),
  });
  const trials = Array.from({ length: 300 }, (_, trial) => {
    const reports = encodeReports(values, incomes, seededSource(52).fork(trial));
    const options = { probabilities, confidence: 0.8 };
    return {
      each: estimateQuantiles(reports, incomes, options).quantiles,
      all: estimateQuantiles(reports, incomes, { ...options, simultaneous: true }).quantiles,
      wrong: estimateQuantiles(reports, bolder, options).quantiles,
    };
  });
  const tooFew = (count: number): number => binomialTails(count, trials.length, 0.8).lower;

  it("holds each quantile, and all together if asked to, as often as it says; with the law of ε₀ = 4 it does not (seed 52, false alarm 1e-6)", () => {
    const holds = (quantiles: readonly QuantileEstimate[], place: number): boolean =>
      quantiles[place]!.lower <= truths[place]! && truths[place]! <= quantiles[place]!.upper;
    for (const place of [0, 1, 2]) {
      expect(tooFew(trials.filter(({ each }) => holds(each, place)).length)).toBeGreaterThan(FALSE_ALARM);
    }
    expect(tooFew(trials.filter(({ wrong }) => holds(wrong, 1)).length)).toBeLessThan(FALSE_ALARM);
    const together = trials.filter(({ all }) => all.every((_, place) => holds(all, place)));
    expect(tooFew(together.length)).toBeGreaterThan(FALSE_ALARM);
  });

  it("estimates within the interval, ascending in the probability", () => {
    for (const { each } of trials) {
      for (const { lower, estimate, upper } of each) {
        expect(lower).toBeLessThanOrEqual(estimate);
        expect(estimate).toBeLessThanOrEqual(upper);
        expect(lower).toBeLessThan(upper);
      }
      expect(each[0]!.estimate).toBeLessThanOrEqual(each[1]!.estimate);
    }
  });

  it("finds the quantiles of many users", () => {
    const many = Array.from({ length: 50_000 }, (_, user) => 80 * ((user * 0.618) % 1));
    const reports = encodeReports(many, incomes, seededSource(53));
    for (const { probability, estimate, lower, upper } of estimateQuantiles(reports, incomes, {
      probabilities,
    }).quantiles) {
      expect(Math.abs(estimate - 80 * probability)).toBeLessThan(3);
      expect(upper - lower).toBeLessThanOrEqual(15);
    }
  });

  it("keeps both sides of an edge where τ n is an integer but for rounding", () => {
    const certain = binRandomizer({ localEpsilon: 30, edges: [0, 1, 2] });
    const reports = Array.from({ length: 100 }, (_, user) => Number(user >= 7));
    expect(0.07 * 100).toBeGreaterThan(7);
    const { quantiles } = estimateQuantiles(reports, certain, { probabilities: [0.07] });
    expect(quantiles[0]).toMatchObject({ lower: 0, upper: 2 });
  });

  it.each<[unknown, string, RegExp]>([
    [{}, "BAD_INPUT", /probabilities must be an array/],
    [{ probabilities: [0] }, "OUT_OF_RANGE", /probabilities\[0\] must be .*\(0, 1\).*got 0/],
    [{ probabilities: [0.5, Number.NaN] }, "OUT_OF_RANGE", /probabilities\[1\]/],
    [{ probabilities: [0.5], confidence: 1 }, "OUT_OF_RANGE", /confidence/],
    [null, "BAD_INPUT", /options must be an object/],
  ])("refuses %j", (options, code, text) => {
    expect(() => estimateQuantiles([0], ages, options as never)).toThrow(refusal(code, text));
  });

  it("and estimateHistogram refuse reports that are none", () => {
    for (const call of [
      (reports: number[]) => estimateQuantiles(reports, ages, { probabilities: [0.5] }),
      (reports: number[]) => estimateHistogram(reports, ages),
    ]) {
      expect(() => call([])).toThrow(refusal("BAD_INPUT", /reports must be at least one report, got none/));
      expect(() => call([3])).toThrow(refusal("OUT_OF_RANGE", /reports\[0\] must be .*got 3/));
    }
  });
});
