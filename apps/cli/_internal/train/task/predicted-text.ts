import { DpError } from "../../../../../src/errors.js";
import type { Dataset } from "../../../../../src/training/data/dataset.js";
import type { Examples } from "../../../../../src/training/data/examples.js";
import { byteTokenizer } from "../../../../../src/training/text/byte-tokenizer.js";
import type { Tokenizer } from "../../../../../src/training/text/tokenizer.js";

/** What a language model predicts of examples. */
export interface PredictedText {
  /** All but the first of each example. */
  readonly tokens: number;
  /** What those stand for in the tokenizer's own text; the end of a text is none. */
  readonly bytes: number;
}

/**
 * What is predicted of a test split.
 *
 * @throws DpError DATA_UNREADABLE not a single byte is, so that there is nothing to measure
 */
export function predictedText({ test, source }: Dataset, tokenizer: Tokenizer): PredictedText {
  const { count, shape, inputs, lengths }: Examples = test;
  let [tokens, bytes] = [0, 0];
  for (let i = 0; i < count; i++) {
    const from = i * shape.height;
    const predicted = inputs.subarray(from + 1, from + (lengths?.[i] ?? shape.height));
    tokens += predicted.length;
    bytes += bytesOf(predicted, tokenizer);
  }
  if (bytes > 0) return { tokens, bytes };
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

/** A byte that is no whole character counts as the three of U+FFFD where tokens are not bytes: at the ends of windows. */
function bytesOf(tokens: ArrayLike<number>, tokenizer: Tokenizer): number {
  if (tokenizer === byteTokenizer) return Array.from(tokens).filter((token) => token < 256).length;
  return new TextEncoder().encode(tokenizer.decode(tokens)).length;
}
