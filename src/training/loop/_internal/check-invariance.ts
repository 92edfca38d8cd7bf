import { kindOf } from "../../layers/registry.js";
import type { Model } from "../../models/model.js";
import { checkPermutationSets } from "../../models/permutations/check-permutation-sets.js";
import { placedLayers } from "../../models/placed-layers.js";

/** Products in one example's pass: this number takes a second or two in plain double-precision loops. */
const MAX_PRODUCTS = 2 ** 24;

/**
 * Checks, before a run permutes a model's weights, that permuting leaves its function alone: by computation
 * where the model is small; of larger ones what is known of their kinds of layers, which the tests compute in
 * small.
 *
 * @throws DpError NOT_APPLICABLE it does not; the message names the tensors
 */
export function checkInvariance(model: Model): void {
  if (productsIn(model) <= MAX_PRODUCTS) checkPermutationSets(model);
}

/** At most: every parameter at every position. */
function productsIn(model: Model): number {
  return placedLayers(model).reduce((total, { layer, input, start, end }) => {
    const { height, width } = kindOf(layer).shape(layer, input);
    return total + height * width * (end - start);
  }, 0);
}
