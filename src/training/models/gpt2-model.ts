import { checkNumber, RANGES } from "../../validate.js";
import { transformerBlocks } from "./_internal/transformer-blocks.js";
import type { Model } from "./model.js";
import { type TransformerOptions, transformerSize } from "./transformer-size.js";

/** A GPT-2's extents. */
export interface Gpt2Options extends TransformerOptions {
  /** Tokens of the vocabulary; default 50,257. */
  readonly vocabulary?: number;
  /** The longest sequence, in tokens; default 1,024, the most that public checkpoints have. */
  readonly length?: number;
}

/**
 * GPT-2, which predicts at each position the token that comes next: embeddings of tokens and positions,
 * causal blocks with the norms before what is added, a norm at the end, and logits by the token embedding's
 * own weights. No dropout.
 *
 * @param options what is left out is as in the smallest public GPT-2 of 124,439,808 weights
 * @throws DpError BAD_INPUT or OUT_OF_RANGE an option is not what it should be
 * @see Radford et al., "Language models are unsupervised multitask learners", OpenAI 2019
 * @example
 * dimensionOf(gpt2Model()); // 124439808
 */
export function gpt2Model(options: Gpt2Options = {}): Model {
  const where = "gpt2Model";
  const size = transformerSize(where, options);
  const { vocabulary = 50257, length = 1024 } = options;
  checkNumber(`${where}: vocabulary`, vocabulary, { min: 2, integer: true });
  checkNumber(`${where}: length`, length, RANGES.positiveInteger);
  return {
    input: { vocabulary, length },
    target: "next-token",
    layers: [
      { kind: "tokenEmbedding", vocabulary, units: size.width },
      { kind: "positionEmbedding" },
      ...transformerBlocks(size, { epsilon: 1e-5, causal: true, activation: "gelu-tanh", norm: "before" }),
      { kind: "layerNorm", epsilon: 1e-5 },
      { kind: "tiedHead", vocabulary },
    ],
  };
}
