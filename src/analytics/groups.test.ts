import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { binomialTails, FALSE_ALARM } from "../../test/statistical/exact-tails.js";
import { karyRandomizedResponse } from "../mechanisms/index.js";
import { seededSource } from "../random/index.js";
import { encodeReports } from "./encode-reports.js";
import { estimateGroupQuantiles } from "./estimate-group-quantiles.js";
import { estimateGroups } from "./estimate-groups.js";
import { type GroupedValue, type GroupRandomizer, groupRandomizer } from "./group-randomizer.js";

const refusal = (code: string, text: RegExp) =>
  expect.objectContaining({ code, message: expect.stringMatching(text) });
const sides = { categories: ["north", "south"] };
const answers = { categories: ["no", "yes", "unsure"] };
const parameters = { localEpsilon: 3, groups: sides, values: answers };
const randomizer = groupRandomizer(parameters);

describe("groupRandomizer", () => {
  it("numbers the pairs group by group, and responds over all of them", () => {
    const pairs = sides.categories.flatMap((group) => answers.categories.map((value) => ({ group, value })));
    expect(pairs.map(randomizer.indexOf)).toEqual([0, 1, 2, 3, 4, 5]);
    expect(randomizer.describe()).toEqual({ kind: "randomizedResponse", epsilon: 3, categories: 6 });
    for (const report of [0, 1, 2, 3, 4, 5]) {
      const chances = pairs.map((pair) => randomizer.probability(report, pair));
      expect(Math.max(...chances) / Math.min(...chances)).toBeCloseTo(Math.exp(3), 9);
    }
  });

  it("takes bins as groups and as values", () => {
    const binned = groupRandomizer({
      localEpsilon: 1,
      groups: { edges: [0, 5, 9] },
      values: { edges: [0, 1, 2] },
    });
    expect(binned.indexOf({ group: 7, value: 0.5 })).toBe(2);
    expect(binned.groups).toEqual([
      { from: 0, to: 5 },
      { from: 5, to: 9 },
    ]);
  });

  it.each<[() => unknown, string, RegExp]>([
    [() => groupRandomizer(undefined as never), "BAD_INPUT", /groupRandomizer: options must be an object/],
    [() => groupRandomizer({ ...parameters, groups: undefined as never }), "BAD_INPUT", /groups: options/],
    [
      () => groupRandomizer({ ...parameters, values: { categories: ["a"] } }),
      "BAD_INPUT",
      /groupRandomizer: values: categories must be at least two/,
    ],
    [() => groupRandomizer({ ...parameters, localEpsilon: 0 }), "OUT_OF_RANGE", /localEpsilon/],
    [
      () => randomizer.indexOf({ group: "west", value: "no" }),
      "BAD_INPUT",
      /groupRandomizer: groups: value must be one of the categories, got "west"/,
    ],
  ])("refuses %s", (call, code, text) => {
    expect(call).toThrow(refusal(code, text));
  });
});

/** Mean square of a randomized response's estimate of whether a user holds choice 0. */
function meanSquare(localEpsilon: number, categories: number, holds: boolean): number {
  const response = karyRandomizedResponse({ localEpsilon, categories });
  const lie = response.probability(1, 0);
  const named = response.probability(0, Number(!holds));
  return (named * (1 - lie) ** 2 + (1 - named) * lie ** 2) / (response.truthProbability - lie) ** 2;
}

it("one report about both is more accurate for every pair and user than two linked ones with half the epsilon", () => {
  const size = fc.integer({ min: 2, max: 40 });
  fc.assert(
    fc.property(
      size,
      size,
      fc.double({ min: 0.01, max: 12, noNaN: true }),
      (groups, values, localEpsilon) => {
        for (const [inGroup, holdsValue] of [
          [true, true],
          [true, false],
          [false, true],
          [false, false],
        ] as const) {
          const together = meanSquare(localEpsilon, groups * values, inGroup && holdsValue);
          const linked =
            meanSquare(localEpsilon / 2, groups, inGroup) * meanSquare(localEpsilon / 2, values, holdsValue);
          expect(together).toBeLessThan(linked * (1 + 1e-9));
        }
      },
    ),
  );
});

