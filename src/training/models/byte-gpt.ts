import { checkOptions } from "../../validate.js";
import { gpt2Model } from "./gpt2-model.js";
import type { Model } from "./model.js";

/** Extents of a language model of bytes. */
export interface ByteGptOptions {
  /** The longest text that it sees at once, in bytes; default 128. */
  readonly length?: number;
}

/** Of `byteTokenizer`: 256 bytes and 4 tokens that are no text. */
const VOCABULARY = 260;

/**
 * A small language model of bytes, GPT-2's architecture: 2 layers of 4 heads, width 64, the output tied to
 * the embedding.
 *
 * It is trained from nothing, and needs no tokenizer: `byteTokenizer` has its tokens.
 *
 * @throws DpError BAD_INPUT or OUT_OF_RANGE an option is not what it should be
 * @example
 * dimensionOf(byteGpt()); // 124928
 */
export function byteGpt(options: ByteGptOptions = {}): Model {
  const { length = 128 } = checkOptions("byteGpt", options);
  return gpt2Model({ layers: 2, heads: 4, width: 64, vocabulary: VOCABULARY, length });
}
