import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { guarantees } from "../accounting/index.js";
import { linfRandomizer } from "../mechanisms/index.js";
import { seededSource, shuffleInPlace } from "../random/index.js";
import { categoryRandomizer } from "./category-randomizer.js";
import { collectFrequencies } from "./collect-frequencies.js";
import { collectMean } from "./collect-mean.js";
import { describeCollection } from "./describe-collection.js";
import { encodeReports } from "./encode-reports.js";
import { estimateFrequencies } from "./estimate-frequencies.js";
import { estimateMean } from "./estimate-mean.js";
import { numberRandomizer } from "./number-randomizer.js";
import { shuffleReports } from "./shuffle-reports.js";

const refusal = (code: string, text: RegExp) =>
  expect.objectContaining({ code, message: expect.stringMatching(text) });
const accounting = { adjacency: "replace-one", delta: 1e-6 } as const;
const pets = { localEpsilon: 1.3, categories: ["ant", "bee", "cat"] };
const ages = { localEpsilon: 3, lower: 18, upper: 90 };

describe("the roles, one after the other", () => {
  it("are the private histogram of one process, to the bit", () => {
    const values = ["cat", "ant", "ant", "bee", "cat", "cat"];
    const whole = collectFrequencies({
      ...accounting,
      ...pets,
      values,
      confidence: 0.9,
      source: seededSource(41),
    });
    const source = seededSource(41);
    const randomizer = categoryRandomizer(pets);
    const reports = shuffleReports(encodeReports(values, randomizer, source), source);
    expect(reports).toEqual(whole.reports);
    const event = describeCollection(randomizer, reports.length);
    expect(whole).toEqual({
      reports,
      event,
      ...accounting,
      ...guarantees(event, accounting),
      ...estimateFrequencies(reports, randomizer, { confidence: 0.9 }),
      seeded: true,
      categoriesDisclosed: false,
    });
  });

  it("are the private mean of one process, to the bit", () => {
    const values = Float64Array.of(20, 33, 41, 500, -7);
    const whole = collectMean({ ...accounting, ...ages, values, source: seededSource(42) });
    const source = seededSource(42);
    const randomizer = numberRandomizer(ages);
    const reports = shuffleReports(encodeReports(values, randomizer, source), source);
    expect(whole).toMatchObject({ reports, ...estimateMean(reports, randomizer) });
    expect(whole.event).toEqual(describeCollection(randomizer, 5));
  });

  it("need not meet: clients by themselves, reports as bytes, an analyzer with its own randomizer", () => {
    const values = Array.from({ length: 300 }, (_, user) => pets.categories[user % 3]!);
    const sent = values.map((value, user) => {
      const randomizer = categoryRandomizer(JSON.parse(JSON.stringify(pets)));
      const [report] = encodeReports([value], randomizer, seededSource(43).fork(user));
      return randomizer.encode(report!);
    });
    const shuffled = shuffleReports(sent, seededSource(44));
    const randomizer = categoryRandomizer(pets);
    const { frequencies, users } = estimateFrequencies(
      shuffled.map((bytes) => randomizer.decode(bytes)),
      randomizer,
    );
    expect(users).toBe(300);
    for (const { estimate, standardError } of frequencies) {
      // Six deviations: one seed in 100 million fails (normal law), and these are fixed.
      expect(Math.abs(estimate - 100)).toBeLessThan(6 * standardError);
    }
  });
});

