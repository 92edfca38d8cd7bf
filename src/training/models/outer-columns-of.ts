import { kindOf, parameterCount } from "../layers/registry.js";
import type { Model } from "./model.js";
import { placedLayers } from "./placed-layers.js";

/**
 * Columns of the matrix that an example's gradient is where it is an outer product: where one layer is
 * trained, and of a kind whose gradients are; otherwise 1.
 */
export function outerColumnsOf(model: Model): number {
  const trained = placedLayers(model).filter(
    ({ layer, input }) => layer.frozen !== true && parameterCount(layer, input) > 0,
  );
  const [only] = trained;
  return trained.length === 1 ? (kindOf(only!.layer).outerColumns?.(only!.layer) ?? 1) : 1;
}
