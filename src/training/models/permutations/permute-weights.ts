import { checkArray, wrongShape } from "../../../validate.js";
import { dimensionOf, type Model } from "../model.js";
import { modelTensors } from "../model-tensors.js";
import { readModel } from "../read-model.js";
import { blocksOf } from "./_internal/blocks-of.js";
import { checkAxes } from "./_internal/check-axes.js";
import { checkOrder } from "./_internal/check-order.js";
import { gatherBlocks } from "./_internal/gather-blocks.js";
import type { WeightPermutation } from "./permutation-set.js";

/**
 * A model's weights, or any vector with an entry for each of them, with permutation-invariant sets permuted:
 * by index, in time and memory proportional to the weights.
 *
 * Weights, the optimizer's memory (velocity, moments) and a running average of the weights have to be
 * permuted alike.
 *
 * @param model a model
 * @param permutations from `samplePermutations`
 * @param entries weights, or an optimizer's vector; left as it is
 * @returns the permuted vector
 * @throws DpError BAD_INPUT the model is none, a permutation is not one of its sets', or entries are not one
 *   for each of its weights; OUT_OF_RANGE a number of the model is outside its range
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
  const where = "permuteWeights";
  const read = readModel(where, model);
  const drawn = checkArray(`${where}: permutations`, permutations);
  for (const permutation of drawn) checkOrder(where, permutation);
  checkAxes(
    where,
    read,
    drawn.map(({ set }) => set),
  );
  const dimension = dimensionOf(read);
  if (!(entries instanceof Float32Array || entries instanceof Float64Array) || entries.length !== dimension) {
    throw wrongShape(`${where}: entries`, entries, `the model's ${dimension} numbers`);
  }
  const permuted = entries.slice() as Vector;
  const tensors = new Map(modelTensors(read, permuted).map(({ name, values }) => [name, values]));
  for (const { set, order } of drawn) {
    for (const member of set.members) gatherBlocks(tensors.get(member.tensor)!, blocksOf(member), order);
  }
  return permuted;
}
