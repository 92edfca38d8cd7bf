/** Random numbers of dummies: their laws, estimates and intervals, over every outcome of small cases. */
import { describe, expect, it } from "vitest";
import { categoryDummiesGuarantee } from "../accounting/shuffle/dummies/category-dummies.js";
import { seededSource } from "../random/index.js";
import { chernoffRadius } from "./_internal/chernoff-radius.js";
import { countChoices } from "./_internal/choice-counts.js";
import { dummyCountLaw } from "./_internal/dummy-count-law.js";
import { dummyNumberMoments } from "./_internal/dummy-number-moments.js";
import { holdersInterval } from "./_internal/holders-interval.js";
import { levelNoise } from "./_internal/level-noise.js";
import { responseOver } from "./_internal/level-response.js";
import { addDummies } from "./add-dummies.js";
import { categoryRandomizer } from "./category-randomizer.js";
import { planColumns } from "./columns/plan-columns.js";
import { estimateFrequencies } from "./estimate-frequencies.js";
import { estimateMean } from "./estimate-mean.js";
import { numberRandomizer } from "./number-randomizer.js";
import { type RandomDummies, randomDummies } from "./random-dummies.js";

type Law = readonly number[];

const dummiesOf = (
  categories: number,
  laplaceScale: number,
  centre: number,
  total: RandomDummies["total"] = "random",
): RandomDummies => ({ categories, laplaceScale, centre, total, expected: categories * centre });

/** P(N = 0), P(N = 1), ..., far enough that what is left out does not count. */
function numberLaw({ laplaceScale, centre, total }: RandomDummies): Law {
  const last = total === "constant" ? 2 * centre : centre + Math.ceil(45 * laplaceScale);
  const weights = Array.from({ length: last + 1 }, (_, n) => Math.exp(-Math.abs(n - centre) / laplaceScale));
  const all = weights.reduce((sum, weight) => sum + weight, 0);
  return weights.map((weight) => weight / all);
}

function sumOf(one: Law, other: Law): Law {
  const sum = new Array<number>(one.length + other.length - 1).fill(0);
  one.forEach((p, i) => {
    other.forEach((q, j) => {
      sum[i + j]! += p * q;
    });
  });
  return sum;
}

const NUMBERS = [dummiesOf(3, 1.3, 4), dummiesOf(4, 0.6, 0), dummiesOf(2, 2.1, 5, "constant")];

