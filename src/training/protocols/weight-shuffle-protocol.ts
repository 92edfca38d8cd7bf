import { DpError } from "../../errors.js";
import type { MechanismEvent } from "../../privacy/mechanism-event.js";
import type { RandomSource } from "../../random/random-source.js";
import { checkNumber, checkOptions, RANGES } from "../../validate.js";
import { dimensionOf, type Model } from "../models/model.js";
import { modelTensors } from "../models/model-tensors.js";
import { permuteWeights } from "../models/permutations/permute-weights.js";
import { permutedWeights } from "../models/permutations/permuted-weights.js";
import { samplePermutations } from "../models/permutations/sample-permutations.js";
import { readModel } from "../models/read-model.js";
import { clippedTo } from "./_internal/clipped-to.js";
import { type CentralOptions, central } from "./central.js";
import type { Protocol } from "./protocol.js";

/** Sampling, clipping, noise and permutations of shuffled DP-SGD. */
export interface WeightShuffleOptions extends CentralOptions {
  /** c', l2 bound of a batch's sum of clipped gradients: at most 100,000 of the gradients' own bounds. */
  readonly batchClipBound: number;
  /** The model whose weights are permuted: one that has hidden units or filters. */
  readonly model: Model;
}

/**
 * So much larger than c, c' clips nothing, and the rounding of the batch's norm is still nothing beside c.
 */
const MAX_BATCH_CLIP_RATIO = 1e5;

/**
 * Shuffled DP-SGD: central DP-SGD whose sums are clipped once more, to c', and whose weights are permuted
 * after every update, uniformly over the model's permutation-invariant sets. Weights, the optimizer's memory
 * and the running average move together.
 *
 * Clipping to c' brings two neighbours' sums no farther apart (it is the projection onto a ball), and
 * permuting looks at the released weights alone: what is proven of central DP-SGD with the same noise holds.
 * The paper claims more for the permutation, and that is refuted. It does not say what batch size and what c'
 * it used.
 *
 * @throws DpError OUT_OF_RANGE an option is NaN or outside its range; BAD_INPUT the model is none;
 *   NOT_APPLICABLE the model has nothing to permute
 * @see Yang, Ji, Xiang, "Weights Shuffling for Improving DPSGD in Transformer-based Models",
 *   arXiv:2407.15414, Algorithm 1
 * @see docs/theorems/weight-shuffle.md, docs/theorems/permutation-invariance.md
 */
export function weightShuffleProtocol(options: WeightShuffleOptions): Protocol {
  checkOptions("weightShuffleProtocol", options);
  const plain = central(options);
  const { clipBound, batchClipBound } = options;
  const batchClipRatio =
    checkNumber("weightShuffleProtocol: batchClipBound", batchClipBound, {
      ...RANGES.positive,
      max: MAX_BATCH_CLIP_RATIO * clipBound,
    }) / clipBound;
  const model = checkedModel(options.model);
  const event: MechanismEvent = {
    kind: "weightShuffle",
    dimension: permutedWeights(model).count,
    batchClipRatio,
    of: plain.describeEvent()!,
  };
  return {
    ...plain,
    describeEvent: () => event,
    releaseMean: (sum, participants, source) =>
      plain.releaseMean(clippedTo(batchClipBound, sum), participants, source),
    afterUpdate: (source: RandomSource) => {
      const permutations = samplePermutations(model, source);
      return (entries) => permuteWeights(model, permutations, entries);
    },
  };
}

function checkedModel(value: Model): Model {
  const model = readModel("weightShuffleProtocol", value);
  if (permutedWeights(model).count > 0) return model;
  throw new DpError(
    "NOT_APPLICABLE",
    `weightShuffleProtocol: the model has nothing to permute: the axes of ${modelTensors(model, new Uint8Array(dimensionOf(model)))[0]!.name} are the examples' values and the classes; take central`,
    {
      parameter: "weightShuffleProtocol: model",
      value: model,
      allowed: "a model with hidden units or filters",
    },
  );
}
