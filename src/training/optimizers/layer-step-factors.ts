import type { Model } from "../models/model.js";
import { placedLayers } from "../models/placed-layers.js";

/**
 * How far one step moves each layer: by its gradient alone, or so that noise moves every layer equally far.
 */
export const LAYER_STEPS = ["equal", "equal-noise"] as const;

/** The rules for the step of each layer, by name. */
export type LayerSteps = (typeof LAYER_STEPS)[number];

/** A factor on the steps of the weights up to, but not with, number `end`. */
export interface StepFactor {
  readonly end: number;
  readonly factor: number;
}

/**
 * A factor on the step of every weight, constant within a layer; in the weights' order.
 *
 * Noise of one standard deviation per weight moves a layer of k weights by sqrt(k) of them, so that it drowns
 * the largest layers first. `equal-noise` divides by sqrt(k / mean k). It looks at the model alone:
 * post-processing.
 */
export function layerStepFactors(model: Model, rule: LayerSteps): readonly StepFactor[] {
  const sizes = placedLayers(model)
    .filter(({ layer }) => !layer.frozen)
    .map(({ start, end }) => end - start)
    .filter((size) => size > 0);
  const total = sizes.reduce((sum, size) => sum + size, 0);
  if (rule === "equal") return [{ end: total, factor: 1 }];
  let end = 0;
  return sizes.map((size) => {
    end += size;
    return { end, factor: Math.sqrt(total / sizes.length / size) };
  });
}
