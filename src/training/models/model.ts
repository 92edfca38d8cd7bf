import { checkArray, checkOptions } from "../../validate.js";
import type { Layer } from "../layers/layer.js";
import { kindOf, parameterCount } from "../layers/registry.js";
import { type Shape, sizeOf } from "../layers/shape.js";

/**
 * A classifier, as plain data: its last layer's values are the logits of a softmax cross-entropy.
 *
 * The examples are of the input's shape; feature vectors have height and width 1. No layer but a dense one is needed: one alone
 * is logistic regression.
 */
export interface Model {
  readonly input: Shape;
  readonly layers: readonly Layer[];
}

/** The shapes between the layers: the input's, then each layer's output. */
export function layerShapes(model: Model): Shape[] {
  checkParts("layerShapes", model);
  const shapes = [model.input];
  for (const layer of model.layers) shapes.push(kindOf(layer).shape(layer, shapes.at(-1)!));
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
    const layer = model.layers[i]!;
    used[i] = kindOf(layer).used(layer, full[i]!, used[i + 1]!);
  }
  return used;
}

/**
 * The number of weights of a model, biases included.
 *
 * @param model a model; `train` and `openGradientEngine` check theirs
 * @returns how many numbers `initialWeights` makes
 * @example
 * const layers = [{ kind: "dense", units: 3 }] as const;
 * dimensionOf({ input: { height: 1, width: 1, channels: 4 }, layers }); // 15
 */
export function dimensionOf(model: Model): number {
  checkParts("dimensionOf", model);
  const shapes = layerShapes(model);
  return model.layers.reduce((total, layer, i) => total + parameterCount(layer, shapes[i]!), 0);
}

function checkParts(where: string, model: Model): void {
  const { input, layers } = checkOptions(where, model, "model");
  checkOptions(where, input, "model.input");
  checkArray(`${where}: model.layers`, layers);
}

/** The number of logits. */
export function classesOf(model: Model): number {
  return sizeOf(layerShapes(model).at(-1)!);
}
