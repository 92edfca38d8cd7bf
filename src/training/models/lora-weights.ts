import type { RandomSource } from "../../random/random-source.js";
import { wrongShape } from "../../validate.js";
import { initialWeights } from "./initial-weights.js";
import { adaptedModel, type LoraOptions } from "./lora-model.js";
import { dimensionOf, frozenDimensionOf, type Model } from "./model.js";
import { placedLayers } from "./placed-layers.js";

/** The weights of an adapted model. */
export interface LoraWeights {
  /** What is trained, at its start. */
  readonly weights: Float32Array;
  readonly frozen: Float32Array;
}

/**
 * Where training an adapted model starts: its frozen layers and its head as they are in `weights`, its
 * adapters random and without effect. They go to `train` as `pretrained`.
 *
 * @param model the model before {@link loraModel}
 * @param weights of all of its layers, e.g. from a checkpoint
 * @param options as {@link loraModel} got them
 * @throws DpError BAD_INPUT the model or the source is not one, or another number of weights; OUT_OF_RANGE
 *   rank
 */
export function loraWeights(
  model: Model,
  weights: Float32Array,
  options: LoraOptions,
  source: RandomSource,
): LoraWeights {
  const { base, model: target, isAdapter } = adaptedModel(model, options);
  if (!(weights instanceof Float32Array) || weights.length !== dimensionOf(base)) {
    throw wrongShape(
      "loraWeights: weights",
      weights?.length,
      `a Float32Array of ${dimensionOf(base)} numbers`,
    );
  }
  const start = initialWeights(target, source);
  const frozen = new Float32Array(frozenDimensionOf(target));
  const kept = placedLayers(target).filter((_, i) => !isAdapter[i]);
  for (const [i, from] of placedLayers(base).entries()) {
    const to = kept[i]!;
    (to.layer.frozen ? frozen : start).set(weights.subarray(from.start, from.end), to.start);
  }
  return { weights: start, frozen };
}