describe("the number of dummies", () => {
  it.each(NUMBERS)("has the moments of its law: b $laplaceScale, centre $centre, $total", (numbers) => {
    const law = numberLaw(numbers);
    const mean = law.reduce((sum, mass, n) => sum + n * mass, 0);
    const variance = law.reduce((sum, mass, n) => sum + (n - mean) ** 2 * mass, 0);
    const moments = dummyNumberMoments(numbers);
    expect(moments.mean).toBeCloseTo(mean, 12);
    expect(moments.variance).toBeCloseTo(variance, 11);
  });

  it.each(NUMBERS)("of several categories has the law of the sum: b $laplaceScale", (numbers) => {
    const one = numberLaw(numbers);
    const sizes = numbers.total === "constant" ? [one] : [one, sumOf(one, one), sumOf(one, sumOf(one, one))];
    sizes.forEach((law, index) => {
      const { first, masses, leftOut } = dummyCountLaw(numbers, index + 1);
      expect(leftOut).toBeLessThan(1e-13);
      for (const [n, mass] of law.entries()) expect(masses[n - first] ?? 0).toBeCloseTo(mass, 13);
    });
  });

  it("is the least that meets delta, and the noise the least that meets epsilon", () => {
    for (const [categories, moved] of [
      [2, 1],
      [7, 2],
    ] as const) {
      const found = randomDummies({ categories, targetEpsilon: 0.4, delta: 1e-7 });
      expect(found.laplaceScale).toBeCloseTo(moved / 0.4, 9);
      const deltaAt = (centre: number): number =>
        categoryDummiesGuarantee({ ...found, centre, isTotalConstant: categories === 2 }).delta;
      expect(deltaAt(found.centre)).toBeLessThanOrEqual(1e-7);
      expect(deltaAt(found.centre - 1)).toBeGreaterThan(1e-7);
    }
  });

  /** Pearson's statistic, of which a Chernoff bound is the false-alarm rate: below 1e-6 for 11 cells. */
  it.each([false, true])("is drawn again, and not cut off, by addDummies: clamped %s", (clamped) => {
    const numbers = dummiesOf(2, 2.5, 2);
    const law = numberLaw(numbers);
    const [draws, cells] = [4000, 10];
    const source = seededSource(11);
    const counts = new Array<number>(cells + 1).fill(0);
    for (let draw = 0; draw < draws; draw++) {
      const all = addDummies([], clamped ? { ...numbers, centre: 3 } : numbers, source);
      const number = all.reduce((sum, each) => sum + Number(each === 0), 0) - Number(clamped);
      counts[Math.min(cells, Math.max(0, number))]! += 1;
    }
    const masses = [...law.slice(0, cells), law.slice(cells).reduce((sum, mass) => sum + mass, 0)];
    const statistic = masses.reduce(
      (sum, mass, cell) => sum + (counts[cell]! - draws * mass) ** 2 / (draws * mass),
      0,
    );
    // P(chi-squared of 10 degrees >= 48) = 6e-7; counts this large are near it.
    if (clamped) expect(statistic).toBeGreaterThan(90);
    else expect(statistic).toBeLessThan(48);
  });

  it("of two categories has a constant sum", () => {
    const numbers = randomDummies({ categories: 2, targetEpsilon: 1, delta: 1e-3 });
    const source = seededSource(2);
    const first = new Set<number>();
    for (let draw = 0; draw < 20; draw++) {
      const all = addDummies([1, 0, 1], numbers, source);
      expect(all.length).toBe(3 + 2 * numbers.centre);
      expect([...all.subarray(0, 3)]).toEqual([1, 0, 1]);
      first.add(all.reduce((sum, each) => sum + each, 0));
    }
    expect(first.size).toBeGreaterThan(2);
  });
});

/** The law of a sum of coins. */
const coins = (chances: readonly number[]): Law =>
  chances.reduce<Law>((law, chance) => sumOf(law, [1 - chance, chance]), [1]);

describe("intervals of counts among dummies", () => {
  const RATES = [
    { users: 9, lieProbability: 1e-12, falsePositiveProbability: 1e-12 },
    { users: 9, lieProbability: 0.3, falsePositiveProbability: 0.15 },
  ];

  /** The least chance over all cohorts that the interval holds the truth. */
  function worstCoverage(
    rates: (typeof RATES)[number],
    numbers: RandomDummies,
    claimed: RandomDummies,
  ): number {
    const { users, lieProbability, falsePositiveProbability } = rates;
    const dummyLaw = numberLaw(numbers);
    const law = dummyCountLaw(claimed, 1);
    const intervals = Array.from({ length: users + dummyLaw.length }, (_, count) =>
      holdersInterval({ ...rates, count, dummies: law }, 0.2),
    );
    const coverages = Array.from({ length: users + 1 }, (_, holders) => {
      const chances = Array.from({ length: users }, (_, user) =>
        user < holders ? 1 - lieProbability : falsePositiveProbability,
      );
      return sumOf(coins(chances), dummyLaw).reduce((sum, mass, count) => {
        const { lower, upper } = intervals[count]!;
        return lower <= holders && holders <= upper ? sum + mass : sum;
      }, 0);
    });
    return Math.min(...coverages);
  }

  it.each(RATES)("cover every cohort exactly, with few to spare: lies $lieProbability", (rates) => {
    for (const numbers of NUMBERS) {
      const coverage = worstCoverage(rates, numbers, numbers);
      expect(coverage).toBeGreaterThanOrEqual(0.8 - 1e-10);
      expect(coverage).toBeLessThan(0.97);
    }
  });

  it("lose the truth where the dummies' law is another", () => {
    const [rates, numbers] = [RATES[0]!, dummiesOf(3, 2, 6)];
    expect(worstCoverage(rates, numbers, { ...numbers, centre: 4 })).toBeLessThan(0.75);
    expect(worstCoverage(rates, numbers, { ...numbers, laplaceScale: 1.2 })).toBeLessThan(0.75);
  });
});

