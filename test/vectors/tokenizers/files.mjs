// Small files of tokenizers, and a charsmap of SentencePiece's form.

export const idsOf = (tokens) => Object.fromEntries([...new Set(tokens)].map((token, id) => [token, id]));
export const special = (content, id, more = {}) => ({
  id,
  content,
  single_word: false,
  lstrip: false,
  rstrip: false,
  normalized: false,
  special: true,
  ...more,
});
const NOTHING = { version: "1.0", truncation: null, padding: null, post_processor: null, decoder: null };

/** Word pieces of single characters, so that ids show where words begin. */
const LETTERS = [
  ..."abcdefghijklmnopqrstuvwxyz0123456789.,!-$~+_'«é中文カΣσςΑα½٣²\ufeff\u200b\u0085𠀀\u{2b821}\u{2b921}😀▁ İﬁ",
];
const PIECES = ["[UNK]", "[X]", ...LETTERS, ...LETTERS.map((letter) => `##${letter}`), "ing", "##ing"];
/** As the Rust library numbers them: by the vocabulary, or behind it. */
export const numbered = (contents) => {
  const vocabulary = idsOf(PIECES);
  let next = Object.keys(vocabulary).length;
  return contents.map((content) => vocabulary[content] ?? next++);
};
export const pieces = (more) => ({
  ...NOTHING,
  added_tokens: [special("[UNK]", 0), special("[X]", 1)],
  normalizer: null,
  pre_tokenizer: { type: "WhitespaceSplit" },
  model: {
    type: "WordPiece",
    unk_token: "[UNK]",
    continuing_subword_prefix: "##",
    max_input_chars_per_word: 100,
    vocab: idsOf(PIECES),
  },
  ...more,
});

/** The expression of Llama 3. */
export const EXPRESSION =
  "(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\\r\\n\\p{L}\\p{N}]?\\p{L}+|\\p{N}{1,3}| ?[^\\s\\p{L}\\p{N}]+[\\r\\n]*|\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+";
let others = 256;
export const BYTES = Array.from({ length: 256 }, (_, byte) =>
  String.fromCharCode((byte > 32 && byte < 127) || (byte > 160 && byte !== 173) ? byte : others++),
);
export const bytePairs = (more, model = {}) => ({
  ...NOTHING,
  added_tokens: [special("<|end|>", 259)],
  normalizer: null,
  pre_tokenizer: { type: "ByteLevel", add_prefix_space: false, trim_offsets: true, use_regex: true },
  decoder: { type: "ByteLevel", add_prefix_space: false, trim_offsets: true, use_regex: true },
  model: {
    type: "BPE",
    dropout: null,
    unk_token: null,
    continuing_subword_prefix: "",
    end_of_word_suffix: "",
    fuse_unk: false,
    byte_fallback: false,
    ignore_merges: false,
    vocab: idsOf([...BYTES, "he", "Ġt", "Ġthe"]),
    merges: ["h e", "Ġ t", "Ġt he"],
    ...model,
  },
  ...more,
});
const BYTE_TOKENS = Array.from(
  { length: 256 },
  (_, byte) => `<0x${byte.toString(16).toUpperCase().padStart(2, "0")}>`,
);
const SIGNED = ["<unk>", ..."▁abcdeth 'b", "▁a", "th", "ab", "\ufeff", ...BYTE_TOKENS];
export const signedPairs = (more, model = {}) => ({
  ...NOTHING,
  added_tokens: [special("<unk>", 0)],
  normalizer: null,
  pre_tokenizer: null,
  model: {
    type: "BPE",
    dropout: null,
    unk_token: "<unk>",
    continuing_subword_prefix: null,
    end_of_word_suffix: null,
    fuse_unk: true,
    byte_fallback: false,
    ignore_merges: false,
    vocab: idsOf(SIGNED),
    merges: ["▁ a", "t h", "a b"],
    ...model,
  },
  ...more,
});
export const unigram = (more, model = {}) => ({
  ...NOTHING,
  added_tokens: [special("<unk>", 0)],
  normalizer: null,
  pre_tokenizer: { type: "Metaspace", replacement: "▁", prepend_scheme: "always", split: true },
  decoder: { type: "Metaspace", replacement: "▁", prepend_scheme: "always", split: true },
  model: {
    type: "Unigram",
    unk_id: 0,
    byte_fallback: false,
    vocab: [...new Set(SIGNED)].map((token, id) => [token, id === 0 ? 0 : -token.length - id / 512]),
    ...model,
  },
  ...more,
});

/**
 * A charsmap of SentencePiece's form: each key's bytes and a leaf in a double array, then the replacements,
 * each with a 0 behind it.
 */
export function charsmap(replacements) {
  const root = { children: new Map() };
  let values = [];
  for (const [key, replacement] of Object.entries(replacements)) {
    let node = root;
    for (const byte of Buffer.from(key)) {
      if (!node.children.has(byte)) node.children.set(byte, { children: new Map() });
      node = node.children.get(byte);
    }
    node.value = values.length;
    values = [...values, ...Buffer.from(replacement), 0];
  }
  const units = new Uint32Array(2 ** 15);
  const taken = new Set([0]);
  const place = (node, at, label) => {
    const labels = [...(node.value === undefined ? [] : [0]), ...node.children.keys()];
    let base = 1;
    while (labels.some((each) => taken.has(base ^ each))) base += 1;
    for (const each of labels) taken.add(base ^ each);
    units[at] = (((at ^ base) << 10) | (node.value === undefined ? 0 : 0x100) | label) >>> 0;
    if (node.value !== undefined) units[base] = (0x80000000 | node.value) >>> 0;
    for (const [each, child] of node.children) place(child, base ^ each, each);
  };
  place(root, 0, 0);
  const size = 4 * (Math.max(...taken) + 1 + 256);
  const head = Buffer.alloc(4);
  head.writeUInt32LE(size);
  return Buffer.concat([head, Buffer.from(units.buffer, 0, size), Buffer.from(values)]).toString("base64");
}
export const CHARSMAP = charsmap({
  ﬁ: "fi",
  "²": "2",
  "\u3000": " ",
  "\ufeff": "",
  "\u0001": "",
  "e\u0301": "é",
  é: "é",
  A: "a",
  ℌ: "H",
});
