import type { LayerSpec } from "../layer-kind.js";

/**
 * The channels of every position brought to mean 0 and variance 1, times a gain, plus a bias: y = g (x − m) /
 * √(v + epsilon) + b, m and v their mean and variance (of the population).
 */
export interface LayerNormLayer {
  readonly kind: "layerNorm";
  /** 1e-12 in BERT, 1e-5 in RoBERTa and GPT-2, 1e-12 in ViT. */
  readonly epsilon: number;
}

/** The shapes and parameters: gains, then biases. */
export const layerNormSpec: LayerSpec<LayerNormLayer> = {
  fields: { epsilon: { range: { min: 1e-20, max: 1 } } },
  shape: (_, input) => input,
  used: (_layer, _input, output) => output,
  onlyNorms: true,
  parameters: (_, { channels }) => [
    { name: "gains", shape: [channels], start: { constant: 1 } },
    { name: "biases", shape: [channels] },
  ],
  channels: (_, { channels }) => ({
    input: [
      { parameter: "gains", view: [channels], axis: 0 },
      { parameter: "biases", view: [channels], axis: 0 },
    ],
    output: "input",
  }),
};
