import { DpError } from "../../errors.js";
import { checkOptions, show, wrongShape } from "../../validate.js";
import { unreadable } from "../data/_internal/unreadable.js";
import { FORMAT_BYTES, foreignFormat } from "../safetensors/_internal/foreign-format.js";
import { type AddedToken, addedTokenSplitter, type Section } from "./_internal/added-tokens.js";
import { checkIds } from "./_internal/check-ids.js";
import { layoutsOf } from "./_internal/layouts-of.js";
import { type PreTokenizer, preTokenizerOf } from "./_internal/pre-tokenizer.js";
import { specialTokens } from "./_internal/special-tokens.js";
import { normalizerOf } from "./_internal/text-normalizer.js";
import { cleanUp, decoderOf, type TokenDecoder } from "./_internal/token-decoder.js";
import { openTokenModel, type TokenModel } from "./_internal/token-model.js";
import { openPatternReader } from "./_internal/token-pattern.js";
import { PartReader } from "./_internal/tokenizer-part.js";
import { type TokenizerFile, tokenizerVocabulary } from "./_internal/tokenizer-vocabulary.js";
import type { Tokenizer } from "./tokenizer.js";

/** The files of a tokenizer, as text. */
export interface ReadTokenizerOptions {
  /** What `tokenizer.json` holds. */
  readonly tokenizer: string;
  /** What `tokenizer_config.json` holds; without it the special tokens are found by their usual names. */
  readonly config?: string;
  /** What it is called in messages; default `tokenizer.json`. */
  readonly name?: string;
}

type Json = Readonly<Record<string, unknown>>;

/**
 * A tokenizer from the `tokenizer.json` that comes with public models (WordPiece, byte-pair encoding,
 * unigram), read by `@huggingface/tokenizers`.
 *
 * As there, a special token's name within a text, e.g. `[SEP]`, becomes that token. A tokenizer whose
 * vocabulary was computed from the private texts is itself a release of them: take a public one, or
 * {@link byteTokenizer}.
 *
 * @param options the texts of the files
 * @throws DpError DATA_UNREADABLE a file is not such JSON, is of a kind that is not known, or would leave out
 *   parts of a text; BAD_INPUT an option is no text
 */
export async function readTokenizer(options: ReadTokenizerOptions): Promise<Tokenizer> {
  const { tokenizer, config = "{}", name = "tokenizer.json" } = checkOptions("readTokenizer", options);
  if (typeof name !== "string") throw wrongShape("readTokenizer: name", name, "a text");
  const file = parse("tokenizer", tokenizer, name) as Json & TokenizerFile;
  const settings = parse("config", config, `${name}, its configuration`);
  if (typeof file.model?.vocab !== "object" || file.model.vocab === null) {
    throw unreadable(name, "it has no model with a vocabulary", "a tokenizer.json");
  }
  const added = checkAdded(file.added_tokens, name);
  const vocabulary = tokenizerVocabulary({ ...file, added_tokens: added }, name);
  const reader = new PartReader(name);
  const patternOf = await openPatternReader(reader);
  const size = [...vocabulary.values()].reduce((most, id) => Math.max(most, id), 0) + 1;
  const special = specialTokens(vocabulary, settings);
  return Object.freeze({
    name,
    vocabulary: size,
    special,
    layouts: layoutsOf(file.post_processor, special.eos, reader),
    encode: encoderOf(
      {
        split: addedTokenSplitter(added, normalizerOf(file.normalizer, { reader, patternOf })),
        cut: preTokenizerOf(file.pre_tokenizer, { reader, patternOf }),
        model: await openTokenModel({ ...file.model }, vocabulary, reader),
      },
      name,
    ),
    decode: decoderFor(
      decoderOf(file.decoder, { reader, patternOf }),
      tokensToShow(vocabulary, added),
      settings.clean_up_tokenization_spaces === true,
    ),
  });
}

function parse(option: string, text: string, name: string): Json {
  if (typeof text !== "string") throw wrongShape(`readTokenizer: ${option}`, text, "the text of a file");
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (cause) {
    const found = foreignFormat(new TextEncoder().encode(text.slice(0, FORMAT_BYTES)));
    throw unreadable(name, found ?? "it is not JSON", "a tokenizer's file", cause);
  }
  if (typeof json === "object" && json !== null && !Array.isArray(json)) return json as Json;
  throw unreadable(name, "it is not a JSON object", "a tokenizer's file");
}

function checkAdded(added: unknown, name: string): NonNullable<TokenizerFile["added_tokens"]> {
  const isToken = (token: unknown): boolean => typeof token === "object" && token !== null;
  if (added === undefined || added === null) return [];
  if (Array.isArray(added) && added.every(isToken)) return added;
  throw unreadable(name, "its added_tokens are none", "an array of tokens");
}

interface Steps {
  readonly split: (text: string) => readonly Section[];
  readonly cut: PreTokenizer;
  readonly model: TokenModel;
}

function encoderOf({ split, cut, model }: Steps, name: string): Tokenizer["encode"] {
  return (text) => {
    if (typeof text !== "string") throw wrongShape(`${name}: text`, text, "a text");
    const idsOf = ({ text: section, token, isFirst }: Section): readonly number[] => {
      if (token !== undefined) return [token.id];
      const tokens = cut(section, isFirst).flatMap((part) => model.tokens(part));
      return tokens.map(
        ({ token: found, id }) => id ?? refuse(`token ${show(found)} has no id, and ${NONE}`),
      );
    };
    const refuse = (why: string, cause?: unknown): never => {
      throw notEncoded(name, why, text, cause);
    };
    try {
      return Uint32Array.from(split(text.replace(/\p{Surrogate}/gu, "\ufffd")).flatMap(idsOf));
    } catch (cause) {
      if (cause instanceof DpError) throw cause;
      return refuse((cause as Error).message, cause);
    }
  };
}

const NONE = "there is none for the unknown";

function notEncoded(name: string, why: string, text: string, cause?: unknown): DpError {
  const message = `${name}: the text cannot be encoded: ${why}; take the tokenizer of the model, or byteTokenizer`;
  return new DpError("BAD_INPUT", message, { parameter: `${name}: text`, value: text }, cause);
}

/** The tokens by id; none for those that are no text. */
function tokensToShow(
  vocabulary: ReadonlyMap<string, number>,
  added: readonly AddedToken[],
): readonly (string | undefined)[] {
  const tokens: (string | undefined)[] = [];
  for (const [token, id] of vocabulary) tokens[id] = token;
  for (const { content, id, special } of added) tokens[id] = special === true ? undefined : content;
  return tokens;
}

function decoderFor(
  decode: TokenDecoder,
  tokens: readonly (string | undefined)[],
  isCleaned: boolean,
): Tokenizer["decode"] {
  return (ids) => {
    const shown = checkIds("decode: ids", ids, tokens.length).flatMap((id) => tokens[id] ?? []);
    const text = decode(shown).join("");
    return isCleaned ? cleanUp(text) : text;
  };
}
