import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { checkExamples } from "../gradients/_internal/check-examples.js";
import { byteTokenizer } from "./byte-tokenizer.js";
import { languageExamples } from "./language-examples.js";
import { type TextPair, textExamples } from "./text-examples.js";
import type { Tokenizer } from "./tokenizer.js";

const CLS = 257;
const SEP = 258;
const EOS = 259;
const PAD = 256;
const tokenizer = byteTokenizer;

const bytes = (text: string) => [...new TextEncoder().encode(text)];
const rowsOf = ({
  inputs,
  count,
  shape,
}: {
  inputs: ArrayLike<number>;
  count: number;
  shape: { height: number };
}) =>
  Array.from({ length: count }, (_, i) => Array.from(inputs).slice(i * shape.height, (i + 1) * shape.height));
const badInput = expect.objectContaining({ code: "BAD_INPUT" });
const outOfRange = expect.objectContaining({ code: "OUT_OF_RANGE" });

describe("textExamples", () => {
  it("puts the tokenizer's tokens around texts and pairs, and pads behind", () => {
    const examples = textExamples(["hi", ["a", "bc"]], [2, 0], { tokenizer, length: 7 });
    expect(rowsOf(examples)).toEqual([
      [CLS, ...bytes("hi"), SEP, PAD, PAD, PAD],
      [CLS, ...bytes("a"), SEP, ...bytes("bc"), SEP, PAD],
    ]);
    expect(examples).toMatchObject({
      count: 2,
      shape: { height: 7, width: 1, channels: 1 },
      classes: 3,
      vocabulary: 260,
      truncated: 0,
      lengths: Uint32Array.of(4, 6),
      labels: Uint32Array.of(2, 0),
    });
    expect(examples.inputs.buffer).toBeInstanceOf(SharedArrayBuffer);
  });

  it("leaves out the end of what is too long, of a pair that of the longer one, and counts", () => {
    const texts: [string, string][] = [
      ["abcdef", "z"],
      ["a", "uvwxyz"],
      ["abcdef", "uvwxyz"],
      ["ab", "yz"],
    ];
    const examples = textExamples(["abcdefghi", ...texts], [0, 1, 0, 1, 0], { tokenizer, length: 8 });
    expect(rowsOf(examples)).toEqual([
      [CLS, ...bytes("abcdef"), SEP],
      [CLS, ...bytes("abcd"), SEP, ...bytes("z"), SEP],
      [CLS, ...bytes("a"), SEP, ...bytes("uvwx"), SEP],
      [CLS, ...bytes("abc"), SEP, ...bytes("uv"), SEP],
      [CLS, ...bytes("ab"), SEP, ...bytes("yz"), SEP, PAD],
    ]);
    expect(examples.truncated).toBe(4);
  });

  it("keeps as much as fits of any pair, and the whole of the shorter one where half is enough", () => {
    const text = fc.string({ unit: fc.constantFrom("x", "y"), minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(text, text, fc.integer({ min: 5, max: 20 }), (first, second, length) => {
        const pair: TextPair = [first, second];
        const { lengths, inputs, truncated } = textExamples([pair], [0], { tokenizer, length });
        expect(lengths![0]).toBe(Math.min(length, first.length + second.length + 3));
        expect(truncated).toBe(first.length + second.length + 3 > length ? 1 : 0);
        const separators = [...inputs].flatMap((id, i) => (id === SEP ? [i] : []));
        const kept = [separators[0]! - 1, separators[1]! - separators[0]! - 1];
        const half = Math.floor((length - 3) / 2);
        expect(kept[0]).toBeGreaterThanOrEqual(Math.min(first.length, half));
        expect(kept[1]).toBeGreaterThanOrEqual(Math.min(second.length, half));
      }),
    );
  });

  it("refuses a text that is too long where it is told to", () => {
    const options = { tokenizer, length: 4, tooLong: "refuse" } as const;
    expect(textExamples(["ab"], [0], options).count).toBe(1);
    expect(() => textExamples(["ab", "abc"], [0, 1], options)).toThrow(
      /texts\[1\] must have at most 4 tokens, got 5; take a greater length/,
    );
  });

  it.each<[string, unknown, unknown, object, RegExp]>([
    ["no texts", [], [], {}, /at least one text/],
    ["texts that are none", [7], [0], {}, /texts\[0\]/],
    ["three texts together", [["a", "b", "c"]], [0], {}, /a pair of texts/],
    ["a pair with a number", [["a", 7]], [0], {}, /texts\[0\] must be a text, got 7/],
    ["a text without tokens", ["a", ""], [0, 1], {}, /texts\[1\] must be a text with at least one token/],
    ["a label too few", ["a", "b"], [0], {}, /labels must be 2 class numbers, one for each text, got 1/],
    ["no labels", ["a", "b"], undefined, {}, /labels/],
    ["no room", ["a"], [0], { length: 2 }, /length must be more than the 2 tokens/],
    ["another word", ["a"], [0], { tooLong: "cut" }, /tooLong must be one of truncate, refuse/],
    ["no tokenizer", ["a"], [0], { tokenizer: null }, /tokenizer must be a tokenizer, e\.g\. byteTokenizer/],
    ["a tokenizer without layouts", ["a"], [0], { tokenizer: { ...tokenizer, layouts: {} } }, /tokenizer/],
    [
      "one whose ids are no Uint32Array",
      ["a"],
      [0],
      { tokenizer: { ...tokenizer, encode: () => [1] } },
      /what encode returns/,
    ],
    [
      "one with ids beyond its own",
      ["a"],
      [0],
      { tokenizer: { ...tokenizer, vocabulary: 100 } },
      /tokenizer/,
    ],
    [
      "an id beyond the vocabulary",
      ["a"],
      [0],
      { tokenizer: { ...tokenizer, encode: () => Uint32Array.of(260) } },
      /below its vocabulary, 260/,
    ],
  ])("refuses %s", (_what, texts, labels, options, why) => {
    const call = () =>
      textExamples(texts as string[], labels as number[], { tokenizer, length: 8, ...options });
    expect(call).toThrow(badInput);
    expect(call).toThrow(why);
  });

  it.each<[string, number[], object]>([
    ["a label that is no class", [2, 0], { classes: 2 }],
    ["a label that is no integer", [0.5, 0], {}],
    ["a label that is missing", [NaN, 0], {}],
    ["classes that are none", [0, 1], { classes: 1 }],
    ["classes that are no number", [0, 1], { classes: NaN }],
    ["a length that is none", [0, 1], { length: 0 }],
    ["a length beyond every model", [0, 1], { length: 2 ** 20 + 1 }],
  ])("refuses %s", (_what, labels, options) => {
    expect(() => textExamples(["a", "b"], labels, { tokenizer, length: 8, ...options })).toThrow(outOfRange);
  });
});

describe("languageExamples", () => {
  it("reads what is given and learns what goes on with it", () => {
    const pairs = [["ab", "cd"], "xyz", ["abcdef", "g"], ["", "q"]] as const;
    const examples = languageExamples(pairs, { tokenizer, length: 6, each: "text" });
    expect(rowsOf(examples).map((row) => row.length)).toEqual(Array(4).fill(6));
    expect([...examples.lengths!]).toEqual([5, 4, 6, 2]);
    const rows = Array.from({ length: 4 }, (_, i) => examples.counted!.subarray(6 * i, 6 * i + 6).join(""));
    expect(rows).toEqual(["001110", "111100", "000000", "110000"]);
    expect(examples.truncated).toBe(1);
    expect(languageExamples("xyz", { tokenizer, length: 6 }).counted).toBeUndefined();
    expect(() => languageExamples([["a", "b"]], { tokenizer, length: 6 })).toThrow(/pairs need each: "text"/);
    expect(() =>
      languageExamples([["a", "b", "c"]] as never, { tokenizer, length: 6, each: "text" }),
    ).toThrow(/or a pair of what is given/);
  });

  it("cuts texts into windows that share no token, each text for itself", () => {
    const examples = languageExamples(["abcdefg", "xy"], { tokenizer, length: 4 });
    expect(rowsOf(examples)).toEqual([bytes("abcd"), [...bytes("efg"), EOS], [...bytes("xy"), EOS, PAD]]);
    expect(examples).toMatchObject({ count: 3, classes: 260, vocabulary: 260, truncated: 0 });
    expect([...examples.lengths!]).toEqual([4, 4, 3]);
    expect(examples.labels).toHaveLength(0);
  });

  it("leaves out a window of one token", () => {
    const { count, lengths } = languageExamples("abcd", { tokenizer, length: 4 });
    expect([count, ...lengths!]).toEqual([1, 4]);
  });

  it("makes one example of each text where texts are to be protected", () => {
    const examples = languageExamples(["abcdefg", "", "xy"], { tokenizer, length: 4, each: "text" });
    expect(rowsOf(examples)).toEqual([bytes("abcd"), [...bytes("xy"), EOS, PAD]]);
    expect(examples.truncated).toBe(1);
  });

  it("has every token of a text once, whatever the length", () => {
    const text = fc.string({ unit: "grapheme", minLength: 2, maxLength: 60 });
    fc.assert(
      fc.property(text, fc.integer({ min: 2, max: 9 }), (each, length) => {
        const { inputs, lengths, shape } = languageExamples(each, { tokenizer, length });
        const tokens = [...lengths!].flatMap((used, i) => [
          ...inputs.slice(i * shape.height, i * shape.height + used),
        ]);
        const all = [...bytes(each), EOS];
        expect(tokens).toEqual(all.length % length === 1 ? all.slice(0, -1) : all);
      }),
    );
  });

  it("does without an end where the tokenizer has none, and pads with 0", () => {
    const plain: Tokenizer = { ...tokenizer, special: {} };
    expect(rowsOf(languageExamples("abc", { tokenizer: plain, length: 4 }))).toEqual([[...bytes("abc"), 0]]);
  });

  it.each<[string, unknown, object]>([
    ["no texts", [], {}],
    ["texts of fewer than two tokens", [""], {}],
    ["what is no text", [7], {}],
    ["what are no texts", 7, {}],
    ["a length of 1", ["abc"], { length: 1 }],
    ["another word", ["abc"], { each: "line" }],
  ])("refuses %s", (_what, texts, options) => {
    expect(() => languageExamples(texts as string[], { tokenizer, length: 4, ...options })).toThrow(badInput);
  });
});

describe("a model", () => {
  const readerOf = (vocabulary: number) =>
    ({
      input: { vocabulary, length: 8 },
      layers: [
        { kind: "tokenEmbedding", vocabulary, units: 4 },
        { kind: "pooling", rule: "mean" },
        { kind: "dense", units: 2 },
      ],
    }) as const;
  const examples = textExamples(["abc", "d"], [0, 1], { tokenizer, length: 8 });

  it("takes the examples of its tokenizer, and those of a language", () => {
    expect(checkExamples("train", readerOf(260), examples)).toBe(examples);
    const writer = {
      input: { vocabulary: 260, length: 8 },
      target: "next-token",
      layers: [
        { kind: "tokenEmbedding", vocabulary: 260, units: 4 },
        { kind: "tiedHead", vocabulary: 260 },
      ],
    } as const;
    const language = languageExamples("abcdefghijkl", { tokenizer, length: 8 });
    expect(checkExamples("train", writer, language)).toBe(language);
  });

  it("refuses those of another tokenizer, and of another length", () => {
    expect(() => checkExamples("train", readerOf(100), examples)).toThrow(
      /train\.vocabulary must be an integer in \[1, 100\], got 260; take the tokenizer of this model/,
    );
    const long = textExamples(["abc", "d"], [0, 1], { tokenizer, length: 9 });
    expect(() => checkExamples("train", readerOf(260), long)).toThrow(/train\.shape/);
  });
});