/** 300 users: a third in the north, of whom 70 % say yes; in the south 20 %. */
const cohort: GroupedValue[] = Array.from({ length: 300 }, (_, user) => {
  const group = sides.categories[Number(user >= 100)]!;
  const yes = user >= 100 ? user % 10 < 2 : user % 10 < 7;
  return { group, value: yes ? "yes" : answers.categories[2 * (user % 2)]! };
});
const reportsOf = (seed: number, trial: number, made: GroupRandomizer, data = cohort) =>
  encodeReports(data, made, seededSource(seed).fork(trial));

describe("estimateGroups", () => {
  const trials = Array.from({ length: 300 }, (_, trial) => {
    const reports = reportsOf(61, trial, randomizer);
    return {
      each: estimateGroups(reports, randomizer, { confidence: 0.8 }).groups,
      all: estimateGroups(reports, randomizer, { confidence: 0.8, simultaneous: true }).groups,
    };
  });
  const tooFew = (count: number): number => binomialTails(count, trials.length, 0.8).lower;
  const within = ({ lower, upper }: { lower: number; upper: number }, truth: number): boolean =>
    lower <= truth && truth <= upper;

  it("covers sizes, counts and shares as often as it says; one standard error of a share does not (seed 61, false alarm 1e-6)", () => {
    const held = (of: (trial: (typeof trials)[number]["each"]) => boolean): number =>
      trials.filter(({ each }) => of(each)).length;
    expect(tooFew(held(([north]) => within(north!.size, 100)))).toBeGreaterThan(FALSE_ALARM);
    expect(tooFew(held(([, south]) => within(south!.values[1]!.count, 40)))).toBeGreaterThan(FALSE_ALARM);
    const shares = held(([north]) => {
      const { share } = north!.values[1]!;
      return share === undefined || within(share, 0.7);
    });
    expect(tooFew(shares)).toBeGreaterThan(FALSE_ALARM);
    const narrow = held(([north]) => {
      const { share } = north!.values[1]!;
      return share !== undefined && Math.abs(share.estimate - 0.7) <= 0.5 * share.standardError;
    });
    expect(tooFew(narrow)).toBeLessThan(FALSE_ALARM);
  });

  it("covers everything together if asked to (seed 61, false alarm 1e-6)", () => {
    const holders = (group: string, value: string): number =>
      cohort.filter((user) => user.group === group && user.value === value).length;
    const counts = sides.categories.map((group) => answers.categories.map((value) => holders(group, value)));
    const truth = [100, 200];
    const held = trials.filter(({ all }) =>
      all.every(
        ({ size, values }, group) =>
          within(size, truth[group]!) &&
          values.every(
            ({ count, share }, value) =>
              within(count, counts[group]![value]!) &&
              (share === undefined || within(share, counts[group]![value]! / truth[group]!)),
          ),
      ),
    );
    expect(tooFew(held.length)).toBeGreaterThan(FALSE_ALARM);
  });

  it("states the deviation of a share (seed 62)", { tags: ["slow", "long"] }, () => {
    const many = Array.from({ length: 5 }, () => cohort).flat();
    const shares = Array.from({ length: 200 }, (_, trial) => {
      const { groups } = estimateGroups(reportsOf(62, trial, randomizer, many), randomizer);
      return groups[1]!.values[1]!.share!;
    });
    const mean = shares.reduce((sum, { estimate }) => sum + estimate / shares.length, 0);
    const variance = shares.reduce((sum, { estimate }) => sum + (estimate - mean) ** 2 / shares.length, 0);
    expect(mean).toBeCloseTo(0.2, 1);
    // The deviation of a sample of 200 strays by 1 / sqrt(400) = 5 %; six of those.
    expect(Math.abs(Math.sqrt(variance) / shares[0]!.standardError - 1)).toBeLessThan(0.3);
  });

  it("knows nothing of the shares in a group that may be empty", () => {
    const south = cohort.filter(({ group }) => group === "south");
    const { groups } = estimateGroups(reportsOf(63, 0, randomizer, south), randomizer);
    expect(groups[0]!.size.lower).toBe(0);
    expect(groups[0]!.values.map(({ share }) => share)).toEqual([undefined, undefined, undefined]);
    expect(groups[1]!.values[1]!.share).toBeDefined();
  });
});

