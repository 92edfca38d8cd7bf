import { DpError } from "../../../errors.js";
import type { Examples } from "../../data/examples.js";
import { sizeOf } from "../../layers/layer-geometry.js";
import { classesOf, type Model } from "../../models/model.js";

/** Examples of the model's size and classes, in shared memory. */
export function checkExamples(name: string, model: Model, examples: Examples): void {
  const { count, inputSize, inputs, labels } = examples;
  if (inputSize !== sizeOf(model.input)) {
    throw badInput(name, `must have ${sizeOf(model.input)} bytes per example, got ${inputSize}`);
  }
  if (inputs.length !== count * inputSize || labels.length !== count) {
    throw badInput(
      name,
      `must have ${count * inputSize} input bytes and ${count} labels, got ${inputs.length} and ${labels.length}`,
    );
  }
  if (!(inputs.buffer instanceof SharedArrayBuffer && labels.buffer instanceof SharedArrayBuffer)) {
    throw badInput(name, "must be in shared memory; load it with one of the loaders of croupier/training");
  }
  const classes = classesOf(model);
  const label = labels.find((candidate) => candidate >= classes);
  if (label !== undefined) throw badInput(name, `must have labels below ${classes}, got ${label}`);
}

export function checkWeights(weights: Float32Array, dimension: number): void {
  if (weights.length !== dimension) {
    throw badInput("engine: weights", `must have length ${dimension}, got ${weights.length}`);
  }
  const index = weights.findIndex((weight) => !Number.isFinite(weight));
  if (index >= 0) throw outOfRange(`engine: weights[${index}]`, weights[index]!, "a finite number");
}

export function checkIndices(indices: Uint32Array, count: number): void {
  const index = indices.find((candidate) => candidate >= count);
  if (index !== undefined) throw outOfRange("engine: indices", index, `integers in [0, ${count - 1}]`);
}

/** Refuses what overflowed: weights too large for f32. */
export function checkFinite(lossSum: number, sum: Float64Array = new Float64Array()): void {
  if (Number.isFinite(lossSum) && sum.every(Number.isFinite)) return;
  throw new DpError("NOT_CONVERGED", "engine: a loss or gradient is not finite; lower the learning rate");
}

function badInput(name: string, what: string): DpError {
  return new DpError("BAD_INPUT", `${name} ${what}`, { parameter: name });
}

function outOfRange(name: string, value: number, allowed: string): DpError {
  return new DpError("OUT_OF_RANGE", `${name} must be ${allowed}, got ${value}`, {
    parameter: name,
    value,
    allowed,
  });
}
