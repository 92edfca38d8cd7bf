import type { Layer, Shape } from "../layers/layer.js";
import { outputShape, parametersOf, sizeOf, usedInput } from "../layers/layer-geometry.js";

/** A classifier: its last layer's values are the logits of a softmax cross-entropy. Plain data. */
export interface Model {
  readonly input: Shape;
  readonly layers: readonly Layer[];
}

/** The shapes between the layers: the input's, then each layer's output. */
export function layerShapes(model: Model): Shape[] {
  const shapes = [model.input];
  for (const layer of model.layers) shapes.push(outputShape(layer, shapes.at(-1)!));
  return shapes;
}

/**
 * As {@link layerShapes}, without the last rows and columns that no later layer reads: their gradient is exactly zero, so
 * there is no need to compute them. GDD21's second convolution reads 12 of 13 rows.
 */
export function usedShapes(model: Model): Shape[] {
  const full = layerShapes(model);
  const used = [...full];
  for (let i = model.layers.length - 1; i > 0; i--) {
    used[i] = usedInput(model.layers[i]!, full[i]!, used[i + 1]!);
  }
  return used;
}

/** Number of weights, biases included. */
export function dimensionOf(model: Model): number {
  const shapes = layerShapes(model);
  return model.layers.reduce((total, layer, i) => {
    const { weights, biases } = parametersOf(layer, shapes[i]!);
    return total + weights + biases;
  }, 0);
}

export function classesOf(model: Model): number {
  return sizeOf(layerShapes(model).at(-1)!);
}
