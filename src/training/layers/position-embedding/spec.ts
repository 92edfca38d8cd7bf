import type { LayerSpec } from "../layer-kind.js";

/** A learned vector for each position, added to what is there. */
export interface PositionEmbeddingLayer {
  readonly kind: "positionEmbedding";
}

/** The shapes and parameters: weights [position][channel], as many as the longest example has. */
export const positionEmbeddingSpec: LayerSpec<PositionEmbeddingLayer> = {
  fields: {},
  shape: (_, { height, width, channels }) => ({ height: width === 1 ? height : 0, width, channels }),
  used: (_, input) => input,
  onlyNorms: true,
  parameters: (_, { height, channels }) => [
    { name: "weights", shape: [height, channels], start: { deviation: 0.02 } },
  ],
  channels: (_, { height, channels }) => ({
    input: [{ parameter: "weights", view: [height, channels], axis: 1 }],
    output: "input",
  }),
};
