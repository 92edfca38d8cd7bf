import type { ActivationRule } from "../layers/activation/spec.js";
import type { Model } from "./model.js";

/**
 * A convolutional network for CIFAR-10: 41,610 weights, few because noise grows with their number.
 *
 * LT23 train on CIFAR-10 without saying in the paper's body what network; this one is ours. Three
 * convolutions, each with a max-pool that halves the picture: 32 x 32 to 16, 14 to 7, 6 to 3. As in
 * {@link mnistCnn}, activations stand behind the pools.
 *
 * @example
 * dimensionOf(cifar10Cnn("tanh")); // 41610
 */
export function cifar10Cnn(activation: ActivationRule): Model {
  return {
    input: { height: 32, width: 32, channels: 3 },
    layers: [
      { kind: "convolution", filters: 32, side: 3, stride: 1, padding: 1 },
      { kind: "maxPool", side: 2, stride: 2 },
      { kind: "activation", rule: activation },
      { kind: "convolution", filters: 64, side: 3, stride: 1, padding: 0 },
      { kind: "maxPool", side: 2, stride: 2 },
      { kind: "activation", rule: activation },
      { kind: "convolution", filters: 64, side: 2, stride: 1, padding: 0 },
      { kind: "maxPool", side: 2, stride: 2 },
      { kind: "activation", rule: activation },
      { kind: "dense", units: 10 },
    ],
  };
}
