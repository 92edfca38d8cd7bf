import { unreadable } from "../../data/_internal/unreadable.js";
import type { AddedToken } from "./added-tokens.js";
import { BYTE_ALPHABET } from "./byte-letters.js";
import { modelType } from "./token-model.js";

/** As many ids as an embedding may have rows. */
const MAX_ENTRIES = 2 ** 20;

/** What `tokenizer.json` says, as far as it is looked into here. */
export interface TokenizerFile {
  readonly model: {
    readonly type?: unknown;
    readonly unk_token?: unknown;
    readonly byte_fallback?: unknown;
    readonly merges?: unknown;
    readonly vocab: object;
  };
  readonly added_tokens?: readonly AddedToken[] | null;
}

/**
 * The tokens and their ids; each an integer below 2^20, so that a foreign file cannot ask for any amount of
 * memory.
 */
export function tokenizerVocabulary(file: TokenizerFile, name: string): ReadonlyMap<string, number> {
  const { model, added_tokens: added } = file;
  const own: [unknown, unknown][] = Array.isArray(model.vocab)
    ? model.vocab.map((entry: unknown, id) => [Array.isArray(entry) ? entry[0] : entry, id])
    : Object.entries(model.vocab);
  const tokens = [...own, ...(added ?? []).map(({ content, id }) => [content, id] as const)];
  for (const [token, id] of tokens) {
    const isId = Number.isSafeInteger(id) && (id as number) >= 0 && (id as number) < MAX_ENTRIES;
    if (typeof token === "string" && isId) continue;
    throw unreadable(
      name,
      `token ${JSON.stringify(token)} has the id ${JSON.stringify(id)}`,
      "integers in [0, 2^20)",
    );
  }
  if (tokens.length === 0) throw unreadable(name, "it has no tokens", "a vocabulary");
  checkNumbering(new Map(own as [string, number][]), added ?? [], name);
  const vocabulary = new Map(tokens as [string, number][]);
  checkNothingIsDropped(model, vocabulary, name);
  return vocabulary;
}

/** The library that defines the format goes by the model's vocabulary, others go by the added tokens. */
function checkNumbering(own: ReadonlyMap<string, number>, added: readonly AddedToken[], name: string): void {
  for (const { content, id } of added) {
    const other = own.get(content) ?? id;
    if (other === id) continue;
    throw unreadable(
      name,
      `token ${JSON.stringify(content)} has the ids ${other} and ${id}`,
      "one id for each",
    );
  }
}

/** A byte-pair encoding without a token for the unknown leaves out what it does not know, without a word. */
function checkNothingIsDropped(
  model: TokenizerFile["model"],
  vocabulary: ReadonlyMap<string, number>,
  name: string,
): void {
  const isBytePairs = modelType({ ...model }) === "BPE";
  if (!isBytePairs || typeof model.unk_token === "string" || model.byte_fallback === true) return;
  const missing = BYTE_ALPHABET.find((letter) => !vocabulary.has(letter));
  if (missing === undefined) return;
  const problem = `it has neither a token for the unknown nor one for each byte (${JSON.stringify(missing)} is missing)`;
  throw unreadable(name, problem, "one of both, for else it would leave out parts of a text");
}
