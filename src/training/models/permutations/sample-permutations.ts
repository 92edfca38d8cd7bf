import { checkSource } from "../../../random/check-source.js";
import type { RandomSource } from "../../../random/random-source.js";
import { shuffleInPlace } from "../../../random/shuffle-in-place.js";
import type { Model } from "../model.js";
import type { WeightPermutation } from "./permutation-set.js";
import { permutationSets } from "./permutation-sets.js";

/**
 * A uniform permutation of every permutation-invariant set of a model, independent of the others: one of all
 * the combinations, each equally likely (Fisher-Yates with unbiased integers).
 *
 * @param model  a model
 * @param source where the bits come from
 * @throws DpError BAD_INPUT or OUT_OF_RANGE the model is none; BAD_INPUT source is none
 * @example
 * samplePermutations(mnistCnn("tanh"), secureSource()).map(({ order }) => order.length); // [16, 16, 32]
 */
export function samplePermutations(model: Model, source: RandomSource): WeightPermutation[] {
  checkSource("samplePermutations: source", source);
  return permutationSets(model).map((set) => {
    const order = Uint32Array.from({ length: set.size }, (_, place) => place);
    shuffleInPlace(source, order);
    return { set, order };
  });
}
