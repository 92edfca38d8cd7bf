import { wrongShape } from "../../validate.js";
import { headModel } from "./head-model.js";
import { dimensionOf, frozenDimensionOf, type Model } from "./model.js";
import { placedLayers } from "./placed-layers.js";

/** The weights of a model of which the head is trained. */
export interface HeadWeights {
  /** What is trained, at its start. */
  readonly weights: Float32Array;
  readonly frozen: Float32Array;
}

/**
 * Where training of the head alone starts. The result goes to `train` as `pretrained`.
 *
 * @param model the model before {@link headModel}
 * @param weights of all of its layers, e.g. from a checkpoint
 * @throws DpError BAD_INPUT the model is not one, or another number of weights
 */
export function headWeights(model: Model, weights: Float32Array): HeadWeights {
  const target = headModel(model);
  if (!(weights instanceof Float32Array) || weights.length !== dimensionOf(model)) {
    throw wrongShape(
      "headWeights: weights",
      weights?.length,
      `a Float32Array of ${dimensionOf(model)} numbers`,
    );
  }
  const start = new Float32Array(dimensionOf(target));
  const frozen = new Float32Array(frozenDimensionOf(target));
  const places = placedLayers(target);
  for (const [i, from] of placedLayers(model).entries()) {
    const to = places[i]!;
    (to.layer.frozen ? frozen : start).set(weights.subarray(from.start, from.end), to.start);
  }
  return { weights: start, frozen };
}
