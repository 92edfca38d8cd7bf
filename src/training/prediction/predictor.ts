import { compileKernels } from "../../tensor/compile-kernels.js";
import { Workspace } from "../../tensor/workspace.js";
import { checkArray, checkOptions, wrongShape } from "../../validate.js";
import { checkFrozen, checkWeights } from "../gradients/_internal/check-gradients.js";
import type { BoundParameters, ExampleValues } from "../layers/_internal/bound-layer.js";
import { type BoundModel, bindModel } from "../models/bind-model.js";
import { classesOf, dimensionOf, type Model, targetOf } from "../models/model.js";
import { type ModelName, modelOf } from "../models/model-name.js";
import { readModel } from "../models/read-model.js";
import { type CheckedInput, checkInput } from "./_internal/check-input.js";

/** A model, and the weights that it was trained to. */
export interface PredictorOptions {
  readonly model: Model | ModelName;
  /** Of the layers that are trained, as `train` returns them. */
  readonly weights: Float32Array;
  /** Of the model's frozen layers; absent where it has none. */
  readonly frozen?: Float32Array | undefined;
}

/** Computes a trained model's answers, on the calling thread. */
export interface Predictor {
  readonly model: Model;
  /** The logits of a prediction. */
  readonly classes: number;
  /**
   * The logits for each input, in order: `classes` numbers, or as many for each of its positions one after
   * the other.
   *
   * An input is the values of one example (bytes stand for byte / 255), or token ids, as many as there are:
   * at least one, at most the model's length.
   *
   * @throws DpError BAD_INPUT an input is not of the model's shape or kind, or has no or too many tokens;
   *   OUT_OF_RANGE a value is not finite or a token not of the vocabulary
   */
  logits(inputs: readonly ExampleValues[]): Float32Array[];
}

/**
 * Opens a trained model to ask it for predictions. What it answers follows from the weights and the input:
 * with weights from private training no answer tells more about the training examples than their figures say.
 *
 * @param options the model and its weights
 * @throws DpError BAD_INPUT the model is not one, or there are not as many weights as it has; OUT_OF_RANGE a
 *   weight is not finite; UNSUPPORTED no WebAssembly SIMD; DATA_UNREADABLE no kernels
 * @see generateTokens, which lets a language model go on with a text
 */
export async function openPredictor(options: PredictorOptions): Promise<Predictor> {
  const where = "openPredictor";
  const { weights, frozen } = checkOptions(where, options);
  const model = readModel(where, modelOf(options.model));
  checkWeights(`${where}: weights`, weights, dimensionOf(model));
  checkFrozen(`${where}: frozen`, model, frozen);
  const workspace = new Workspace(await compileKernels());
  const bound = bindModel(workspace, model);
  load(bound.trained, weights);
  load(bound.frozen, frozen ?? new Float32Array());
  return Object.freeze({
    model,
    classes: classesOf(model),
    logits: (inputs: readonly ExampleValues[]) => logitsOf(inputs, { model, bound, workspace }),
  });
}

interface Opened {
  readonly model: Model;
  readonly bound: BoundModel;
  readonly workspace: Workspace;
}

function logitsOf(inputs: readonly ExampleValues[], opened: Opened): Float32Array[] {
  const { model, bound } = opened;
  const name = "predictor.logits: inputs";
  const checked = checkArray(name, inputs).map((input, i) => checkInput(`${name}[${i}]`, model, input));
  if (checked.length === 0) throw wrongShape(name, inputs, "at least one input");
  const results: Float32Array[] = [];
  for (let start = 0; start < checked.length; start += bound.group) {
    const group = checked.slice(start, start + bound.group);
    for (const [i, { values, length }] of group.entries()) bound.input.stage(i, values, length);
    for (const layer of bound.layers) layer.forward(group.length);
    for (const [i, input] of group.entries()) results.push(readLogits(opened, i, input));
  }
  return results;
}

function readLogits({ model, bound, workspace }: Opened, example: number, input: CheckedInput): Float32Array {
  const { values, stride, row } = bound.output;
  const classes = classesOf(model);
  const positions = targetOf(model) === "class" ? 1 : input.length;
  const logits = new Float32Array(positions * classes);
  for (let position = 0; position < positions; position++) {
    const address = values + 4 * (example * stride + position * row);
    logits.set(workspace.floats(address, classes), position * classes);
  }
  return logits;
}

function load(layers: readonly BoundParameters[], weights: Float32Array): void {
  let start = 0;
  for (const parameters of layers) {
    parameters.load(weights.subarray(start, start + parameters.count));
    start += parameters.count;
  }
}
