import type { SpecialTokens } from "../tokenizer.js";

/** For each kind: its fields in `tokenizer_config.json`, then the names that say so themselves. */
const NAMES: Readonly<Record<keyof SpecialTokens, { fields: readonly string[]; tokens: readonly string[] }>> =
  {
    pad: { fields: ["pad_token"], tokens: ["[PAD]", "<pad>"] },
    cls: { fields: ["cls_token"], tokens: ["[CLS]", "<s>", "<cls>"] },
    sep: { fields: ["sep_token"], tokens: ["[SEP]", "</s>", "<sep>"] },
    eos: { fields: ["eos_token"], tokens: ["<|endoftext|>", "</s>", "<eos>"] },
    unknown: { fields: ["unk_token"], tokens: ["[UNK]", "<unk>"] },
  };

/** The special tokens that a configuration names, or else those of the usual names. */
export function specialTokens(
  vocabulary: ReadonlyMap<string, number>,
  config: Readonly<Record<string, unknown>>,
): SpecialTokens {
  const found = Object.entries(NAMES).flatMap(([kind, { fields, tokens }]) => {
    const named = fields.map((field) => contentOf(config[field]));
    const id = [...named, ...tokens]
      .map((token) => vocabulary.get(token ?? ""))
      .find((id) => id !== undefined);
    return id === undefined ? [] : [[kind, id] as const];
  });
  return Object.freeze(Object.fromEntries(found));
}

/** A token is written as a text, or as an object with one. */
function contentOf(token: unknown): string | undefined {
  const content = typeof token === "object" ? (token as { content?: unknown } | null)?.content : token;
  return typeof content === "string" ? content : undefined;
}
