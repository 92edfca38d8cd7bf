import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { binomialTails, FALSE_ALARM, twoSided } from "../../test/statistical/exact-tails.js";
import { karyRandomizedResponse } from "../mechanisms/index.js";
import { sampleInteger, seededSource } from "../random/index.js";
import { coinSumTails } from "./_internal/coin-sum-tails.js";
import { categoryRandomizer } from "./category-randomizer.js";
import { type CollectFrequenciesOptions, collectFrequencies } from "./collect-frequencies.js";
import { type CollectMeanOptions, collectMean } from "./collect-mean.js";
import { estimateColumns } from "./columns/estimate-columns.js";
import { planColumns } from "./columns/plan-columns.js";
import { encodeReports } from "./encode-reports.js";
import { estimateFrequencies } from "./estimate-frequencies.js";
import { estimateMean } from "./estimate-mean.js";
import { numberRandomizer } from "./number-randomizer.js";

const refusal = (code: string, text: RegExp) =>
  expect.objectContaining({ code, message: expect.stringMatching(text) });
const base = { adjacency: "replace-one", delta: 1e-6, localEpsilon: 1.3 } as const;
const pets = (...counts: number[]): string[] =>
  counts.flatMap((count, pet) => Array<string>(count).fill(["ant", "bee", "cat", "dog"][pet]!));
/** Nothing applies where the number of reports is secret: many collections need no time for accounting. */
const UNACCOUNTED = { adjacency: "add-or-remove" } as const;
const CATEGORIES = ["ant", "bee", "cat", "dog"];

