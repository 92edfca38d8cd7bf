import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { byteTokenizer } from "./byte-tokenizer.js";
import { loadTokenizer } from "./load-tokenizer.js";
import { readTokenizer } from "./read-tokenizer.js";

const NO_TOKENS = {
  added_tokens: [],
  normalizer: null,
  pre_tokenizer: null,
  post_processor: null,
  decoder: null,
};

/** As BERT's, of twelve tokens. */
const WORD_PIECES = {
  ...NO_TOKENS,
  added_tokens: ["[PAD]", "[UNK]", "[CLS]", "[SEP]"].map((content, id) => ({ id, content, special: true })),
  normalizer: { type: "BertNormalizer", clean_text: true, handle_chinese_chars: true, lowercase: true },
  pre_tokenizer: { type: "BertPreTokenizer" },
  post_processor: {
    type: "TemplateProcessing",
    single: [special("[CLS]"), sequence("A"), special("[SEP]")],
    pair: [special("[CLS]"), sequence("A"), special("[SEP]"), sequence("B"), special("[SEP]")],
    special_tokens: {
      "[CLS]": { id: "[CLS]", ids: [2], tokens: ["[CLS]"] },
      "[SEP]": { id: "[SEP]", ids: [3], tokens: ["[SEP]"] },
    },
  },
  decoder: { type: "WordPiece", prefix: "##", cleanup: true },
  model: {
    type: "WordPiece",
    unk_token: "[UNK]",
    continuing_subword_prefix: "##",
    max_input_chars_per_word: 100,
    vocab: idsOf(["[PAD]", "[UNK]", "[CLS]", "[SEP]", "un", "##aff", "##able", "a", "b", "the", ",", "##b"]),
  },
};

function special(id: string) {
  return { SpecialToken: { id, type_id: 0 } };
}

function sequence(id: string) {
  return { Sequence: { id, type_id: 0 } };
}

function idsOf(tokens: readonly string[]): Record<string, number> {
  return Object.fromEntries(tokens.map((token, id) => [token, id]));
}

/**
 * GPT-2's letters for bytes, from its own code: printable ones first, in order, then the others from U+0100
 * on.
 */
const PRINTABLE = [...range(33, 127), ...range(161, 173), ...range(174, 256)];
const OTHERS = range(0, 256).filter((byte) => !PRINTABLE.includes(byte));
const ALPHABET = [
  ...PRINTABLE.map((byte) => String.fromCharCode(byte)),
  ...OTHERS.map((_, i) => String.fromCharCode(256 + i)),
];

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from }, (_, i) => from + i);
}

/** As GPT-2's: all bytes, four merges and the end of a text. */
const BYTE_PAIRS = {
  ...NO_TOKENS,
  added_tokens: [{ id: 260, content: "<|endoftext|>", special: true }],
  pre_tokenizer: { type: "ByteLevel", add_prefix_space: false, trim_offsets: true },
  decoder: { type: "ByteLevel", add_prefix_space: true, trim_offsets: true },
  model: {
    type: "BPE",
    dropout: null,
    unk_token: null,
    continuing_subword_prefix: "",
    end_of_word_suffix: "",
    fuse_unk: false,
    vocab: idsOf([...ALPHABET, "he", "ll", "hell", "Ġt", "<|endoftext|>"]),
    merges: ["h e", "l l", "he ll", "Ġ t"],
  },
};

const ROBERTA = {
  ...BYTE_PAIRS,
  added_tokens: ["<s>", "<pad>", "</s>"].map((content, i) => ({ id: 261 + i, content, special: true })),
  post_processor: {
    type: "RobertaProcessing",
    sep: ["</s>", 263],
    cls: ["<s>", 261],
    trim_offsets: true,
    add_prefix_space: false,
  },
};

const read = (tokenizer: unknown, config?: unknown) =>
  readTokenizer({
    tokenizer: JSON.stringify(tokenizer),
    ...(config === undefined ? {} : { config: JSON.stringify(config) }),
  });

const at = (letter: string) => ALPHABET.indexOf(letter);

