import { describe, expect, it } from "vitest";
import { seededSource } from "../random/index.js";
import { holdersInterval } from "./_internal/holders-interval.js";
import {
  categoryRandomizer,
  describeCollection,
  encodeReports,
  estimateFrequencies,
  estimateMean,
  type HashedCategoryRandomizer,
  hashedCategoryRandomizer,
  numberRandomizer,
} from "./index.js";

const CATEGORIES = ["a", "b", "c", "d", "e", "f", "g"];
const randomizer = hashedCategoryRandomizer({ localEpsilon: 1.2, categories: CATEGORIES, hashRange: 3 });
const source = seededSource(77);

describe("hashedCategoryRandomizer", () => {
  it("is local hashing of the categories' numbers", () => {
    const { response } = randomizer;
    expect(randomizer.reportCount).toBe(27);
    expect(randomizer.describe()).toEqual(response.describe());
    expect(describeCollection(randomizer, 40).of).toEqual(response.describe());
    for (let report = 0; report < 27; report++) {
      expect(randomizer.probability(report, "c")).toBe(response.probability(report, 2));
    }
    expect(hashedCategoryRandomizer({ localEpsilon: 2, categories: CATEGORIES }).response.hashRange).toBe(7);
  });

  it("counts categories without bias, with the exact interval of the supporting reports", () => {
    const values = Array.from({ length: 300 }, (_, user) => CATEGORIES[user % 3]!);
    const reports = encodeReports(values, randomizer, source);
    const { users, frequencies } = estimateFrequencies(reports, randomizer, { confidence: 0.9 });
    expect(users).toBe(300);
    const { response } = randomizer;
    const { supportProbability: p, falseSupportProbability: q } = response;
    frequencies.forEach(({ category, estimate, standardError, lower, upper }, index) => {
      expect(category).toBe(CATEGORIES[index]);
      const count = reports.filter((report) => response.supports(report, index)).length;
      expect(estimate).toBeCloseTo((count - 300 * q) / (p - q), 9);
      const holders = Math.max(0, Math.min(300, Math.round(estimate)));
      expect(standardError).toBe(Math.sqrt(response.countVariance(300, holders)));
      const law = { count, users: 300, lieProbability: 1 - p, falsePositiveProbability: q };
      expect({ lower, upper }).toEqual(holdersInterval(law, 0.1));
    });
  });

  it("covers the true counts as often as it says, and with another law it does not (600 runs of 40 users, seed 77)", () => {
    const values = Array.from({ length: 40 }, (_, user) => (user < 25 ? "a" : "g"));
    const wrong = hashedCategoryRandomizer({ localEpsilon: 2.4, categories: CATEGORIES, hashRange: 3 });
    let [missed, missedByWrong] = [0, 0];
    for (let run = 0; run < 600; run++) {
      const reports = encodeReports(values, randomizer, source);
      const misses = (by: HashedCategoryRandomizer): boolean => {
        const [first] = estimateFrequencies(reports, by, { confidence: 0.9 }).frequencies;
        return !(first!.lower <= 25 && 25 <= first!.upper);
      };
      missed += Number(misses(randomizer));
      missedByWrong += Number(misses(wrong));
    }
    // P(Bin(600, 0.1) >= 100) = 4e-7.
    expect(missed).toBeLessThan(100);
    expect(missedByWrong).toBeGreaterThanOrEqual(100);
  });

  it("is more accurate than randomized response where categories are many", () => {
    const categories = Array.from({ length: 200 }, (_, index) => `c${index}`);
    const options = { localEpsilon: 1.5, categories };
    const [hashed, plain] = [hashedCategoryRandomizer(options), categoryRandomizer(options)];
    expect(hashed.response.countVariance(100, 0)).toBeLessThan(0.1 * plain.response.countVariance(100, 0));
  });

  it("refuses what it documents", () => {
    const refusal = (code: string) => expect.objectContaining({ code });
    const create = (options: object) => () =>
      hashedCategoryRandomizer({ localEpsilon: 1, categories: CATEGORIES, ...options });
    expect(create({ categories: ["a"] })).toThrow(refusal("BAD_INPUT"));
    expect(create({ localEpsilon: 0 })).toThrow(refusal("OUT_OF_RANGE"));
    expect(create({ hashRange: 4 })).toThrow(refusal("OUT_OF_RANGE"));
    expect(() => randomizer.randomize(source, "z")).toThrow(refusal("BAD_INPUT"));
  });
});

describe("numberRandomizer over other levels than its own", () => {
  const five = numberRandomizer({ localEpsilon: 2, lower: -1, upper: 1, levels: 5 });

  it("has no bias, and the worst variance that it says", () => {
    expect(five.reportCount).toBe(5);
    const estimates = Array.from({ length: 5 }, (_, report) => five.decodeMean([report]));
    let worst = 0;
    for (let step = -200; step <= 200; step++) {
      const value = step / 200;
      const chances = estimates.map((_, report) => five.probability(report, value));
      const mean = chances.reduce((sum, chance, report) => sum + chance * estimates[report]!, 0);
      const square = chances.reduce((sum, chance, report) => sum + chance * estimates[report]! ** 2, 0);
      expect(mean).toBeCloseTo(value, 12);
      worst = Math.max(worst, square - value ** 2);
    }
    expect(five.worstVariance).toBeGreaterThanOrEqual(worst * (1 - 1e-12));
    expect(five.worstVariance).toBeLessThan(1.001 * worst);
    expect(five.worstVariance).toBeGreaterThan(
      numberRandomizer({ localEpsilon: 2, lower: -1, upper: 1 }).worstVariance,
    );
    expect(estimateMean([0, 4, 4], five).levels).toBe(5);
  });

  it.each([1, 257, 2.5])("refuses %d levels", (levels) => {
    expect(() => numberRandomizer({ localEpsilon: 2, lower: -1, upper: 1, levels })).toThrow(
      expect.objectContaining({ code: "OUT_OF_RANGE" }),
    );
  });
});