describe("collectFrequencies", () => {
  const options: CollectFrequenciesOptions = {
    ...base,
    values: pets(50_000, 20_000, 10_000, 0),
    categories: CATEGORIES,
    source: seededSource(171),
  };
  const report = collectFrequencies(options);

  it("names what was reported, and its status", () => {
    expect(report.event).toEqual({
      kind: "shuffle",
      users: 80_000,
      of: { kind: "randomizedResponse", epsilon: 1.3, categories: 4 },
    });
    expect(report.guarantees[0]).toMatchObject({ side: "upper", status: "proven", delta: 1e-6 });
    expect(report).toMatchObject({
      seeded: true,
      categoriesDisclosed: false,
      users: 80_000,
      confidence: 0.95,
    });
    expect(report.reports).toHaveLength(80_000);
  });

  it("reports follow the exact law of the holders; 10 % more local epsilon is rejected (seed 171, false alarm 1e-6)", () => {
    const ants = report.reports.filter((each) => each === 0).length;
    const pValue = (epsilon: number): number => {
      const claimed = karyRandomizedResponse({ localEpsilon: epsilon, categories: 4 });
      const [truth, spread] = [claimed.probability(0, 0), claimed.probability(0, 1)];
      const { atMost, atLeast } = coinSumTails(
        ants,
        { trials: 50_000, probability: truth, complement: 1 - truth },
        { trials: 30_000, probability: spread, complement: 1 - spread },
      );
      return twoSided({ lower: atMost, upper: atLeast });
    };
    expect(pValue(1.3)).toBeGreaterThan(FALSE_ALARM);
    expect(pValue(1.3 * 1.1)).toBeLessThan(FALSE_ALARM);
  });

  it("estimates sum to the users, with the errors of the exact law", () => {
    const total = report.frequencies.reduce((sum, { estimate }) => sum + estimate, 0);
    expect(total).toBeCloseTo(80_000, 6);
    const { standardError } = report.frequencies[0]!;
    const exact = karyRandomizedResponse({ localEpsilon: 1.3, categories: 4 }).countVariance(80_000, 50_000);
    expect(standardError / Math.sqrt(exact)).toBeCloseTo(1, 2);
  });

  /** How often all the intervals hold, or the first one does, in 400 collections. */
  function hits(simultaneous: boolean, all: boolean): number {
    const truth = [30, 20, 10, 0];
    const values = pets(...truth);
    return Array.from({ length: 400 }, (_, trial) => {
      const source = seededSource(172).fork(trial);
      const { frequencies } = collectFrequencies({
        ...options,
        ...UNACCOUNTED,
        values,
        source,
        simultaneous,
        confidence: 0.8,
      });
      const held = frequencies.map(({ lower, upper }, pet) => lower <= truth[pet]! && truth[pet]! <= upper);
      return all ? held.every(Boolean) : held[0]!;
    }).filter(Boolean).length;
  }

  it("intervals hold as often as they say, all together only when asked to (seed 172, false alarm 1e-6)", {
    tags: ["slow", "long"],
  }, () => {
    const tooFew = (count: number): number => binomialTails(count, 400, 0.8).lower;
    expect(tooFew(hits(false, false))).toBeGreaterThan(FALSE_ALARM);
    expect(tooFew(hits(true, true))).toBeGreaterThan(FALSE_ALARM);
    expect(tooFew(hits(false, true))).toBeLessThan(FALSE_ALARM);
  });

  it("says that categories taken from the values are disclosed, in their own order", () => {
    const found = collectFrequencies({ ...base, values: ["b", "a", "b"] });
    expect(found).toMatchObject({ categoriesDisclosed: true, seeded: false });
    expect(found.frequencies.map(({ category }) => category)).toEqual(["a", "b"]);
  });

  it("always gives an ordered interval of possible counts", () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom("ant", "bee", "cat"), { minLength: 1, maxLength: 30 }),
        fc.double({ min: 1e-6, max: 30, noNaN: true }),
        fc.integer({ min: 0 }),
        (values, localEpsilon, seed) => {
          const source = seededSource(seed);
          for (const each of collectFrequencies({ ...options, ...UNACCOUNTED, values, localEpsilon, source })
            .frequencies) {
            expect(each.lower).toBeLessThanOrEqual(each.upper);
            expect(each.lower).toBeGreaterThanOrEqual(0);
            expect(each.upper).toBeLessThanOrEqual(values.length);
            expect(each.standardError).toBeGreaterThan(0);
          }
        },
      ),
      { numRuns: 40, seed: 3 },
    );
  });

  it.each([
    [{ values: [] }, "BAD_INPUT", /values must not be empty/],
    [
      { values: ["ant", "eel"] },
      "BAD_INPUT",
      /^encodeReports: values\[1\]: categoryRandomizer: value must be one of the categories, got "eel"/,
    ],
    [{ categories: ["ant"] }, "BAD_INPUT", /at least two different/],
    [{ categories: ["ant", "ant"] }, "BAD_INPUT", /at least two different/],
    [{ localEpsilon: 0 }, "OUT_OF_RANGE", /localEpsilon must be/],
    [{ localEpsilon: Number.NaN }, "OUT_OF_RANGE", /localEpsilon/],
    [{ delta: 1 }, "OUT_OF_RANGE", /delta/],
    [{ confidence: 0.3 }, "OUT_OF_RANGE", /confidence/],
  ])("refuses %o", (change, code, text) => {
    expect(() => collectFrequencies({ ...options, ...change })).toThrow(refusal(code, text));
  });
});

