import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const SPECIAL = ["[PAD]", "[UNK]", "[CLS]", "[SEP]"];
const WORDS = [
  "tea",
  "ship",
  "letter",
  "winter",
  "road",
  "song",
  "win",
  "$",
  "##s",
  "serves",
  "name",
  "food",
];
const SIGNS = [..."0123456789[],.|"];

/** Every token of {@link writeTinyTokenizer}, in order. */
export const TINY_VOCABULARY: readonly string[] = [...SPECIAL, ...WORDS, ...SIGNS];

/** Writes a tokenizer as BERT's, of the words that the tiny texts have; `more` are tokens besides. */
export function writeTinyTokenizer(folder: string, more: readonly string[] = []): void {
  const special = (id: string) => ({ SpecialToken: { id, type_id: 0 } });
  const sequence = (id: string) => ({ Sequence: { id, type_id: 0 } });
  const around = (id: string, at: number) => [id, { id, ids: [at], tokens: [id] }];
  const vocabulary = [...TINY_VOCABULARY, ...more];
  const tokenizer = {
    added_tokens: SPECIAL.map((content, id) => ({ id, content, special: true })),
    normalizer: { type: "BertNormalizer", clean_text: true, handle_chinese_chars: true, lowercase: true },
    pre_tokenizer: { type: "BertPreTokenizer" },
    post_processor: {
      type: "TemplateProcessing",
      single: [special("[CLS]"), sequence("A"), special("[SEP]")],
      pair: [special("[CLS]"), sequence("A"), special("[SEP]"), sequence("B"), special("[SEP]")],
      special_tokens: Object.fromEntries([around("[CLS]", 2), around("[SEP]", 3)]),
    },
    decoder: { type: "WordPiece", prefix: "##", cleanup: true },
    model: {
      type: "WordPiece",
      unk_token: "[UNK]",
      continuing_subword_prefix: "##",
      max_input_chars_per_word: 100,
      vocab: Object.fromEntries(vocabulary.map((token, id) => [token, id])),
    },
  };
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "tokenizer.json"), JSON.stringify(tokenizer));
  writeFileSync(join(folder, "tokenizer_config.json"), JSON.stringify({ unk_token: "[UNK]" }));
}
