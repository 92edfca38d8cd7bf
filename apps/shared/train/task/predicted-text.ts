import { DpError } from "../../../../src/errors.js";
import type { Examples } from "../../../../src/training/data/examples.js";
import { byteTokenizer } from "../../../../src/training/text/byte-tokenizer.js";
import type { Tokenizer } from "../../../../src/training/text/tokenizer.js";

/** What a language model predicts of examples. */
export interface PredictedText {
  /** All that count but the first of each example. */
  readonly tokens: number;
  /** What those stand for in the tokenizer's own text; the end of a text is none. */
  readonly bytes: number;
}

/** The test split's examples, and the texts that they were made from. */
export interface TestTexts {
  readonly test: Examples;
  readonly texts: readonly string[];
  /** Where they came from. */
  readonly source: string;
}

/**
 * What is predicted of a test split. Its tokens stand for no more bytes than its texts have, whatever a
 * tokenizer writes between words: bits per byte must not come out too few.
 *
 * @throws DpError DATA_UNREADABLE not a single byte is, so that there is nothing to measure
 */
export function predictedText({ test, texts, source }: TestTexts, tokenizer: Tokenizer): PredictedText {
  const { count, shape, inputs, lengths, counted } = test;
  let tokens = 0;
  let bytes = 0;
  for (let i = 0; i < count; i++) {
    const from = i * shape.height;
    const behindFirst = inputs.subarray(from + 1, from + (lengths?.[i] ?? shape.height));
    const predicted = Uint32Array.from(behindFirst).filter((_, at) => counted?.[from + 1 + at] !== 0);
    tokens += predicted.length;
    bytes += bytesOf(predicted, tokenizer);
  }
  if (bytes > 0) return { tokens, bytes: Math.min(bytes, sizeOf(texts)) };
  const allowed = "a test split with text behind the first token";
  throw new DpError(
    "DATA_UNREADABLE",
    `${source}: nothing of its test split can be predicted; give ${allowed}`,
    {
      parameter: "--data",
      value: source,
      allowed,
    },
  );
}

/** Bytes of UTF-8. */
function sizeOf(texts: readonly string[]): number {
  return texts.reduce((sum, text) => sum + new TextEncoder().encode(text).length, 0);
}

/**
 * A byte that is no whole character counts as the three of U+FFFD where tokens are not bytes: at the ends of
 * windows.
 */
function bytesOf(tokens: ArrayLike<number>, tokenizer: Tokenizer): number {
  if (tokenizer === byteTokenizer) return Array.from(tokens).filter((token) => token < 256).length;
  return new TextEncoder().encode(tokenizer.decode(tokens)).length;
}