/** Every row of reports with its chance. */
function rowsOf(
  values: readonly number[],
  probability: (report: number, value: number) => number,
  count: number,
) {
  return values.reduce<{ reports: number[]; chance: number }[]>(
    (rows, value) =>
      rows.flatMap(({ reports, chance }) =>
        Array.from({ length: count }, (_, report) => ({
          reports: [...reports, report],
          chance: chance * probability(report, value),
        })),
      ),
    [{ reports: [], chance: 1 }],
  );
}

describe("counts of reports among dummies, over every row of reports and numbers", () => {
  const VALUES = [0, 1, 2];
  const numbers = dummiesOf(3, 0.5, 1);
  const { response } = categoryRandomizer({ localEpsilon: 1.7, categories: ["a", "b", "c"] });
  const law = numberLaw(numbers).slice(0, 12);

  it.each([
    { first: 0, end: 1, holders: 1 },
    { first: 0, end: 2, holders: 2 },
  ])(
    "are unbiased, with the deviation stated: $first to $end",
    { tags: ["slow"] },
    ({ first, end, holders }) => {
      // Beside the reports of no dummies, numbers of each category: the estimate is linear in both.
      let [mean, square] = [0, 0];
      for (const { reports, chance } of rowsOf(VALUES, response.probability, 3)) {
        for (const [a, p] of law.entries()) {
          for (const [b, q] of law.entries()) {
            const all = [...reports, ...new Array<number>(a).fill(end - 1), ...new Array<number>(b).fill(2)];
            const counts = countChoices(response, all, { numbers, users: VALUES.length });
            const { estimate } = counts.holders(counts.subset(first, end), 0.5);
            // The category whose dummies are left out of `all` is not looked at.
            mean += chance * p * q * estimate;
            square += chance * p * q * estimate ** 2;
          }
        }
      }
      const stated = countChoices(response, VALUES, { numbers, users: VALUES.length });
      const part = { size: end - first, holders, weight: 1 };
      expect(mean).toBeCloseTo(holders, 6);
      expect(Math.sqrt(square - mean ** 2)).toBeCloseTo(
        end - first === 1
          ? stated.deviationOfSum([part])
          : stated.deviationOfSum([{ ...part, size: 1, holders: 1 }]),
        6,
      );
    },
  );

  it("refuse reports that are fewer than the users, or other than a constant total says", () => {
    const randomizer = categoryRandomizer({ localEpsilon: 30, categories: ["a", "b"] });
    const dummies = dummiesOf(2, 2, 5, "constant");
    const estimate = (users: number, more: object = {}) =>
      estimateFrequencies(new Uint32Array(13), randomizer, { dummies: { ...dummies, ...more }, users });
    expect(estimate(3).users).toBe(3);
    expect(() => estimate(4)).toThrow("users must be the 3 reports that are no dummies, got 4");
    expect(() => estimate(14, { total: "random" })).toThrow("users must be at most the reports, 13, got 14");
    expect(() => estimate(3, { categories: 3 })).toThrow("categories");
  });
});

