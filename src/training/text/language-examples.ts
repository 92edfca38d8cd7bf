import { checkArray, checkOneOf, checkOptions, wrongShape } from "../../validate.js";
import { shareArray } from "../data/_internal/share-array.js";
import { checkTokenizer } from "./_internal/check-tokenizer.js";
import { encodeText } from "./_internal/encode-text.js";
import { rowsOf } from "./_internal/rows-of.js";
import type { TextExamples, TextPair } from "./text-examples.js";
import type { Tokenizer } from "./tokenizer.js";

/** How texts become examples of a language model. */
export interface LanguageExamplesOptions {
  readonly tokenizer: Tokenizer;
  /** Positions of one example, integer in [2, 2^20]: each but the last predicts the next. */
  readonly length: number;
  /**
   * What one example is, and so what is protected: a `window` of `length` tokens (default), of which a text
   * has many, or a whole `text`, whose end is left out where it is longer.
   */
  readonly each?: "window" | "text";
}

/**
 * Examples of a language model from texts: each token is predicted from those before it in the same example.
 *
 * A pair is a text that is given, e.g. a question, and one that goes on with it: the tokens of the second
 * alone are learned and measured, those of the first are read (`counted` of `training.Examples`). Both are
 * cut into tokens by themselves, as a prompt is that a model goes on with. Pairs are examples as a whole:
 * they need `each: "text"`.
 *
 * The end-of-text token follows each text, where the tokenizer has one. Windows lie one after the other, no
 * token is in two of them, and none holds parts of two texts. Windows and texts of a single token are left
 * out.
 *
 * One example is what the privacy figures protect. With windows that is `length` tokens: somebody whose words
 * fill ten windows is protected by ten at once (group privacy), and a text that grows by a word moves all its
 * later windows. Where persons are to be protected, give one text per person and `each: "text"`.
 *
 * @param texts a text, or several, e.g. chapters or messages, or pairs of what is given and what is learned
 * @param options the tokenizer and the length of an example
 * @returns the examples in memory that worker threads share, without labels; `truncated` counts texts that
 *   were cut
 * @throws DpError BAD_INPUT there are no texts, one is no text, or they have no two tokens; OUT_OF_RANGE
 *   length is outside its range
 * @example
 * const { count } = languageExamples("To be, or not to be", { tokenizer: byteTokenizer, length: 8 });
 * count; // 3
 */
export function languageExamples(
  texts: string | readonly (string | TextPair)[],
  options: LanguageExamplesOptions,
): TextExamples {
  const { each = "window" } = checkOptions("languageExamples", options);
  const { tokenizer, length } = checkTokenizer("languageExamples", options);
  checkOneOf("languageExamples: each", each, ["window", "text"]);
  if (length < 2)
    throw wrongShape("languageExamples: length", length, "at least 2: one token predicts the next");
  const given = checkArray("languageExamples: texts", typeof texts === "string" ? [texts] : texts);
  let truncated = 0;
  const rows = given.flatMap((text, i) => {
    const { ids, prompt } = rowOf(`languageExamples: texts[${i}]`, text, tokenizer, each);
    if (each === "window") return windowsOf(ids, length).map((window) => ({ ids: window, prompt }));
    if (ids.length > length) truncated += 1;
    return [{ ids: ids.subarray(0, length), prompt }];
  });
  const used = rows.filter(({ ids }) => ids.length > 1);
  if (used.length === 0) throw wrongShape("languageExamples: texts", texts, "a text of at least two tokens");
  const { vocabulary } = tokenizer;
  return Object.freeze({
    ...rowsOf(
      used.map(({ ids }) => ids),
      tokenizer,
      length,
    ),
    ...countedOf(used, length),
    classes: vocabulary,
    labels: new Uint32Array(),
    truncated,
  });
}

/** The tokens of a text, and how many of them are given; undefined where none can be. */
interface Row {
  readonly ids: Uint32Array;
  readonly prompt: number | undefined;
}

function rowOf(name: string, text: string | TextPair, tokenizer: Tokenizer, each: "window" | "text"): Row {
  if (typeof text === "string" || !Array.isArray(text)) {
    return { ids: withEnd(tokenizer, encodeText(name, tokenizer, text as string)), prompt: undefined };
  }
  if (text.length !== 2)
    throw wrongShape(name, text, "a text, or a pair of what is given and what is learned");
  if (each === "window") throw wrongShape(name, text, 'a text: pairs need each: "text"');
  const [given, learned] = (text as TextPair).map((part) => encodeText(name, tokenizer, part));
  return { ids: withEnd(tokenizer, joined(given!, learned!)), prompt: given!.length };
}

/** Where there are pairs: the positions of what is learned, of texts all. */
function countedOf(rows: readonly Row[], length: number): Pick<TextExamples, "counted"> {
  if (rows.every(({ prompt }) => prompt === undefined)) return {};
  const counted = new Uint8Array(rows.length * length);
  for (const [i, { ids, prompt = 0 }] of rows.entries()) {
    counted.fill(1, i * length + Math.min(prompt, ids.length), i * length + ids.length);
  }
  return { counted: shareArray(counted) };
}

function withEnd({ special: { eos } }: Tokenizer, ids: Uint32Array): Uint32Array {
  if (eos === undefined) return ids;
  const ended = new Uint32Array(ids.length + 1).fill(eos);
  ended.set(ids);
  return ended;
}

function joined(first: Uint32Array, second: Uint32Array): Uint32Array {
  const both = new Uint32Array(first.length + second.length);
  both.set(first);
  both.set(second, first.length);
  return both;
}

function windowsOf(ids: Uint32Array, length: number): Uint32Array[] {
  return Array.from({ length: Math.ceil(ids.length / length) }, (_, i) =>
    ids.subarray(i * length, (i + 1) * length),
  );
}