describe("byteTokenizer", () => {
  it("has the bytes for tokens, and four more", () => {
    expect([...byteTokenizer.encode("né€")]).toEqual([0x6e, 0xc3, 0xa9, 0xe2, 0x82, 0xac]);
    expect(byteTokenizer.vocabulary).toBe(260);
    expect(byteTokenizer.special).toEqual({ pad: 256, cls: 257, sep: 258, eos: 259 });
    expect(byteTokenizer.decode([257, 0x68, 0x69, 258, 256])).toBe("hi");
    expect(byteTokenizer.decode([0xff, 0x68])).toBe("\ufffdh");
    expect([...byteTokenizer.encode("[SEP]")].every((id) => id < 256)).toBe(true);
  });

  it("gives back every text", { tags: ["slow"] }, () => {
    const text = fc.string({ unit: "binary" });
    fc.assert(fc.property(text, (each) => byteTokenizer.decode(byteTokenizer.encode(each)) === each));
    expect(byteTokenizer.decode(byteTokenizer.encode("\ufeffx\0"))).toBe("\ufeffx\0");
    expect(byteTokenizer.decode(byteTokenizer.encode("\ud800"))).toBe("\ufffd");
  });

  it("refuses what is no text and no id", () => {
    expect(() => byteTokenizer.encode(7 as never)).toThrow(expect.objectContaining({ code: "BAD_INPUT" }));
    expect(() => byteTokenizer.decode([260])).toThrow(expect.objectContaining({ code: "OUT_OF_RANGE" }));
    expect(() => byteTokenizer.decode([0.5])).toThrow(expect.objectContaining({ code: "OUT_OF_RANGE" }));
    expect(() => byteTokenizer.decode(null as never)).toThrow(expect.objectContaining({ code: "BAD_INPUT" }));
  });
});

