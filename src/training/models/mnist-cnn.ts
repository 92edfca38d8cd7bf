import type { ActivationRule } from "../layers/activation/spec.js";
import type { Model } from "./model.js";

/**
 * The convolutional network of GDD21's Table 1 for MNIST: 13,706 weights.
 *
 * The table prints 13,170 parameters; the architecture as printed has 13,706 (1,040 + 4,112 + 8,224 + 330).
 * Activations stand behind the pools, where there are fewer values: both activations are increasing, so they
 * commute with a maximum.
 *
 * @see Girgis, Data, Diggavi, "Renyi Differential Privacy of the Subsampled Shuffle Model in Distributed
 *   Learning", NeurIPS 2021, arXiv:2107.08763, Table 1
 * @example
 * dimensionOf(mnistCnn("tanh")); // 13706
 */
export function mnistCnn(activation: ActivationRule): Model {
  return {
    input: { height: 28, width: 28, channels: 1 },
    layers: [
      { kind: "convolution", filters: 16, side: 8, stride: 2, padding: 3 },
      { kind: "maxPool", side: 2, stride: 1 },
      { kind: "activation", rule: activation },
      { kind: "convolution", filters: 16, side: 4, stride: 2, padding: 0 },
      { kind: "maxPool", side: 2, stride: 1 },
      { kind: "activation", rule: activation },
      { kind: "dense", units: 32 },
      { kind: "activation", rule: activation },
      { kind: "dense", units: 10 },
    ],
  };
}
