import { checkNumber, checkOptions, RANGES } from "../../validate.js";
import { transformerBlocks } from "./_internal/transformer-blocks.js";
import type { Model } from "./model.js";

/** Extents of a classifier of bytes. */
export interface ByteBertOptions {
  readonly classes: number;
  /** The longest text, in bytes, those around it included; default 128. */
  readonly length?: number;
  /** Tokens of the vocabulary; default 260, those of `byteTokenizer`. */
  readonly vocabulary?: number;
}

/** Of `byteTokenizer`: 256 bytes and 4 tokens that are no text. */
const BYTES = 260;
const WIDTH = 32;

/**
 * A small encoder that classifies texts by their bytes: 2 layers of 4 heads, width 32, norms before what is
 * added, and the mean over all positions, norm and a dense layer at the end.
 *
 * It is trained from nothing, and needs no tokenizer, for `byteTokenizer` has its tokens, unless `vocabulary`
 * says otherwise.
 *
 * @param options `{ classes }` at least
 * @throws DpError BAD_INPUT or OUT_OF_RANGE an option is not what it should be
 * @example
 * dimensionOf(byteBert({ classes: 2 })); // 37954
 */
export function byteBert(options: ByteBertOptions): Model {
  const where = "byteBert";
  const { classes, length = 128, vocabulary = BYTES } = checkOptions(where, options);
  checkNumber(`${where}: classes`, classes, { min: 2, integer: true });
  checkNumber(`${where}: length`, length, RANGES.positiveInteger);
  checkNumber(`${where}: vocabulary`, vocabulary, RANGES.positiveInteger);
  const size = { layers: 2, heads: 4, width: WIDTH, feedForward: 4 * WIDTH };
  return {
    input: { vocabulary, length },
    layers: [
      { kind: "tokenEmbedding", vocabulary, units: WIDTH },
      { kind: "positionEmbedding" },
      ...transformerBlocks(size, { epsilon: 1e-5, causal: false, activation: "gelu", norm: "before" }),
      { kind: "pooling", rule: "mean" },
      { kind: "layerNorm", epsilon: 1e-5 },
      { kind: "dense", units: classes },
    ],
  };
}