describe("a mean among dummies", () => {
  /** The chance that the interval holds the mean, its bias and its variance, over every outcome. */
  function exactly(values: readonly number[], numbers: RandomDummies, confidence: number) {
    const { categories: levels } = numbers;
    const randomizer = numberRandomizer({ localEpsilon: 3, lower: -1, upper: 1, levels });
    const truth = values.reduce((sum, value) => sum + value, 0) / values.length;
    const law = numberLaw(numbers);
    const rows = rowsOf(
      values.map((_, user) => user),
      (report, user) => randomizer.probability(report, values[user]!),
      levels,
    );
    // The estimate follows from the sum of the levels alone: one row of reports stands for all of a sum.
    const outcomes = new Map<number, { readonly all: readonly number[]; readonly mass: number }>();
    for (const { reports, chance } of rows) {
      for (const [low, p] of law.entries()) {
        const last = numbers.total === "constant" ? [[2 * numbers.centre - low, 1] as const] : law.entries();
        for (const [high, q] of last) {
          const ends = [...new Array<number>(low).fill(0), ...new Array<number>(high).fill(levels - 1)];
          const all = [...reports, ...ends];
          const sum = all.reduce((total, level) => total + level - (levels - 1) / 2, 0);
          outcomes.set(sum, { all, mass: chance * p * q + (outcomes.get(sum)?.mass ?? 0) });
        }
      }
    }
    let [coverage, mean, square, stated] = [0, 0, 0, 0];
    for (const { all, mass } of outcomes.values()) {
      const estimated = estimateMean(all, randomizer, {
        dummies: numbers,
        users: values.length,
        confidence,
      }).mean;
      coverage += estimated.lower <= truth && truth <= estimated.upper ? mass : 0;
      mean += mass * estimated.estimate;
      square += mass * estimated.estimate ** 2;
      stated = estimated.standardError;
    }
    return { coverage, bias: mean - truth, deviation: Math.sqrt(square - mean ** 2), stated };
  }

  // Of three levels the middle one's dummies count for nothing.
  it.each([dummiesOf(3, 0.4, 1), dummiesOf(2, 0.7, 3, "constant"), dummiesOf(2, 3, 9, "constant")])(
    "is unbiased, with no more error than stated, and covered: $categories levels, b $laplaceScale",
    (numbers) => {
      for (const values of [
        [-1, -1, 0.4],
        [0, 0.1, -0.2],
        [1, 1, 1],
      ]) {
        const { coverage, bias, deviation, stated } = exactly(values, numbers, 0.6);
        expect(Math.abs(bias)).toBeLessThan(1e-6);
        expect(deviation).toBeLessThanOrEqual(stated * (1 + 1e-6));
        expect(deviation).toBeGreaterThan(stated / 2);
        expect(coverage).toBeGreaterThanOrEqual(0.6);
      }
    },
  );

  it("has a radius that is no less than the exact quantile of many levels' noise, nor much more", () => {
    const numbers = dummiesOf(41, 2, 30);
    const noise = levelNoise(numbers);
    const errors = { users: 100, variance: 1e-12, reach: 1e-6, noise, contrast: 1 };
    // Of 41 levels the sum is normal, but for a per cent.
    const normal = (2.5758 * Math.sqrt(noise.variance)) / 100;
    const radius = chernoffRadius(errors, 0.01);
    expect(radius).toBeGreaterThan(normal * 1.05);
    expect(radius).toBeLessThan(normal * 1.35);
  });

  it.each(NUMBERS)("has the moments of its dummies: b $laplaceScale, centre $centre, $total", (numbers) => {
    const noise = levelNoise(numbers);
    const law = numberLaw(numbers);
    const { mean } = dummyNumberMoments(numbers);
    const momentOf = (tilt: number): number =>
      Math.log(law.reduce((sum, mass, n) => sum + mass * Math.exp(tilt * (n - mean)), 0));
    const { categories, total } = numbers;
    const levels = Array.from({ length: categories }, (_, i) => -1 + (2 * i) / (categories - 1));
    for (const share of [0.1, 0.3]) {
      const tilt = share * noise.maxTilt;
      const exact =
        total === "constant"
          ? momentOf(2 * tilt)
          : levels.reduce((sum, level) => sum + momentOf(tilt * level), 0);
      expect(noise.logMoment(tilt)).toBeCloseTo(exact, 10);
    }
  });

  it("has the levels of the least variance", () => {
    const users = 5000;
    const [{ randomizer, dummies }] = planColumns({
      columns: [{ kind: "mean", column: "x", lower: 0, upper: 1 }],
      randomDummies: {},
      users,
      targetEpsilon: 0.1,
      adjacency: "replace-one",
      delta: 1e-6,
    }).columns as never as [{ randomizer: { reportCount: number }; dummies: RandomDummies }];
    const varianceOf = (levels: number): number => {
      const scale = (levels === 2 ? 1 : 2) / 0.1;
      const squares = Array.from({ length: levels }, (_, i) => (-1 + (2 * i) / (levels - 1)) ** 2);
      const noise = 2 * scale ** 2 * (levels === 2 ? 4 : squares.reduce((sum, each) => sum + each, 0));
      return users * responseOver(levels, 30).worstVariance + noise;
    };
    const all = Array.from({ length: 30 }, (_, index) => varianceOf(index + 2));
    expect(randomizer.reportCount).toBe(2 + all.indexOf(Math.min(...all)));
    expect(dummies.categories).toBe(randomizer.reportCount);
  });
});