describe("readTokenizer", () => {
  it("cuts words into pieces as BERT does", async () => {
    const tokenizer = await read(WORD_PIECES, { unk_token: "[UNK]" });
    expect([...tokenizer.encode("Unaffable, THE ab")]).toEqual([4, 5, 6, 10, 9, 7, 11]);
    expect([...tokenizer.encode("zebra the")]).toEqual([1, 9]);
    expect(tokenizer.vocabulary).toBe(12);
    expect(tokenizer.special).toEqual({ pad: 0, unknown: 1, cls: 2, sep: 3 });
    expect(tokenizer.layouts).toEqual({ single: [2, "first", 3], pair: [2, "first", 3, "second", 3] });
    expect(tokenizer.decode([2, 4, 5, 6, 9, 3, 0])).toBe("unaffable the");
    expect(tokenizer.decode([])).toBe("");
  });

  it("joins pairs of bytes as GPT-2 does, and gives back every text", async () => {
    const tokenizer = await read(BYTE_PAIRS);
    expect([...tokenizer.encode("hello")]).toEqual([258, at("o")]);
    expect([...tokenizer.encode("the the")]).toEqual([at("t"), 256, 259, 256]);
    expect([...tokenizer.encode("é")]).toEqual([at("Ã"), at("©")]);
    expect([...tokenizer.encode("a<|endoftext|>")]).toEqual([at("a"), 260]);
    expect(tokenizer.vocabulary).toBe(261);
    expect(tokenizer.special).toEqual({ eos: 260 });
    expect(tokenizer.layouts).toEqual({ single: ["first"], pair: ["first", 260, "second"] });
    const late = await read({ ...BYTE_PAIRS, post_processor: { type: "ByteLevel", trim_offsets: false } });
    expect(late.layouts).toEqual(tokenizer.layouts);
    const text = fc.string({ unit: "binary" });
    fc.assert(fc.property(text, (each) => tokenizer.decode(tokenizer.encode(each)) === each));
  });

  it("puts RoBERTa's two separators between two texts", async () => {
    const config = { bos_token: "<s>", cls_token: { content: "<s>" }, pad_token: "<pad>" };
    const tokenizer = await read(ROBERTA, config);
    expect(tokenizer.layouts.single).toEqual([261, "first", 263]);
    expect(tokenizer.layouts.pair).toEqual([261, "first", 263, 263, "second", 263]);
    expect(tokenizer.special).toEqual({ cls: 261, pad: 262, sep: 263, eos: 260 });
    expect(tokenizer.vocabulary).toBe(264);
  });

  it("puts all ids of a template's token around a text", async () => {
    const { special_tokens: tokens } = WORD_PIECES.post_processor;
    const marks = { ...tokens, "[CLS]": { id: "[CLS]", ids: [2, 9], tokens: ["[CLS]", "the"] } };
    const template = { ...WORD_PIECES.post_processor, special_tokens: marks };
    const both = { type: "Sequence", processors: [{ type: "ByteLevel", trim_offsets: true }, template] };
    expect((await read({ ...WORD_PIECES, post_processor: both })).layouts.single).toEqual([2, 9, "first", 3]);
  });

  it("knows where older files put no sign in front, and shows halves of pairs as U+FFFD", async () => {
    const signs = { type: "Metaspace", replacement: "b", add_prefix_space: false };
    const tokenizer = await read({ ...WORD_PIECES, normalizer: null, pre_tokenizer: signs, decoder: signs });
    expect([...tokenizer.encode("a the")]).toEqual([7, 1]);
    expect(tokenizer.decode([8, 7])).toBe(" a");
    const bytes = await read(BYTE_PAIRS);
    expect(bytes.decode(bytes.encode("a\ud800"))).toBe("a\ufffd");
  });

  it.each<[string, unknown, RegExp]>([
    ["no object", [], /not a JSON object/],
    ["no model", { version: "1.0" }, /no model with a vocabulary/],
    ["an id beyond all tables", changed({ vocab: { a: 2 ** 31 } }), /token "a" has the id 2147483648/],
    ["an id that is none", changed({ vocab: { a: -1 } }), /has the id -1/],
    ["an id that is a text", changed({ vocab: { a: "1" } }), /has the id "1"/],
    ["no tokens", { ...changed({ vocab: {} }), added_tokens: [] }, /it has no tokens/],
    ["added tokens that are none", { ...WORD_PIECES, added_tokens: [null] }, /added_tokens/],
    [
      "added tokens without id",
      { ...WORD_PIECES, added_tokens: [{ content: "x" }] },
      /token "x" has the id undefined/,
    ],
    [
      "a model of another kind",
      changed({ type: "Nonsense" }),
      /its model is of type "Nonsense"; expected BPE/,
    ],
    [
      "a normalizer of another kind",
      { ...WORD_PIECES, normalizer: { type: "Nonsense" } },
      /its normalizer is of type "Nonsense"; expected BertNormalizer/,
    ],
    ["a letter that would be left out", without("A"), /\("A" is missing\)/],
    [
      "such a letter, in old files",
      { ...without("A"), model: { ...without("A").model, type: undefined } },
      /"A" is missing/,
    ],
    [
      "a token of two ids",
      { ...WORD_PIECES, added_tokens: [{ content: "the", id: 12 }] },
      /"the" has the ids 9 and 12/,
    ],
    ["chance", pairs({ dropout: 0.1 }), /leaves out merges by chance \(dropout 0\.1\)/],
    [
      "pieces within byte pairs",
      pairs({ continuing_subword_prefix: "##" }),
      /continuing_subword_prefix "##"/,
    ],
    [
      "a pre-tokenizer of another kind",
      { ...WORD_PIECES, pre_tokenizer: { type: "UnicodeScripts" } },
      /its pre-tokenizer is of type "UnicodeScripts"; expected Bert/,
    ],
    [
      "a decoder of another kind",
      { ...WORD_PIECES, decoder: { type: "CTC" } },
      /its decoder is of type "CTC"; expected BPE/,
    ],
    [
      "a post-processor of another kind",
      { ...WORD_PIECES, post_processor: { type: "Nonsense" } },
      /its post-processor is of type "Nonsense"/,
    ],
    [
      "two that add tokens",
      {
        ...ROBERTA,
        post_processor: { type: "Sequence", processors: [ROBERTA.post_processor, ROBERTA.post_processor] },
      },
      /adds tokens twice/,
    ],
    [
      "a template's token without ids",
      { ...WORD_PIECES, post_processor: { ...WORD_PIECES.post_processor, special_tokens: {} } },
      /the token "\[CLS\]" without ids/,
    ],
    [
      "a template without its text",
      { ...WORD_PIECES, post_processor: { ...WORD_PIECES.post_processor, pair: [sequence("A")] } },
      /its post-processor's pair has first; expected/,
    ],
    [
      "a template that is none",
      { ...WORD_PIECES, post_processor: { ...WORD_PIECES.post_processor, pair: [null, 7] } },
      /the token undefined without ids/,
    ],
    ["an expression that never goes back", split({ Regex: "a++b" }), /never goes back in "a\+\+b"/],
    ["an atomic group", split({ Regex: "(?>a|ab)c" }), /never goes back/],
    ["an expression that is none", split({ Regex: "(" }), /has the pattern "\("/],
    ["no pattern", split({}), /its pre-tokenizer has no pattern/],
    [
      "another behavior",
      split({ String: " " }, "Sometimes"),
      /has the behavior "Sometimes"; expected Removed, /,
    ],
    [
      "another scheme",
      { ...WORD_PIECES, pre_tokenizer: { type: "Metaspace", prepend_scheme: "now" } },
      /the prepend_scheme "now"/,
    ],
    [
      "a charsmap that is none",
      { ...WORD_PIECES, normalizer: { type: "Precompiled", precompiled_charsmap: "_" } },
      /its normalizer has no charsmap/,
    ],
    [
      "parts of no length",
      { ...WORD_PIECES, pre_tokenizer: { type: "FixedLength", length: 0 } },
      /the length 0; expected/,
    ],
    [
      "parts that are none",
      { ...WORD_PIECES, pre_tokenizer: { type: "Sequence" } },
      /its pre-tokenizer has no parts/,
    ],
    ["a part that is none", { ...WORD_PIECES, normalizer: "NFC" }, /its normalizer is none/],
  ])("refuses a file with %s", async (_what, tokenizer, why) => {
    await expect(read(tokenizer)).rejects.toMatchObject({
      code: "DATA_UNREADABLE",
      message: expect.stringMatching(why),
    });
  });

  it.each([
    ["version https://git-lfs.github.com/spec/v1\noid sha256:ab\n", /it is a Git LFS pointer/],
    ["\n<html><body>404</body></html>", /it is an HTML page/],
    ["{", /it is not JSON/],
  ])("names what %j is", async (tokenizer, why) => {
    await expect(readTokenizer({ tokenizer })).rejects.toThrow(why);
  });

  it("refuses texts that are no JSON, and options that are no texts", async () => {
    await expect(readTokenizer({ tokenizer: "{" })).rejects.toMatchObject({ code: "DATA_UNREADABLE" });
    const tokenizer = JSON.stringify(WORD_PIECES);
    await expect(readTokenizer({ tokenizer, config: "[]" })).rejects.toMatchObject({
      code: "DATA_UNREADABLE",
    });
    for (const options of [
      null,
      {},
      { tokenizer: WORD_PIECES },
      { tokenizer, config: 7 },
      { tokenizer, name: 7 },
    ]) {
      await expect(readTokenizer(options as never)).rejects.toMatchObject({ code: "BAD_INPUT" });
    }
  });

  it("refuses what has no id where there is none for the unknown", async () => {
    const tokenizer = await read(changed({ unk_token: "[NONE]" }));
    expect([...tokenizer.encode("the a")]).toEqual([9, 7]);
    expect(() => tokenizer.encode("zebra")).toThrow(
      expect.objectContaining({
        code: "BAD_INPUT",
        message: expect.stringMatching(/token "\[NONE\]" has no id.*byteTokenizer/),
      }),
    );
    expect(() => tokenizer.encode(7 as never)).toThrow(expect.objectContaining({ code: "BAD_INPUT" }));
    expect(() => tokenizer.decode([12])).toThrow(expect.objectContaining({ code: "OUT_OF_RANGE" }));
  });
});

