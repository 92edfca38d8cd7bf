import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { accuracy } from "./accuracy.js";
import { bitsPerByte } from "./bits-per-byte.js";
import { bleu } from "./bleu.js";
import { f1Score } from "./f1-score.js";
import { macroF1 } from "./macro-f1.js";
import { matthewsCorrelation } from "./matthews-correlation.js";
import { meteor } from "./meteor.js";
import { perplexity } from "./perplexity.js";

const badInput = expect.objectContaining({ code: "BAD_INPUT" });
const outOfRange = expect.objectContaining({ code: "OUT_OF_RANGE" });

const bits = fc.array(fc.tuple(fc.nat(1), fc.nat(1)), { minLength: 1, maxLength: 30 });
const columns = (pairs: readonly (readonly [number, number])[]) =>
  [pairs.map(([a]) => a), pairs.map(([, b]) => b)] as const;

describe("measures of classes", () => {
  // 12 examples: 3 right positives, 2 wrong ones, 1 missed, 6 right negatives.
  const predicted = [1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0];
  const actual = [1, 1, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0];

  it("are as computed by hand", () => {
    expect(accuracy(predicted, Uint8Array.from(actual))).toBe(9 / 12);
    expect(f1Score(predicted, actual)).toBeCloseTo((2 * (3 / 5) * (3 / 4)) / (3 / 5 + 3 / 4), 15);
    expect(f1Score(predicted, actual, 0)).toBe(12 / 15);
    expect(matthewsCorrelation(predicted, actual)).toBeCloseTo(
      (3 * 6 - 2 * 1) / Math.sqrt(5 * 4 * 8 * 7),
      15,
    );
    expect(accuracy([2, 0, 1], [2, 1, 1])).toBe(2 / 3);
    expect(f1Score([2, 0, 1], [2, 1, 1], 1)).toBe(2 / 3);
  });

  it("have the limits that they should have", () => {
    expect([f1Score([0, 0], [0, 0]), f1Score([0], [1]), f1Score([1], [1])]).toEqual([0, 0, 1]);
    expect(matthewsCorrelation([1, 1, 1], [1, 0, 1])).toBe(0);
    expect(matthewsCorrelation([1, 0, 1], [1, 1, 1])).toBe(0);
    expect(matthewsCorrelation([1, 0], [1, 0])).toBe(1);
    expect(matthewsCorrelation([0, 1], [1, 0])).toBe(-1);
  });

  it("agree with correlation, and with the mean of precision and recall", () => {
    const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
    fc.assert(
      fc.property(bits, (pairs) => {
        const [a, b] = columns(pairs);
        const [ma, mb] = [mean(a), mean(b)];
        const covariance = mean(pairs.map(([x, y]) => (x - ma) * (y - mb)));
        const scale = Math.sqrt(mean(a.map((x) => (x - ma) ** 2)) * mean(b.map((y) => (y - mb) ** 2)));
        expect(matthewsCorrelation(a, b)).toBeCloseTo(scale < 1e-12 ? 0 : covariance / scale, 10);
        const right = pairs.filter(([x, y]) => x === 1 && y === 1).length;
        const [precision, recall] = [
          right / Math.max(1, mean(a) * a.length),
          right / Math.max(1, mean(b) * b.length),
        ];
        expect(f1Score(a, b)).toBeCloseTo(right === 0 ? 0 : 2 / (1 / precision + 1 / recall), 12);
        expect(accuracy(a, b)).toBeCloseTo(mean(pairs.map(([x, y]) => (x === y ? 1 : 0))), 12);
      }),
    );
  });

  it("averages F1 over the classes that occur, and over no others", () => {
    expect(macroF1([0, 0, 7], [0, 7, 7])).toBe(2 / 3);
    // A class that is predicted alone, and one that is true alone, count as 0.
    expect(macroF1([0, 3, 0], [0, 0, 0])).toBe((2 * 2) / 5 / 2);
    expect(macroF1([0, 0], [0, 4])).toBe(2 / 3 / 2);
    expect(macroF1([9], [9])).toBe(1);
  });

  it.each([accuracy, f1Score, macroF1, matthewsCorrelation])("%o refuses what are no classes", (measure) => {
    expect(() => measure([], [])).toThrow(badInput);
    expect(() => measure([1], [1, 0])).toThrow(badInput);
    expect(() => measure(undefined as never, [1])).toThrow(badInput);
    expect(() => measure({ length: 1e12 } as never, [1])).toThrow(badInput);
    expect(() => measure([0.5], [1])).toThrow(outOfRange);
    expect(() => measure([NaN], [1])).toThrow(outOfRange);
    expect(() => measure([1], [-1])).toThrow(outOfRange);
  });

  it("refuse a third class where there are two, and a class that is none", () => {
    expect(() => matthewsCorrelation([2], [1])).toThrow(outOfRange);
    expect(() => f1Score([1], [1], 0.5)).toThrow(outOfRange);
  });
});

/** A pub, a restaurant and a bar, as the E2E challenge has them. */
const CANDIDATES = [
  "The Vaults is a family-friendly pub, in the city centre, rated 3.5 out of 5.",
  "Alimentum sells French food for £20-25 (cheap) near Yippee Noodle Bar.",
  "Blue Spice: it costs more than £30 &amp; it's not family friendly",
];
const REFERENCES = [
  [
    "The Vaults pub, in the city centre, is family-friendly and rated 3.5 out of 5.",
    "A family friendly pub in the city centre is The Vaults.",
  ],
  [
    "Alimentum is near Yippee Noodle Bar and sells French food for £20-25.",
    "There is French food for £20-25 near Yippee Noodle Bar at Alimentum, which is cheap.",
    "Alimentum sells cheap French food.",
  ],
  ["Blue Spice costs more than £30 & it is not family friendly.", "The Blue Spice is not for families."],
];