describe("estimateGroupQuantiles", () => {
  const edges = [0, 10, 20, 30, 40];
  const binned = groupRandomizer({ localEpsilon: 3, groups: sides, values: { edges } });
  const values: GroupedValue[] = Array.from({ length: 600 }, (_, user) => ({
    group: sides.categories[Number(user >= 300)]!,
    value: user >= 300 ? (user * 0.618 * 40) % 40 : ((user * 0.618) % 1) ** 2 * 40,
  }));
  const medianOf = (side: string): number => {
    const sorted = values.filter(({ group }) => group === side).map(({ value }) => value as number);
    return sorted.sort((one, other) => one - other)[sorted.length / 2 - 1]!;
  };
  const options = { probabilities: [0.5], confidence: 0.8 };

  it("covers each group's median as often as it says; with the law of ε₀ = 6 it does not (seed 64, false alarm 1e-6)", {
    tags: ["slow", "long"],
  }, () => {
    const truth = medianOf("north");
    const bolder = groupRandomizer({ localEpsilon: 6, groups: sides, values: { edges } });
    const trials = Array.from({ length: 300 }, (_, trial) => reportsOf(64, trial, binned, values));
    const held = (claimed: GroupRandomizer): number =>
      trials.filter((reports) => {
        const { lower, upper } = estimateGroupQuantiles(reports, claimed, options).groups[0]!.quantiles![0]!;
        return lower <= truth && truth <= upper;
      }).length;
    const tooFew = (count: number): number => binomialTails(count, trials.length, 0.8).lower;
    expect(tooFew(held(binned))).toBeGreaterThan(FALSE_ALARM);
    expect(tooFew(held(bolder))).toBeLessThan(FALSE_ALARM);
  });

  it("finds the medians of many users, and none of a group that may be empty", () => {
    const many = Array.from({ length: 50 }, () => values).flat();
    const { groups } = estimateGroupQuantiles(reportsOf(65, 0, binned, many), binned, options);
    for (const { group, quantiles } of groups) {
      const truth = medianOf((group as { category: string }).category);
      expect(Math.abs(quantiles![0]!.estimate - truth)).toBeLessThan(4);
      expect(quantiles![0]!.upper - quantiles![0]!.lower).toBeLessThanOrEqual(20);
    }
    const south = values.filter(({ group }) => group === "south");
    const alone = estimateGroupQuantiles(reportsOf(66, 0, binned, south), binned, options);
    expect(alone.groups.map(({ quantiles }) => quantiles === undefined)).toEqual([true, false]);
  });

  it.each<[GroupRandomizer, unknown, string, RegExp]>([
    [randomizer, options, "BAD_INPUT", /randomizer\.values must be bins/],
    [binned, { probabilities: [1] }, "OUT_OF_RANGE", /probabilities\[0\]/],
    [binned, { ...options, confidence: 2 }, "OUT_OF_RANGE", /confidence/],
  ])("refuses %#", (made, given, code, text) => {
    expect(() => estimateGroupQuantiles([0], made, given as never)).toThrow(refusal(code, text));
  });

  it("and estimateGroups refuse reports that are none", () => {
    expect(() => estimateGroups([], randomizer)).toThrow(
      refusal("BAD_INPUT", /reports must be at least one report, got none/),
    );
    expect(() => estimateGroupQuantiles([8], binned, options)).toThrow(refusal("OUT_OF_RANGE", /got 8/));
  });
});
