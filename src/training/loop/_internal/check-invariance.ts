import { kindOf, parameterCount } from "../../layers/registry.js";
import { layerShapes, type Model } from "../../models/model.js";
import { checkPermutationSets } from "../../permutations/check-permutation-sets.js";

/** Products in one example's pass: so many take seconds at most in plain double-precision loops. */
const MOST_PRODUCTS = 2 ** 27;

/**
 * Checks, before a run permutes a model's weights, that permuting leaves its function alone: by computation where the model is
 * small; of larger ones what is known of their kinds of layers, which the tests compute in small.
 *
 * @throws DpError NOT_APPLICABLE it does not; the message names the tensors
 */
export function checkInvariance(model: Model): void {
  if (productsIn(model) <= MOST_PRODUCTS) checkPermutationSets(model);
}

/** At most: every parameter at every position. */
function productsIn(model: Model): number {
  const shapes = layerShapes(model);
  return model.layers.reduce((total, layer, i) => {
    const { height, width } = kindOf(layer).shape(layer, shapes[i]!);
    return total + height * width * parameterCount(layer, shapes[i]!);
  }, 0);
}
