import type { Model } from "./model.js";

/**
 * Logistic regression on histograms of oriented gradients of MNIST, `training.orientedGradients` in cells of
 * 4 x 4 pixels: 3,930 weights.
 *
 * @see Tramer, Boneh, "Differentially private learning needs better features (or much more data)", ICLR 2021,
 *   arXiv:2011.11660
 * @example
 * dimensionOf(mnistHog()); // 3930
 */
export function mnistHog(): Model {
  return { input: { height: 7, width: 7, channels: 8 }, layers: [{ kind: "dense", units: 10 }] };
}
