// Ids and texts of Hugging Face's tokenizers in Rust, 0.22.2, as built for Node by the package
// @anush008/tokenizers 0.6.0: npm install --no-save @anush008/tokenizers@0.6.0 && node
// test/vectors/tokenizers/generate.mjs
import { writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import {
  BYTES,
  bytePairs,
  CHARSMAP,
  EXPRESSION,
  idsOf,
  numbered,
  pieces,
  signedPairs,
  special,
  unigram,
} from "./files.mjs";

const { Tokenizer } = createRequire(import.meta.url)("@anush008/tokenizers");

const bert = (more = {}) => ({
  type: "BertNormalizer",
  clean_text: true,
  handle_chinese_chars: true,
  strip_accents: null,
  lowercase: true,
  ...more,
});
const BERT = { type: "BertPreTokenizer" };
const words = (content, more) =>
  pieces({
    added_tokens: [
      special("[UNK]", 0),
      special(content, numbered([content])[0], { special: false, ...more }),
    ],
  });
const expression = (Regex, behavior, invert = false) => ({
  type: "Split",
  pattern: { Regex },
  behavior,
  invert,
});
const SPLIT_TEXTS = ["a bb  c", " a--b-", "--", "-a-", "", "a"];

const CASES = [
  [
    "added tokens that are single words",
    words("ing", { single_word: true }),
    ["ing", "sing", "ing.", "_ing", "中ing", "ing-ing", "a ing b", "inging", "ing\u0301", "½ing"],
  ],
  ["added tokens within words", words("ing", {}), ["ing", "sing", "inging", "a ing b"]],
  [
    "added tokens that take white space",
    words("ing", { lstrip: true, rstrip: true }),
    ["a \u0085\u3000ing\n b", "a\ufeffing\ufeffb", " ing  ing "],
  ],
  [
    "the longest of the leftmost added tokens",
    pieces({
      added_tokens: ["[UNK]", "ab", "abc", "bcd"].map((token, i, all) => special(token, numbered(all)[i])),
    }),
    ["abcd", "xabd", "abab"],
  ],
  [
    "added tokens of the normalized text",
    pieces({
      normalizer: { type: "Lowercase" },
      added_tokens: [
        special("[UNK]", 0),
        special("ING", numbered(["ING"])[0], { special: false, normalized: true }),
      ],
    }),
    ["ING", "ing", "sIng", "a ing b"],
  ],
  [
    "added tokens of the text as it is",
    pieces({
      normalizer: { type: "Lowercase" },
      added_tokens: [special("[UNK]", 0), special("ING", numbered(["ING"])[0])],
    }),
    ["ING", "ing", "aINGb"],
  ],
  [
    "BERT's normalizer",
    pieces({ normalizer: bert(), pre_tokenizer: BERT }),
    [
      "a𠀀b",
      "a\u{2b821}b",
      "a\u{2b921}b",
      "中文b",
      "ΑΣ",
      "ΑΣ Σ",
      "a\ufeffb",
      "a\u0085b",
      "a\u200bb",
      "Éa",
      "İ",
      "\0a\ufffd",
      "a\u3000b",
      "a\tb",
      "a$b~c",
      "a«b",
      "e\u0301",
    ],
  ],
  [
    "BERT's normalizer with accents, in any case",
    pieces({ normalizer: bert({ strip_accents: false, lowercase: false }), pre_tokenizer: BERT }),
    ["é", "Σα", "e\u0301", "a𠀀b"],
  ],
  [
    "BERT's normalizer of nothing",
    pieces({
      normalizer: bert({ clean_text: false, handle_chinese_chars: false, lowercase: false }),
      pre_tokenizer: BERT,
    }),
    ["a\ufeffb", "a\u0085b", "中文", "a\u200bb", "é"],
  ],
  ["lower case", pieces({ normalizer: { type: "Lowercase" } }), ["ΑΣ", "ΑΣ.", "İ", "ABC"]],
  [
    "white space at the ends",
    pieces({ normalizer: { type: "Strip", strip_left: true, strip_right: true }, pre_tokenizer: null }),
    [" \u0085\u3000a \n", "\ufeffa\ufeff", "  "],
  ],
  [
    "replacements with a dollar",
    pieces({ normalizer: { type: "Replace", pattern: { String: "." }, content: "$&" }, pre_tokenizer: null }),
    ["a.b", ".", "a+b"],
  ],
  [
    "expressions that are replaced",
    pieces({
      normalizer: { type: "Replace", pattern: { Regex: "\\s+" }, content: "-" },
      pre_tokenizer: null,
    }),
    ["a \u0085b", "a\ufeffb", " a"],
  ],
  [
    "a beginning",
    pieces({
      normalizer: {
        type: "Sequence",
        normalizers: [
          { type: "Strip", strip_left: true, strip_right: true },
          { type: "Prepend", prepend: "▁" },
        ],
      },
      pre_tokenizer: null,
    }),
    ["a", " ", " a", ""],
  ],
  [
    "a charsmap",
    pieces({
      normalizer: { type: "Precompiled", precompiled_charsmap: CHARSMAP },
      pre_tokenizer: { type: "WhitespaceSplit" },
    }),
    ["ﬁ²", "a\u3000b", "\ufeffa", "e\u0301a", "éa", "ABA", "\u0001a", "ℌ", "A\u0301a", "a"],
  ],
  [
    "accents",
    pieces({ normalizer: { type: "Sequence", normalizers: [{ type: "NFKD" }, { type: "StripAccents" }] } }),
    ["é", "ﬁ", "e\u0301", "²"],
  ],
  ["white space", pieces({}), ["a\u0085b", "a\ufeffb", "a\u200bb", "a \n\t\u3000b"]],
  [
    "words and what is none",
    pieces({ pre_tokenizer: { type: "Whitespace" } }),
    ["éa", "a_b", "a.!b", "中文 a", "a٣½b", "a\ufeffb", "😀"],
  ],
  [
    "punctuation",
    pieces({ pre_tokenizer: { type: "Punctuation", behavior: "Isolated" } }),
    ["a.!b", "--", "a$~+b", "«a"],
  ],
  [
    "punctuation in a row",
    pieces({ pre_tokenizer: { type: "Punctuation", behavior: "Contiguous" } }),
    ["a.!b", "--"],
  ],
  ["digits", pieces({ pre_tokenizer: { type: "Digits", individual_digits: false } }), ["a12b3", "٣½²", "12"]],
  ["single digits", pieces({ pre_tokenizer: { type: "Digits", individual_digits: true } }), ["a12b3", "٣½²"]],
  ...["Removed", "Isolated", "MergedWithPrevious", "MergedWithNext", "Contiguous"].flatMap((behavior) => [
    [
      `a text, ${behavior}`,
      pieces({ pre_tokenizer: { type: "Split", pattern: { String: "-" }, behavior, invert: false } }),
      SPLIT_TEXTS,
    ],
    [
      `all but an expression, ${behavior}`,
      pieces({ pre_tokenizer: expression("[a-c]+", behavior, true) }),
      SPLIT_TEXTS,
    ],
  ]),
  [
    "an expression's white space and words",
    pieces({ pre_tokenizer: expression("\\s+|\\w+", "Isolated") }),
    ["a\u0085b", "a\ufeffb", "éa_½b", "a\u200bb"],
  ],
  [
    "parts of a length",
    pieces({ pre_tokenizer: { type: "FixedLength", length: 2 } }),
    ["abc", "a😀b", "𠀀𠀀a", "é"],
  ],
  [
    "parts of parts",
    pieces({
      pre_tokenizer: {
        type: "Sequence",
        pretokenizers: [{ type: "WhitespaceSplit" }, { type: "Digits", individual_digits: true }],
      },
    }),
    ["a12 b", "1 2"],
  ],
  [
    "GPT-2's bytes",
    bytePairs({}),
    [
      "the the",
      "a\ufeffb",
      "a\u0085 b",
      "a  b ",
      "it's I'LL",
      "é😀",
      "½٣²",
      "<|end|>the",
      "\u200b",
      "\u3000a",
    ],
  ],
  [
    "GPT-2's bytes with a space in front",
    bytePairs({
      pre_tokenizer: { type: "ByteLevel", add_prefix_space: true, trim_offsets: true, use_regex: true },
    }),
    ["the", " the", "", "a<|end|>b"],
  ],
  [
    "an expression, then bytes",
    bytePairs({
      pre_tokenizer: {
        type: "Sequence",
        pretokenizers: [
          expression(EXPRESSION, "Isolated"),
          { type: "ByteLevel", add_prefix_space: false, trim_offsets: true, use_regex: false },
        ],
      },
    }),
    ["the'S the'ſ", "12345 6", "a\n\n b\ufeff", " \u0085x"],
  ],
  [
    "merges that are left out for a whole word",
    bytePairs(
      { added_tokens: [special("<|end|>", 260)] },
      { ignore_merges: true, vocab: idsOf([...BYTES, "he", "Ġt", "Ġthe", "cab"]) },
    ),
    ["cab", "the the"],
  ],
  [
    "unknown characters that are fused, word by word",
    signedPairs({ pre_tokenizer: { type: "WhitespaceSplit" } }),
    ["xy z", "xayz", "x y", "ab"],
  ],
  ["unknown characters, each", signedPairs({}, { fuse_unk: false }), ["xy z", "ab\ufeff"]],
  [
    "bytes for what is unknown",
    signedPairs(
      {
        normalizer: {
          type: "Sequence",
          normalizers: [
            { type: "Prepend", prepend: "▁" },
            { type: "Replace", pattern: { String: " " }, content: "▁" },
          ],
        },
        decoder: {
          type: "Sequence",
          decoders: [
            { type: "Replace", pattern: { String: "▁" }, content: " " },
            { type: "ByteFallback" },
            { type: "Fuse" },
            { type: "Strip", content: " ", start: 1, stop: 0 },
          ],
        },
      },
      { byte_fallback: true },
    ),
    ["a é", "é", "th", " a", "😀"],
  ],
  ["signs for spaces", unigram({}), ["a th", " a", "ab  b", "a▁b", "", "<unk>a", "xyz a"]],
  [
    "a sign at the first word",
    unigram({ pre_tokenizer: { type: "Metaspace", replacement: "▁", prepend_scheme: "first", split: true } }),
    ["a<unk>b", "a b", "<unk>a"],
  ],
  [
    "no sign in front",
    unigram({
      pre_tokenizer: { type: "Metaspace", replacement: "▁", prepend_scheme: "never", split: false },
      decoder: { type: "Metaspace", replacement: "▁", prepend_scheme: "never", split: false },
    }),
    ["a b", " a"],
  ],
  ["bytes for what no piece has", unigram({}, { byte_fallback: true }), ["é", "xyz", "a\ufeff"]],
];

const cases = [];
for (const [what, file, texts] of CASES) {
  const rust = Tokenizer.fromString(JSON.stringify(file));
  const encoded = [];
  for (const text of texts) {
    const ids = (await rust.encode(text, null, { addSpecialTokens: false })).getIds();
    encoded.push({ text, ids, decoded: ids.length === 0 ? "" : await rust.decode(ids, true) });
  }
  cases.push({ what, file, encoded });
}
const head = {
  source: "Hugging Face tokenizers",
  version: "0.22.2 (@anush008/tokenizers 0.6.0)",
  command: "node test/vectors/tokenizers/generate.mjs",
};
const lines = cases.map((each) => JSON.stringify(each)).join(",\n");
writeFileSync(
  new URL("encoded.json", import.meta.url),
  `${JSON.stringify(head).slice(0, -1)},"cases":[\n${lines}\n]}\n`,
);
