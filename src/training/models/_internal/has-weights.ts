import type { Layer } from "../../layers/layer.js";
import { kindOf } from "../../layers/registry.js";

/** Whether a layer of this kind has weights, whatever its input. */
export function hasWeights(layer: Layer): boolean {
  return kindOf(layer).parameters(layer, { height: 1, width: 1, channels: 1 }).length > 0;
}
