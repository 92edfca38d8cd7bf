import { kindOf } from "../layers/registry.js";
import { inputShape } from "../layers/token-input.js";
import { groupOf } from "./group-of.js";
import type { Model } from "./model.js";
import { ModelSize } from "./model-size.js";
import { placedLayers } from "./placed-layers.js";

/**
 * About how many bytes a thread's kernels take for a model.
 *
 * @throws DpError OUT_OF_RANGE it is more than there can be
 */
export function kernelMemory(where: string, model: Model): number {
  const size = new ModelSize(`${where}: model.input`, inputShape(model.input), groupOf(model));
  for (const { layer, path, input } of placedLayers(model)) {
    size.add(`${where}: model.layers[${path}]`, { layer, input, output: kindOf(layer).shape(layer, input) });
  }
  return size.bytes;
}
