import { unreadable } from "../../data/_internal/unreadable.js";

/** As many ids as an embedding may have rows. */
const MOST = 2 ** 20;

/** Old files do not say which one they are of. */
const KINDS: readonly unknown[] = [undefined, "BPE", "WordPiece", "Unigram"];

/** What `tokenizer.json` says, as far as it is looked into here. */
export interface TokenizerFile {
  readonly model: {
    readonly type?: unknown;
    readonly unk_token?: unknown;
    readonly byte_fallback?: unknown;
    readonly merges?: unknown;
    readonly vocab: object;
  };
  readonly added_tokens?: readonly { readonly content: string; readonly id: number }[] | null;
}

/** The tokens and their ids; each an integer below 2^20, so that a foreign file cannot ask for any amount of memory. */
export function tokenizerVocabulary(file: TokenizerFile, name: string): ReadonlyMap<string, number> {
  const { model, added_tokens: added } = file;
  if (!KINDS.includes(model.type)) {
    throw unreadable(name, `its model is of type ${JSON.stringify(model.type)}`, KINDS.slice(1).join(", "));
  }
  const own: [unknown, unknown][] = Array.isArray(model.vocab)
    ? model.vocab.map((entry: unknown, id) => [Array.isArray(entry) ? entry[0] : entry, id])
    : Object.entries(model.vocab);
  const tokens = [...own, ...(added ?? []).map(({ content, id }) => [content, id] as const)];
  for (const [token, id] of tokens) {
    const isId = Number.isSafeInteger(id) && (id as number) >= 0 && (id as number) < MOST;
    if (typeof token === "string" && isId) continue;
    throw unreadable(
      name,
      `token ${JSON.stringify(token)} has the id ${JSON.stringify(id)}`,
      "integers in [0, 2^20)",
    );
  }
  if (tokens.length === 0) throw unreadable(name, "it has no tokens", "a vocabulary");
  const vocabulary = new Map(tokens as [string, number][]);
  checkNothingIsDropped(model, vocabulary, name);
  return vocabulary;
}

/** A byte-pair encoding without a token for the unknown leaves out what it does not know, without a word. */
function checkNothingIsDropped(
  model: TokenizerFile["model"],
  vocabulary: ReadonlyMap<string, number>,
  name: string,
): void {
  const isBytePairs = model.type === "BPE" || (model.type === undefined && model.merges !== undefined);
  if (!isBytePairs || typeof model.unk_token === "string" || model.byte_fallback === true) return;
  const missing = byteAlphabet().find((letter) => !vocabulary.has(letter));
  if (missing === undefined) return;
  const problem = `it has neither a token for the unknown nor one for each byte (${JSON.stringify(missing)} is missing)`;
  throw unreadable(name, problem, "one of both, for else it would leave out parts of a text");
}

/** GPT-2's letters for the 256 bytes: printable ones stand for themselves, the others are counted up from U+0100. */
function byteAlphabet(): string[] {
  let others = 256;
  return Array.from({ length: 256 }, (_, byte) => {
    const isPrintable = (byte > 32 && byte < 127) || (byte > 160 && byte !== 173);
    return String.fromCharCode(isPrintable ? byte : others++);
  });
}
