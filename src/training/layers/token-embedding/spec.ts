import { RANGES } from "../../../validate.js";
import type { LayerSpec } from "../layer-kind.js";

/** A learned vector for each token: what a model of tokens begins with. */
export interface TokenEmbeddingLayer {
  readonly kind: "tokenEmbedding";
  /** Tokens that have a vector; as many as the model's input says. */
  readonly vocabulary: number;
  readonly units: number;
}

/** The shapes and parameters: weights [token][unit]. */
export const tokenEmbeddingSpec: LayerSpec<TokenEmbeddingLayer> = {
  fields: { vocabulary: { range: RANGES.positiveInteger }, units: { range: RANGES.positiveInteger } },
  shape: ({ units }, { height, width }) => ({ height, width, channels: units }),
  used: (_, input) => input,
  readsTokens: true,
  onlyNorms: true,
  parameters: ({ vocabulary, units }) => [
    { name: "weights", shape: [vocabulary, units], start: { deviation: 0.02 } },
  ],
  channels: ({ vocabulary, units }) => ({
    input: [],
    output: [{ parameter: "weights", view: [vocabulary, units], axis: 1 }],
  }),
};
