import { type LibraryModel, tokenizerLibrary } from "./tokenizer-library.js";
import type { PartReader, TokenizerPart } from "./tokenizer-part.js";

/** Cuts what the pre-tokenizer leaves into tokens of the vocabulary; `unknown` stands for what is in none. */
export interface TokenModel {
  /** The tokens and their ids; undefined for one without id where there is none for the unknown. */
  tokens(text: string): readonly { readonly token: string; readonly id: number | undefined }[];
}

const KIND = "model";
const TYPES = ["BPE", "WordPiece", "Unigram"] as const;

/**
 * The search for a text's tokens, by `@huggingface/tokenizers`; each part of a text is given to it alone, and
 * what it leaves out of the format's rules is refused.
 */
export async function openTokenModel(
  model: TokenizerPart,
  vocabulary: ReadonlyMap<string, number>,
  reader: PartReader,
): Promise<TokenModel> {
  const engine = await openEngine(model, reader);
  const unknown = engine.unk_token ?? undefined;
  const unknownId = unknown === undefined ? undefined : vocabulary.get(unknown);
  const fallsBackOnBytes = modelType(model) === "Unigram" && model.byte_fallback === true;
  const idsOf = engine.tokens_to_ids;
  const asBytes = (token: string): readonly string[] => {
    const bytes = Array.from(new TextEncoder().encode(token), byteToken);
    return bytes.every((byte) => idsOf.has(byte)) ? bytes : [token];
  };
  return {
    tokens: (text) =>
      engine([text])
        .flatMap((token) => (fallsBackOnBytes && !idsOf.has(token) ? asBytes(token) : [token]))
        .map((token) => ({ token, id: idsOf.get(token) ?? unknownId })),
  };
}

/** Old files do not say of which type a model is. */
export function modelType({ type, vocab, merges }: TokenizerPart): unknown {
  if (type !== undefined) return type;
  if (Array.isArray(vocab)) return "Unigram";
  return merges === undefined ? "WordPiece" : "BPE";
}

function byteToken(byte: number): string {
  return `<0x${byte.toString(16).toUpperCase().padStart(2, "0")}>`;
}

/** The library throws errors of any kind at files that are not as it expects. */
async function openEngine(model: TokenizerPart, reader: PartReader): Promise<LibraryModel> {
  const { BPE, Unigram, WordPiece } = await tokenizerLibrary();
  const type = TYPES.find((each) => each === modelType(model));
  if (type === undefined) return reader.refuseType(KIND, modelType(model), TYPES);
  if (type === "BPE") checkBytePairs(model, reader);
  try {
    switch (type) {
      case "BPE":
        return new BPE(model);
      case "WordPiece":
        return new WordPiece({ continuing_subword_prefix: "##", ...model });
      case "Unigram":
        return new Unigram(model, "");
    }
  } catch (cause) {
    const problem = `it cannot be used (${(cause as Error).message})`;
    return reader.refuse(problem, "a tokenizer that @huggingface/tokenizers reads", cause);
  }
}

function checkBytePairs(
  { dropout, continuing_subword_prefix: prefix }: TokenizerPart,
  reader: PartReader,
): void {
  if (typeof dropout === "number" && dropout > 0) {
    reader.refuse(`its model leaves out merges by chance (dropout ${dropout})`, "dropout null");
  }
  if (typeof prefix === "string" && prefix !== "") {
    const problem = `its byte pairs have the continuing_subword_prefix ${JSON.stringify(prefix)}`;
    reader.refuse(problem, "none: @huggingface/tokenizers leaves it out");
  }
}
