import { DpError } from "../../errors.js";
import { checkOptions, show, wrongShape } from "../../validate.js";
import { unreadable } from "../data/_internal/unreadable.js";
import { checkIds } from "./_internal/check-ids.js";
import { type Encode, layoutsOf } from "./_internal/layouts-of.js";
import { specialTokens } from "./_internal/special-tokens.js";
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

/** The part of `@huggingface/tokenizers` that is used. */
interface Engine {
  encode(
    text: string,
    options: object,
  ): { readonly ids: readonly (number | undefined)[]; readonly tokens: string[] };
  decode(ids: number[], options: object): string;
}

/**
 * A tokenizer from the `tokenizer.json` that comes with public models (WordPiece, byte-pair encoding, unigram), read by
 * `@huggingface/tokenizers`.
 *
 * As there, a special token's name within a text, e.g. `[SEP]`, becomes that token. A tokenizer whose vocabulary was computed
 * from the private texts is itself a release of them: take a public one, or {@link byteTokenizer}.
 *
 * @param options the texts of the files
 * @throws DpError DATA_UNREADABLE a file is not such JSON, is of a kind that is not known, or would leave out parts of a text;
 *   BAD_INPUT an option is no text
 */
export async function readTokenizer(options: ReadTokenizerOptions): Promise<Tokenizer> {
  const { tokenizer, config = "{}", name = "tokenizer.json" } = checkOptions("readTokenizer", options);
  if (typeof name !== "string") throw wrongShape("readTokenizer: name", name, "a text");
  const file = parse("tokenizer", tokenizer, name) as Json & TokenizerFile;
  const settings = parse("config", config, `${name}, its configuration`);
  if (typeof file.model?.vocab !== "object" || file.model.vocab === null) {
    throw unreadable(name, "it has no model with a vocabulary", "a tokenizer.json");
  }
  const vocabulary = tokenizerVocabulary(
    { ...file, added_tokens: checkAdded(file.added_tokens, name) },
    name,
  );
  const engine = await openEngine({ added_tokens: [], ...file }, settings, name);
  const size = [...vocabulary.values()].reduce((most, id) => Math.max(most, id), 0) + 1;
  const encode = encoderOf(engine, size, name);
  const special = specialTokens(vocabulary, settings);
  return Object.freeze({
    name,
    vocabulary: size,
    special,
    layouts: layoutsOf(encode, special.eos, name),
    encode: (text: string) => Uint32Array.from(encode(text, null, false)),
    decode: decoderOf(engine, size, settings.clean_up_tokenization_spaces === true),
  });
}

function parse(option: string, text: string, name: string): Json {
  if (typeof text !== "string") throw wrongShape(`readTokenizer: ${option}`, text, "the text of a file");
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (cause) {
    throw unreadable(name, "it is not JSON", "a tokenizer's file", cause);
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

/** The library is loaded with the first tokenizer that needs it. It throws errors of any kind at files that are not as it expects. */
async function openEngine(file: Json, config: Json, name: string): Promise<Engine> {
  const { Tokenizer: Opened } = await import("@huggingface/tokenizers");
  try {
    return new Opened(file, config);
  } catch (cause) {
    const problem = `it cannot be used (${(cause as Error).message})`;
    throw unreadable(name, problem, "a tokenizer that @huggingface/tokenizers reads", cause);
  }
}

function encoderOf(engine: Engine, size: number, name: string): Encode {
  return (text, pair, isWhole) => {
    if (typeof text !== "string") throw wrongShape(`${name}: text`, text, "a text");
    const { ids, tokens } = encodeOrRefuse(
      engine,
      text,
      { text_pair: pair, add_special_tokens: isWhole },
      name,
    );
    const unknown = ids.findIndex((id) => !(Number.isSafeInteger(id) && id! >= 0 && id! < size));
    if (unknown < 0) return ids as readonly number[];
    throw notEncoded(
      name,
      `token ${show(tokens[unknown])} has no id, and there is none for the unknown`,
      text,
    );
  };
}

function encodeOrRefuse(
  engine: Engine,
  text: string,
  options: object,
  name: string,
): ReturnType<Engine["encode"]> {
  try {
    return engine.encode(text, options);
  } catch (cause) {
    throw notEncoded(name, (cause as Error).message, text, cause);
  }
}

function notEncoded(name: string, why: string, text: string, cause?: unknown): DpError {
  const message = `${name}: the text cannot be encoded: ${why}; take the tokenizer of the model, or byteTokenizer`;
  return new DpError("BAD_INPUT", message, { parameter: `${name}: text`, value: text }, cause);
}

function decoderOf(engine: Engine, size: number, isCleaned: boolean): Tokenizer["decode"] {
  return (ids) => {
    const checked = checkIds("decode: ids", ids, size);
    if (checked.length === 0) return "";
    const options = { skip_special_tokens: true, clean_up_tokenization_spaces: isCleaned };
    return engine.decode(checked, options);
  };
}