describe("encodeReports", () => {
  it("takes any randomizer with numbered reports", () => {
    const randomizer = linfRandomizer({ localEpsilon: 2, dimension: 3, bound: 1 });
    const reports = encodeReports([[0.5, 0, -0.5]], randomizer);
    expect(randomizer.decodeMean(reports)).toHaveLength(3);
    expect(encodeReports([], randomizer)).toHaveLength(0);
  });

  it.each<[unknown, unknown, string, RegExp]>([
    [
      ["ant", "eel"],
      categoryRandomizer(pets),
      "BAD_INPUT",
      /values\[1\]: .* one of the categories, got "eel"/,
    ],
    [
      [20, 30, "40"],
      numberRandomizer(ages),
      "OUT_OF_RANGE",
      /values\[2\]: numberRandomizer: value .* got "40"/,
    ],
    [
      undefined,
      numberRandomizer(ages),
      "BAD_INPUT",
      /values must be an array or a typed array, got undefined/,
    ],
  ])("names the value among %j that its randomizer refuses", (values, randomizer, code, text) => {
    expect(() => encodeReports(values as never, randomizer as never)).toThrow(refusal(code, text));
  });

  it("carries the refused value", () => {
    const call = () => encodeReports(["ant", "eel"], categoryRandomizer(pets));
    expect(call).toThrow(
      expect.objectContaining({ details: expect.objectContaining({ parameter: "values[1]", value: "eel" }) }),
    );
  });

  it("passes on an error that is not a refusal", () => {
    const broken = { ...categoryRandomizer(pets), randomize: () => (undefined as never as number[])[0]! };
    expect(() => encodeReports(["ant"], broken)).toThrow(TypeError);
  });
});

describe("shuffleReports", () => {
  it("makes each order of three equally often, of arrays and typed arrays, and leaves its argument", () => {
    const sent = Object.freeze(["a", "b", "c"]);
    const orders = new Map<string, number>();
    const source = seededSource(45);
    for (let trial = 0; trial < 6000; trial++) {
      const order = shuffleReports(sent, source).join("");
      orders.set(order, (orders.get(order) ?? 0) + 1);
    }
    expect(orders.size).toBe(6);
    // Six deviations of Bin(6000, 1/6).
    for (const count of orders.values()) expect(Math.abs(count - 1000)).toBeLessThan(6 * 28.9);
    const typed = Uint32Array.of(1, 2, 3);
    expect([...shuffleReports(typed)].sort()).toEqual([1, 2, 3]);
    expect([...typed]).toEqual([1, 2, 3]);
  });

  it.each([1, 2, 3, 4, 5, 200])("has the order that %d items are shuffled into", (count) => {
    for (let seed = 0; seed < 10; seed++) {
      const sent = Uint32Array.from({ length: count }, (_, index) => index);
      const shuffled = sent.slice();
      shuffleInPlace(seededSource(seed), shuffled);
      expect(shuffleReports(sent, seededSource(seed))).toEqual(shuffled);
    }
  });
});

describe("describeCollection", () => {
  it("is frozen, and refuses what is no number of users", () => {
    const event = describeCollection(categoryRandomizer(pets), 7);
    expect(event).toEqual({
      kind: "shuffle",
      users: 7,
      of: { kind: "randomizedResponse", epsilon: 1.3, categories: 3 },
    });
    expect(Object.isFrozen(event.of)).toBe(true);
    const none = () => describeCollection(categoryRandomizer(pets), 0);
    expect(none).toThrow(
      refusal("OUT_OF_RANGE", /describeCollection\.users must be an integer in \[1, 1e12\], got 0/),
    );
  });
});

describe("an analyzer", () => {
  const randomizer = categoryRandomizer(pets);

  it.each<[unknown, unknown, string, RegExp]>([
    [[], {}, "BAD_INPUT", /reports must be at least one report, got none/],
    [[0, 3], {}, "OUT_OF_RANGE", /reports\[1\] must be an integer in \[0, 2\], got 3/],
    [[0.5], {}, "OUT_OF_RANGE", /got 0\.5/],
    [[undefined], {}, "OUT_OF_RANGE", /got undefined/],
    ["012", {}, "BAD_INPUT", /reports must be an array or a typed array/],
    [[0], { confidence: 1 }, "OUT_OF_RANGE", /confidence must be .*got 1/],
    [[0], null, "BAD_INPUT", /options must be an object/],
  ])("refuses the reports %j with %j", (reports, options, code, text) => {
    const [categories, numbers] = [randomizer, numberRandomizer({ ...ages, localEpsilon: 2 })];
    expect(numbers.reportCount).toBe(3);
    for (const call of [
      () => estimateFrequencies(reports as never, categories, options as never),
      () => estimateMean(reports as never, numbers, options as never),
    ]) {
      expect(call).toThrow(refusal(code, text));
    }
  });

  it("one false report shifts an estimate by 1 / (p - q)", () => {
    const [honest, forged] = [
      [0, 1, 2, 2],
      [0, 1, 2, 0],
    ].map((reports) => estimateFrequencies(reports, randomizer).frequencies[0]!.estimate);
    const { truthProbability, lieProbability } = randomizer.response;
    expect(forged! - honest!).toBeCloseTo(1 / (truthProbability - lieProbability / 2), 12);
  });
});