function pairs(model: object) {
  return { ...BYTE_PAIRS, model: { ...BYTE_PAIRS.model, ...model } };
}

function split(pattern: object, behavior = "Isolated") {
  return { ...WORD_PIECES, pre_tokenizer: { type: "Split", pattern, behavior, invert: false } };
}

function changed(model: object) {
  return { ...WORD_PIECES, model: { ...WORD_PIECES.model, ...model } };
}

function without(letter: string) {
  const { [letter]: _left, ...vocab } = BYTE_PAIRS.model.vocab;
  return { ...BYTE_PAIRS, model: { ...BYTE_PAIRS.model, vocab } };
}

it("loadTokenizer reads both files of a folder", async () => {
  const directory = mkdtempSync(join(tmpdir(), "tokenizer-"));
  try {
    await expect(loadTokenizer({ directory })).rejects.toThrow(/tokenizer\.json: cannot be read \(ENOENT\)/);
    writeFileSync(join(directory, "tokenizer.json"), JSON.stringify(ROBERTA));
    expect((await loadTokenizer({ directory })).special.eos).toBe(260);
    writeFileSync(join(directory, "tokenizer_config.json"), '{"eos_token":"</s>"}');
    const tokenizer = await loadTokenizer({ directory });
    expect(tokenizer.special.eos).toBe(263);
    expect(tokenizer.name).toBe(join(directory, "tokenizer.json"));
    writeFileSync(join(directory, "tokenizer.json"), Buffer.from('{"a":\n"\xe9"}', "latin1"));
    await expect(loadTokenizer({ directory })).rejects.toThrow(/line 2 is not UTF-8/);
  } finally {
    rmSync(directory, { recursive: true });
  }
});
