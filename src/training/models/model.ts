import { checkArray, checkOptions } from "../../validate.js";
import { kindOf } from "../layers/registry.js";
import { type Shape, sizeOf } from "../layers/shape.js";
import { inputShape, type ModelInput } from "../layers/token-input.js";
import { type Block, isLayer } from "./block.js";
import { placedLayers, shapeBehind } from "./placed-layers.js";

/**
 * What a model predicts: a class of each example, a class of each position, or at each position the token
 * that comes next.
 */
export const MODEL_TARGETS = ["class", "class-per-position", "next-token"] as const;

/** A target, by name. */
export type ModelTarget = (typeof MODEL_TARGETS)[number];

/**
 * A model, as plain data: its last layer's values are the logits of a softmax cross-entropy, of one for each
 * example or of one for each position. An example's loss is the mean over its positions that count.
 *
 * The examples are of the input's shape, or token ids; feature vectors have height and width 1, sequences of
 * vectors width 1 and a row for each position. No layer but a dense one is needed: one alone is logistic
 * regression.
 */
export interface Model {
  readonly input: ModelInput;
  readonly layers: readonly Block[];
  /** Default: a class of each example. */
  readonly target?: ModelTarget;
}

/** The shapes between the blocks: the input's, then each block's output. */
export function layerShapes(model: Model): Shape[] {
  checkParts("layerShapes", model);
  const shapes = [inputShape(model.input)];
  for (const block of model.layers) shapes.push(shapeBehind(block, shapes.at(-1)!));
  return shapes;
}

/**
 * As {@link layerShapes}, without the last rows and columns that no later layer reads: their gradient is
 * exactly zero, so there is no need to compute them. GDD21's second convolution reads 12 of 13 rows.
 */
export function usedShapes(model: Model): Shape[] {
  const full = layerShapes(model);
  const used = [...full];
  for (let i = model.layers.length - 1; i > 0; i--) {
    const block = model.layers[i]!;
    used[i] = isLayer(block) ? kindOf(block).used(block, full[i]!, used[i + 1]!) : full[i]!;
  }
  return used;
}

/**
 * The number of weights of a model that are trained, biases included.
 *
 * @param model a model; `train` and `openGradientEngine` check theirs
 * @returns how many numbers `initialWeights` makes
 * @example
 * const layers = [{ kind: "dense", units: 3 }] as const;
 * dimensionOf({ input: { height: 1, width: 1, channels: 4 }, layers }); // 15
 */
export function dimensionOf(model: Model): number {
  checkParts("dimensionOf", model);
  return weightsWhere(model, (frozen) => !frozen);
}

/** The number of weights of a model's frozen layers, which are given beside it. */
export function frozenDimensionOf(model: Model): number {
  checkParts("frozenDimensionOf", model);
  return weightsWhere(model, (frozen) => frozen);
}

function weightsWhere(model: Model, counts: (frozen: boolean) => boolean): number {
  return placedLayers(model)
    .filter(({ layer }) => counts(layer.frozen === true))
    .reduce((total, { start, end }) => total + end - start, 0);
}

function checkParts(where: string, model: Model): void {
  const { input, layers } = checkOptions(where, model, "model");
  checkOptions(where, input, "model.input");
  checkArray(`${where}: model.layers`, layers);
}

/** What a model predicts. */
export function targetOf({ target = "class" }: Model): ModelTarget {
  return target;
}

/** The number of logits of a prediction. */
export function classesOf(model: Model): number {
  const output = layerShapes(model).at(-1)!;
  return targetOf(model) === "class" ? sizeOf(output) : output.channels;
}