describe("collectMean", () => {
  const options: CollectMeanOptions = {
    ...base,
    values: new Float64Array(40_000).fill(41),
    lower: 18,
    upper: 90,
    source: seededSource(173),
  };

  it("two levels: reports follow their exact law; a value 5 % further up is rejected (seed 173, false alarm 1e-6)", {
    tags: ["slow"],
  }, () => {
    const report = collectMean({ ...options, localEpsilon: 0.9 });
    expect(report.levels).toBe(2);
    const high = report.reports.filter((each) => each === 1).length;
    const pValue = (value: number): number => {
      const share = (value - 18) / 72;
      const truth = 1 / (1 + Math.exp(-0.9));
      return twoSided(binomialTails(high, 40_000, share * truth + (1 - share) * (1 - truth)));
    };
    expect(pValue(41)).toBeGreaterThan(FALSE_ALARM);
    expect(pValue(41 + 0.05 * 72)).toBeLessThan(FALSE_ALARM);
  });

  it("intervals hold the cut mean; a fifth of their width does not (seed 174, false alarm 1e-6)", {
    tags: ["slow"],
  }, () => {
    const values = [20, 33, 41, 41, 90, 500, -7, 60];
    const truth = [20, 33, 41, 41, 90, 90, 18, 60].reduce((sum, value) => sum + value / 8, 0);
    const reports = Array.from({ length: 400 }, (_, trial) =>
      collectMean({
        ...options,
        ...UNACCOUNTED,
        values,
        localEpsilon: 3,
        confidence: 0.8,
        source: seededSource(174).fork(trial),
      }),
    );
    const hits = (narrower: number): number =>
      reports.filter(({ mean }) => Math.abs(mean.estimate - truth) <= (mean.upper - mean.estimate) / narrower)
        .length;
    expect(reports[0]!.event).toMatchObject({ of: { kind: "randomizedResponse", categories: 4 } });
    expect(binomialTails(hits(1), 400, 0.8).lower).toBeGreaterThan(FALSE_ALARM);
    expect(binomialTails(hits(5), 400, 0.8).lower).toBeLessThan(FALSE_ALARM);
  });

  it("cuts the interval to the bounds and keeps the estimate unbiased", () => {
    const { mean } = collectMean({ ...options, values: [90], localEpsilon: 0.1 });
    expect(mean).toMatchObject({ lower: 18, upper: 90 });
    expect(Math.abs(mean.estimate - 54)).toBeGreaterThan(36);
  });

  it("intervals hold a mean between two neighbouring doubles", () => {
    const lower = 2 ** 53;
    const values = Float64Array.from({ length: 10_000 }, (_, user) => (user % 10 < 3 ? lower + 4 : lower));
    const bounds = { lower, upper: lower + 4 };
    const { mean } = collectMean({ ...options, ...UNACCOUNTED, ...bounds, values, localEpsilon: 30 });
    expect(mean.lower - lower).toBeLessThanOrEqual(1.2);
    expect(mean.upper - lower).toBeGreaterThanOrEqual(1.2);
  });

  it.each([
    [-1e100, 1e100],
    [0, 1e-100],
  ])("stays finite and has an interval with the widest and the narrowest bounds: %d, %d", (lower, upper) => {
    for (const localEpsilon of [1e-6, 30]) {
      const { mean } = collectMean({
        ...options,
        values: [upper, lower, 5e-324],
        lower,
        upper,
        localEpsilon,
      });
      expect(Object.values(mean).every(Number.isFinite)).toBe(true);
      expect(mean.standardError).toBeGreaterThan(0);
      expect(mean.upper).toBeGreaterThan(mean.lower);
    }
  });

  it.each([
    [{ values: [] }, "BAD_INPUT", /values must not be empty/],
    [{ values: [20, Number.NaN] }, "OUT_OF_RANGE", /values\[1\]/],
    [{ lower: 90 }, "OUT_OF_RANGE", /upper must be/],
    [{ lower: Number.NaN }, "OUT_OF_RANGE", /lower/],
    [{ lower: -1e308, upper: 1e308 }, "OUT_OF_RANGE", /lower must be/],
    [{ lower: 0, upper: 1.7e308 }, "OUT_OF_RANGE", /upper must be a finite number in \(0, 1e100\]/],
    [{ lower: 0, upper: 5e-324 }, "OUT_OF_RANGE", /upper - lower/],
    [{ localEpsilon: 31 }, "OUT_OF_RANGE", /localEpsilon/],
  ])("refuses %o", (change, code, text) => {
    expect(() => collectMean({ ...options, ...change })).toThrow(refusal(code, text));
  });
});

