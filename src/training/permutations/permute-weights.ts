import { wrongShape } from "../../validate.js";
import { dimensionOf, type Model } from "../models/model.js";
import { modelTensors } from "../models/model-tensors.js";
import { blocksOf } from "./_internal/blocks-of.js";
import { gatherBlocks } from "./_internal/gather-blocks.js";
import type { WeightPermutation } from "./permutation-set.js";

/**
 * A model's weights, or any vector with an entry for each of them, with permutation-invariant sets permuted: by index, in time and
 * memory proportional to the weights.
 *
 * Weights, the optimizer's memory (velocity, moments) and a running average of the weights have to be permuted alike.
 *
 * @param model a model
 * @param permutations from `samplePermutations`
 * @param entries weights, or an optimizer's vector; left as it is
 * @returns the permuted vector
 * @throws DpError BAD_INPUT entries are not one for each of the model's weights
 * @example
 * const model = mnistCnn("tanh");
 * const weights = initialWeights(model, secureSource());
 * permuteWeights(model, samplePermutations(model, secureSource()), weights).length; // 13706
 */
export function permuteWeights<Vector extends Float32Array | Float64Array>(
  model: Model,
  permutations: readonly WeightPermutation[],
  entries: Vector,
): Vector {
  const dimension = dimensionOf(model);
  if (entries?.length !== dimension) {
    throw wrongShape("permuteWeights: entries", entries?.length, `the model's ${dimension} numbers`);
  }
  const permuted = entries.slice() as Vector;
  const tensors = new Map(modelTensors(model, permuted).map(({ name, values }) => [name, values]));
  for (const { set, order } of permutations) {
    for (const member of set.members) gatherBlocks(tensors.get(member.tensor)!, blocksOf(member), order);
  }
  return permuted;
}
