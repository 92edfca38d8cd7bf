import { DpError } from "../../errors.js";
import { checkArray, checkNumber, checkOneOf, checkOptions, RANGES, wrongShape } from "../../validate.js";
import { shareArray } from "../data/_internal/share-array.js";
import type { Examples } from "../data/examples.js";
import { checkTokenizer } from "./_internal/check-tokenizer.js";
import { encodeText } from "./_internal/encode-text.js";
import { rowsOf } from "./_internal/rows-of.js";
import type { Layout, Tokenizer } from "./tokenizer.js";

/** Two texts that are classified together, e.g. a question and an answer. */
export type TextPair = readonly [string, string];

/** Examples of token ids that were made from texts. */
export interface TextExamples extends Examples {
  /** How many texts were longer than an example. It is a number of the private data: do not publish it. */
  readonly truncated: number;
}

/** How texts become examples of one length. */
export interface TextExamplesOptions {
  readonly tokenizer: Tokenizer;
  /**
   * Positions of one example, those around the texts included; integer in [1, 2^20]. A constant: do not
   * compute it from the texts.
   */
  readonly length: number;
  /**
   * How many classes there are, integer in [2, 2^20]; default the largest label + 1. The number is public.
   */
  readonly classes?: number;
  /**
   * What becomes of a text that is too long; default `truncate`: its end is left out, of a pair that of the
   * longer one.
   */
  readonly tooLong?: "truncate" | "refuse";
}

const CLASSES = { min: 2, max: 2 ** 20, integer: true };
const ADVICE = "take a greater length, or tooLong: truncate";

/**
 * Examples of token ids for a classifier from texts or pairs of texts, with the tokenizer's own tokens around
 * them.
 *
 * One text (or pair) is one example, and an example is what the privacy figures protect: whoever wrote
 * several texts is protected less, by as many of them as there are. Tokenizer, length and classes are public.
 *
 * @param texts at least one text or pair; none may be without a token
 * @param labels the class of each, integers in [0, classes)
 * @param options the tokenizer and the length of an example
 * @returns the examples in memory that worker threads share, and how many were truncated
 * @throws DpError BAD_INPUT there are no texts, one is no text or has no token, there are not as many labels,
 *   or a text is too long and to be refused; OUT_OF_RANGE length, classes or a label is outside its range
 * @example
 * const examples = textExamples(["good", ["bad", "ok"]], [1, 0], { tokenizer: byteTokenizer, length: 8 });
 * examples.lengths?.[1]; // 8
 */
export function textExamples(
  texts: readonly (string | TextPair)[],
  labels: ArrayLike<number>,
  options: TextExamplesOptions,
): TextExamples {
  const { tooLong = "truncate" } = checkOptions("textExamples", options);
  const { tokenizer, length } = checkTokenizer("textExamples", options);
  checkOneOf("textExamples: tooLong", tooLong, ["truncate", "refuse"]);
  const given = checkArray("textExamples: texts", texts);
  if (given.length === 0) throw wrongShape("textExamples: texts", texts, "at least one text");
  const read = readLabels(labels, options.classes, given.length);
  let truncated = 0;
  const rows = given.map((text, i) => {
    const row = rowOf(`textExamples: texts[${i}]`, text, tokenizer, length);
    if (row.isTruncated && tooLong === "refuse") throw tooLongError(i, row.needed, length);
    if (row.isTruncated) truncated += 1;
    return row.ids;
  });
  return Object.freeze({ ...rowsOf(rows, tokenizer, length), ...read, truncated });
}

function tooLongError(i: number, needed: number, length: number): DpError {
  const name = `textExamples: texts[${i}]`;
  const message = `${name} must have at most ${length} tokens, got ${needed}; ${ADVICE}`;
  return new DpError("BAD_INPUT", message, {
    parameter: name,
    value: needed,
    allowed: `at most ${length} tokens`,
  });
}

interface Row {
  readonly ids: readonly number[];
  readonly isTruncated: boolean;
  /** How long the row would be as a whole. */
  readonly needed: number;
}

function rowOf(name: string, text: string | TextPair, tokenizer: Tokenizer, length: number): Row {
  const parts = textsOf(name, text).map((part) => encodeText(name, tokenizer, part));
  const [first, second] = parts as [Uint32Array, Uint32Array?];
  const layout: Layout = second === undefined ? tokenizer.layouts.single : tokenizer.layouts.pair;
  const around = layout.filter((part) => typeof part === "number").length;
  const count = first.length + (second?.length ?? 0);
  if (count === 0) throw wrongShape(name, text, "a text with at least one token");
  const room = length - around;
  if (room < 1) {
    throw wrongShape(
      "textExamples: length",
      length,
      `more than the ${around} tokens that stand around a text`,
    );
  }
  const [keptFirst, keptSecond] = shares(first.length, second?.length ?? 0, room);
  const kept = { first: first.subarray(0, keptFirst), second: second?.subarray(0, keptSecond) ?? [] };
  const ids = layout.flatMap((part) => (typeof part === "number" ? [part] : [...kept[part]]));
  return { ids, isTruncated: count > room, needed: count + around };
}

/**
 * How much of two texts fits: of the longer one the end is left out, of both where both are longer than half.
 */
function shares(first: number, second: number, room: number): [number, number] {
  if (first + second <= room) return [first, second];
  const half = Math.ceil(room / 2);
  if (second <= room - half) return [room - second, second];
  if (first <= half) return [first, room - first];
  return [half, room - half];
}

function textsOf(name: string, text: string | TextPair): readonly string[] {
  const texts = typeof text === "string" ? [text] : text;
  if (Array.isArray(texts) && texts.length <= 2 && texts.length > 0) return texts;
  throw wrongShape(name, text, "a text or a pair of texts");
}

function readLabels(
  labels: ArrayLike<number>,
  classes: number | undefined,
  count: number,
): Pick<Examples, "classes" | "labels"> {
  const isArray = Array.isArray(labels) || (ArrayBuffer.isView(labels) && "length" in labels);
  if (!isArray || labels.length !== count) {
    throw wrongShape(
      "textExamples: labels",
      isArray ? labels.length : labels,
      `${count} class numbers, one for each text`,
    );
  }
  const most = checkNumber("textExamples: classes", classes ?? CLASSES.max, CLASSES);
  const range = { ...RANGES.nonNegativeInteger, max: most - 1 };
  const read = Uint32Array.from(labels, (label, i) =>
    checkNumber(`textExamples: labels[${i}]`, label, range),
  );
  const found = read.reduce((largest, label) => Math.max(largest, label), 1) + 1;
  return { classes: classes ?? found, labels: shareArray(read) };
}