describe("dummies among the reports", () => {
  const randomizer = categoryRandomizer({ localEpsilon: 2, categories: ["a", "b", "c"] });
  const reports = [0, 0, 0, 1, 2, 2, 1, 0, 0, 2];

  it("count as uniform reports of nobody", () => {
    const { users, frequencies } = estimateFrequencies(reports, randomizer, { dummies: 3 });
    const { response } = randomizer;
    const [p, q] = [response.truthProbability, response.probability(1, 0)];
    expect(users).toBe(7);
    expect(frequencies.map(({ estimate }) => estimate)).toEqual(
      [5, 2, 3].map((named) => expect.closeTo((named - 1 - 7 * q) / (p - q), 9)),
    );
    expect(frequencies.reduce((sum, { estimate }) => sum + estimate, 0)).toBeCloseTo(7, 9);
    // At the nearest possible count of holders, h: h p(1-p) + (7-h) q(1-q) + 3 (1/3)(2/3).
    const holders = Math.min(7, Math.max(0, Math.round((5 - 1 - 7 * q) / (p - q))));
    const variance = holders * p * (1 - p) + (7 - holders) * q * (1 - q) + 3 * (2 / 9);
    expect(frequencies[0]!.standardError).toBeCloseTo(Math.sqrt(variance) / (p - q), 9);
  });

  it("are at most all of them", () => {
    for (const dummies of [-1, 0.5, 11, Number.NaN])
      expect(() => estimateFrequencies(reports, randomizer, { dummies })).toThrow(/dummies must be/);
  });

  it("of a mean count at the middle of its bounds, with their spread in the error", () => {
    const numbers = numberRandomizer({ localEpsilon: 1.5, lower: 10, upper: 40, levels: 4 });
    const few = Uint32Array.of(0, 3, 3, 2, 1, 3, 0, 2, 3, 3, 1, 2);
    const { users, mean } = estimateMean(few, numbers, { dummies: 5 });
    const contrast = (Math.exp(1.5) - 1) / (Math.exp(1.5) + 3);
    // Levels -1, -1/3, 1/3, 1: a report stands for its level over contrast.
    const said = few.reduce((sum, level) => sum + (-1 + (2 * level) / 3) / contrast, 0);
    expect(users).toBe(7);
    expect(mean.estimate).toBeCloseTo(25 + (15 * said) / 7, 9);
    const uniform = (1 + 1 / 9 + 1 / 9 + 1) / 4 / contrast ** 2;
    const variance = 7 * numbers.worstVariance + 5 * uniform;
    expect(mean.standardError).toBeCloseTo((15 * Math.sqrt(variance)) / 7, 9);
    for (const dummies of [-1, 0.5, 12, 13, Number.NaN])
      expect(() => estimateMean(few, numbers, { dummies })).toThrow(/estimateMean: dummies must be/);
    const columns = [{ kind: "mean", column: "age", lower: 10, upper: 40 }] as const;
    const plan = planColumns({ ...UNACCOUNTED, columns, users: 7, localEpsilon: 0.5, delta: 1e-6 });
    const column = estimateColumns([[0, 1, 1, 0, 1, 1]], plan, { dummies: 2 })[0];
    expect(column).toMatchObject({ kind: "mean", users: 4, levels: 2 });
  });

  it("of a mean leave its interval as sure as it says", () => {
    const numbers = numberRandomizer({ localEpsilon: 2, lower: 0, upper: 1 });
    const source = seededSource(3);
    const values = Array.from({ length: 40 }, (_, user) => (user % 4) / 4);
    let missed = 0;
    for (let run = 0; run < 300; run++) {
      const dummies = Array.from({ length: 60 }, () =>
        numbers.response.randomize(source, sampleInteger(source, numbers.reportCount)),
      );
      const all = [...encodeReports(values, numbers, source), ...dummies];
      const { mean } = estimateMean(all, numbers, { dummies: 60, confidence: 0.9 });
      if (mean.lower > 0.375 || mean.upper < 0.375) missed += 1;
    }
    // 300 trials of probability at most 0.1.
    expect(binomialTails(missed, 300, 0.1).upper).toBeGreaterThan(FALSE_ALARM);
  });
});
