import { checkNumber, RANGES } from "../../validate.js";
import { transformerBlocks } from "./_internal/transformer-blocks.js";
import type { Model } from "./model.js";
import { type TransformerOptions, transformerSize } from "./transformer-size.js";

/** A RoBERTa classifier's extents. */
export interface RobertaOptions extends TransformerOptions {
  readonly classes: number;
  /** Tokens of the vocabulary; default 50,265. */
  readonly vocabulary?: number;
  /**
   * The longest sequence, in tokens, those around the texts included; default 512, the most that public
   * checkpoints have.
   */
  readonly length?: number;
}

/**
 * RoBERTa as a classifier: BERT's blocks, one token type (a vector that is the same everywhere), and on the
 * first position (`<s>`) the classification head, a dense layer with tanh and one of a unit for each class.
 * No dropout.
 *
 * Of 124,645,634 weights in the base size with 2 classes, 592,130 are the head's. Public checkpoints have two
 * rows of positions more, which no token ever reads: theirs begin with number 2.
 *
 * @param options `{ classes }` at least; what is left out is as in RoBERTa-base
 * @throws DpError BAD_INPUT or OUT_OF_RANGE an option is not what it should be
 * @see Liu et al., "RoBERTa: a robustly optimized BERT pretraining approach", 2019, arXiv:1907.11692
 * @example
 * dimensionOf(robertaModel({ classes: 2 })); // 124645634
 */
export function robertaModel(options: RobertaOptions): Model {
  const where = "robertaModel";
  const size = transformerSize(where, options);
  const { vocabulary = 50265, length = 512, classes } = options;
  checkNumber(`${where}: vocabulary`, vocabulary, RANGES.positiveInteger);
  checkNumber(`${where}: length`, length, RANGES.positiveInteger);
  checkNumber(`${where}: classes`, classes, { min: 2, integer: true });
  return {
    input: { vocabulary, length },
    layers: [
      { kind: "tokenEmbedding", vocabulary, units: size.width },
      { kind: "positionEmbedding" },
      { kind: "segmentEmbedding", segments: 1 },
      { kind: "layerNorm", epsilon: 1e-5 },
      ...transformerBlocks(size, { epsilon: 1e-5, causal: false, activation: "gelu", norm: "behind" }),
      { kind: "pooling", rule: "first" },
      { kind: "dense", units: size.width },
      { kind: "activation", rule: "tanh" },
      { kind: "dense", units: classes },
    ],
  };
}
