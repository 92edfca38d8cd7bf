import { dimensionOf, type Model } from "../model.js";
import { productOf } from "./_internal/blocks-of.js";
import type { PermutedAxis } from "./permutation-set.js";
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
 * @throws DpError BAD_INPUT or OUT_OF_RANGE the model is none
 * @example
 * permutedWeights(mnistCnn("tanh")).count; // 13696
 * @see Yang, Ji, Xiang, arXiv:2407.15414, Table I
 */
export function permutedWeights(model: Model): PermutedWeights {
  const axes = permutationSets(model).flatMap(({ members }) => members);
  const tensors = [...new Set(axes.map(({ tensor }) => tensor))];
  const movedOf = (name: string) => movedIn(axes.filter(({ tensor }) => tensor === name));
  const count = tensors.reduce((sum, name) => sum + movedOf(name), 0);
  return { count, ratio: count / dimensionOf(model) };
}

/** All of a tensor, or the places that permutations of it are confined to. */
function movedIn(axes: readonly PermutedAxis[]): number {
  const [{ view, within }] = axes as [PermutedAxis];
  if (within === undefined || axes.some((axis) => axis.within === undefined)) return productOf(view);
  const places = new Set(axes.map((axis) => axis.within!.index));
  return (productOf(view) / view[within.axis]!) * places.size;
}
