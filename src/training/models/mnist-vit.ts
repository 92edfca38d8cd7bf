import type { Model } from "./model.js";
import { vitModel } from "./vit-model.js";

/**
 * A small vision Transformer for MNIST: 16 patches of 7 x 7 pixels, 2 layers of 4 heads, width 64: 105,098
 * weights.
 *
 * @example
 * dimensionOf(mnistVit()); // 105098
 */
export function mnistVit(): Model {
  return vitModel({ layers: 2, heads: 4, width: 64, side: 28, patch: 7, channels: 1, classes: 10 });
}