describe("bleu", () => {
  // Values of an independent program in Python that follows pymteval.py of the E2E challenge.
  it.each<[string, readonly string[], readonly (readonly string[])[], number]>([
    ["a small corpus", CANDIDATES, REFERENCES, 0.5737551863246555],
    ["one text", ["the cat sat on the mat"], [["the cat sat on a mat"]], 0.537284965911771],
    ["a repeated word", ["The the THE the the the"], [["the cat is on the mat now"]], 0],
    [
      "a text that is short",
      ["the cat sat on the"],
      [["the cat sat on the mat", "the cat sat on the big mat now"]],
      0.8187307530779819,
    ],
    ["the shorter of two as near", ["a b c d e"], [["a b c d e f", "a b c d"]], 1],
    ["a text that is long", ["a b c d e f g"], [["a b c d e", "a b c d e f x y z"]], 0.8091067115702212],
  ])("is as the E2E challenge's for %s", (_what, candidates, references, score) => {
    expect(bleu(candidates, references).score).toBeCloseTo(score, 14);
  });

  it("has parts that can be counted by hand", () => {
    // 6 tokens: 5 right; 5 pairs: "a mat" and "on a" differ; of 4 triples and 3 fours the last two are wrong.
    const { precisions, brevityPenalty } = bleu(["the cat sat on the mat"], [["the cat sat on a mat"]]);
    expect(precisions).toEqual([5 / 6, 3 / 5, 2 / 4, 1 / 3]);
    expect(brevityPenalty).toBe(1);
    expect(bleu(["a b"], [["a b c d"]])).toEqual({
      score: 0,
      precisions: [1, 1, 0, 0],
      brevityPenalty: Math.exp(-1),
    });
    expect(bleu([""], [["a"]])).toEqual({ score: 0, precisions: [0, 0, 0, 0], brevityPenalty: 0 });
  });

  it("is 1 for the reference itself, and no more for any text", () => {
    const words = fc.array(fc.constantFrom("a", "b", "c", "it's", "3.5", "x-y"), {
      minLength: 4,
      maxLength: 12,
    });
    const text = words.map((each) => each.join(" "));
    fc.assert(
      fc.property(text, text, (first, second) => {
        expect(bleu([first], [[second, first]]).score).toBeCloseTo(1, 12);
        const { score } = bleu([first], [[second]]);
        expect(score).toBeGreaterThanOrEqual(0);
        expect(score).toBeLessThanOrEqual(1 + 1e-12);
      }),
    );
  });
});

describe("meteor", () => {
  it("is as computed by hand", () => {
    // 3 of 3 words, "cats" by its stem, in one run: 1 - 0.5 / 27.
    expect(meteor(["the cats sat"], [["the cat sat"]])).toBeCloseTo(53 / 54, 15);
    // "a b" in one run of two: P = 2/4, R = 2/2.
    expect(meteor(["x a b y"], [["a b"]])).toBeCloseTo((0.5 / (0.9 * 0.5 + 0.1)) * (1 - 0.5 / 8), 15);
    // Every word in its own run.
    expect(meteor(["c b a"], [["a b c"]])).toBeCloseTo(0.5, 15);
    expect(meteor(["x"], [["y"]])).toBe(0);
    expect(meteor([""], [["y"]])).toBe(0);
  });

  it("is as an independent program's in Python that matches as NLTK does", () => {
    expect(meteor(CANDIDATES, REFERENCES)).toBeCloseTo(0.8688759545868417, 14);
    expect(meteor(["it is a test of a test"], [["a test is a test of it", "no"]])).toBeCloseTo(
      0.8177842565597667,
      14,
    );
    expect(meteor(["selling noodles costing families"], [["family noodle costs sell"]])).toBeCloseTo(
      0.7890625,
      14,
    );
  });
});

it.each([bleu, meteor])("%o refuses what are no texts", (measure: typeof bleu | typeof meteor) => {
  expect(() => measure([], [])).toThrow(badInput);
  expect(() => measure(["a"], [])).toThrow(badInput);
  expect(() => measure(["a"], [[]])).toThrow(badInput);
  expect(() => measure(["a"], ["a" as never])).toThrow(badInput);
  expect(() => measure([7 as never], [["a"]])).toThrow(badInput);
  expect(() => measure(["a"], [[7 as never]])).toThrow(badInput);
  expect(() => measure("a" as never, [["a"]])).toThrow(badInput);
});

describe("measures of language models", () => {
  it("know a model that guesses evenly", () => {
    const loss = 10 * Math.log(256);
    expect(perplexity(loss, 10)).toBeCloseTo(256, 10);
    expect(bitsPerByte(loss, 10)).toBeCloseTo(8, 14);
    expect(bitsPerByte(loss, 20)).toBeCloseTo(4, 14);
    expect(perplexity(0, 3)).toBe(1);
    expect(perplexity(1e6, 1)).toBe(Infinity);
  });

  it.each([perplexity, bitsPerByte])("%o refuses other numbers", (measure) => {
    for (const [loss, count] of [
      [-1, 1],
      [NaN, 1],
      [Infinity, 1],
      [1, 0],
      [1, 0.5],
    ]) {
      expect(() => measure(loss!, count!)).toThrow(outOfRange);
    }
  });
});