describe("numberRandomizer", () => {
  it("has the law of rounding and response: unbiased, a distribution, within its ε₀ of every other value's", () => {
    const number = fc.double({ min: 18, max: 90, noNaN: true });
    fc.assert(
      fc.property(
        number,
        number,
        fc.double({ min: 1e-3, max: 8, noNaN: true }),
        (value, other, localEpsilon) => {
          const randomizer = numberRandomizer({ ...ages, localEpsilon });
          const reports = Array.from({ length: randomizer.reportCount }, (_, report) => report);
          const law = reports.map((report) => randomizer.probability(report, value));
          expect(law.reduce((sum, mass) => sum + mass, 0)).toBeCloseTo(1, 12);
          const mean = law.reduce((sum, mass, report) => sum + mass * randomizer.decodeMean([report]), 0);
          const scale = randomizer.worstError * 72;
          expect(Math.abs(mean - value)).toBeLessThan(1e-12 * scale);
          for (const report of reports) {
            const loss = Math.log(law[report]! / randomizer.probability(report, other));
            expect(Math.abs(loss)).toBeLessThanOrEqual(localEpsilon * (1 + 1e-12));
          }
        },
      ),
      { seed: 46, numRuns: 60 },
    );
  });

  it("samples its law (seed 47)", () => {
    const randomizer = numberRandomizer(ages);
    const values = new Float64Array(40_000).fill(47);
    const reports = encodeReports(values, randomizer, seededSource(47));
    for (let level = 0; level < randomizer.reportCount; level++) {
      const mass = randomizer.probability(level, 47);
      const share = reports.filter((report) => report === level).length / 40_000;
      // Six deviations; the nearest level's mass differs by far more for a value one level further.
      expect(Math.abs(share - mass)).toBeLessThan(6 * Math.sqrt((mass * (1 - mass)) / 40_000));
      if (level === 1) expect(Math.abs(randomizer.probability(level, 47 + 24) - mass)).toBeGreaterThan(0.3);
    }
  });

  it("clips what lies outside its bounds", () => {
    const randomizer = numberRandomizer(ages);
    expect(randomizer.probability(0, -1e300)).toBe(randomizer.probability(0, 18));
    expect(randomizer.probability(3, 1e300)).toBe(randomizer.probability(3, 90));
  });
});

describe("the randomizers", () => {
  it.each<[() => unknown, string, RegExp]>([
    [
      () => categoryRandomizer(undefined as never),
      "BAD_INPUT",
      /categoryRandomizer: options must be an object/,
    ],
    [() => categoryRandomizer({ localEpsilon: 1 } as never), "BAD_INPUT", /categories must be an array/],
    [
      () => categoryRandomizer({ ...pets, categories: ["a"] }),
      "BAD_INPUT",
      /at least two different.*\["a"\]/,
    ],
    [() => categoryRandomizer({ ...pets, localEpsilon: 0 }), "OUT_OF_RANGE", /localEpsilon must be .*got 0/],
    [() => numberRandomizer({ ...ages, localEpsilon: 31 }), "OUT_OF_RANGE", /localEpsilon must be .*got 31/],
    [() => numberRandomizer({ ...ages, upper: 18 }), "OUT_OF_RANGE", /upper must be .*got 18/],
  ])("refuse %s", (call, code, text) => {
    expect(call).toThrow(refusal(code, text));
  });

  it("keep their categories from later changes", () => {
    const categories = ["a", "b"];
    const randomizer = categoryRandomizer({ localEpsilon: 1, categories });
    categories.push("c");
    expect(randomizer.categories).toEqual(["a", "b"]);
    expect(randomizer.reportCount).toBe(2);
  });
});
