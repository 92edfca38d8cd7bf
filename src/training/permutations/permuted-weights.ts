import { dimensionOf, type Model } from "../models/model.js";
import { modelTensors } from "../models/model-tensors.js";
import { blocksOf } from "./_internal/blocks-of.js";
import { permutationSets } from "./permutation-sets.js";

/** How many of a model's weights the permutation-invariant sets move. */
export interface PermutedWeights {
  /** Weights that some set moves. */
  readonly count: number;
  /** YJX25's shuffle ratio: count over all weights. */
  readonly ratio: number;
}

/**
 * How many of a model's weights are permuted, and their share of all: YJX25's "shuffle ratio".
 *
 * @param model a model
 * @example
 * permutedWeights(mnistCnn("tanh")); // {"count":13696,"ratio":0.9992703925288195}
 * @see Yang, Ji, Xiang, arXiv:2407.15414, Table I
 */
export function permutedWeights(model: Model): PermutedWeights {
  const dimension = dimensionOf(model);
  const isMoved = new Uint8Array(dimension);
  const tensors = new Map(modelTensors(model, isMoved).map(({ name, values }) => [name, values]));
  for (const { members } of permutationSets(model)) {
    for (const member of members) {
      const { starts, size, run } = blocksOf(member);
      for (const start of starts) tensors.get(member.tensor)!.fill(1, start, start + size * run);
    }
  }
  const count = isMoved.reduce((sum, moved) => sum + moved, 0);
  return { count, ratio: count / dimension };
}
