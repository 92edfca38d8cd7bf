import { DpError } from "../../../errors.js";
import { wrongShape } from "../../../validate.js";
import { shareArray } from "../../data/_internal/share-array.js";
import type { Examples } from "../../data/examples.js";
import { type Shape, sizeOf } from "../../layers/shape.js";
import { classesOf, type Model } from "../../models/model.js";

/** Examples of the model's shape and classes. */
export function checkExamples(name: string, model: Model, examples: Examples): void {
  const { count, shape, inputs, labels } = examples;
  const [wanted, given] = [model.input, shape].map(describeShape);
  if (given !== wanted) throw wrongShape(`${name}.shape`, given, `the model's input, ${wanted}`);
  const values = count * sizeOf(shape);
  if (inputs.length !== values) throw wrongShape(`${name}.inputs`, inputs.length, `${values} values`);
  checkFloats(name, inputs);
  if (labels.length !== count) throw wrongShape(`${name}.labels`, labels.length, `${count} labels`);
  const classes = classesOf(model);
  const place = labels.findIndex((label) => !(Number.isInteger(label) && label >= 0 && label < classes));
  if (place >= 0)
    throw wrongShape(`${name}.labels[${place}]`, labels[place], `below the model's classes, ${classes}`);
}

function checkFloats(name: string, inputs: Uint8Array | Float32Array): void {
  if (inputs instanceof Uint8Array) return;
  const place = inputs.findIndex((value) => !Number.isFinite(value));
  if (place >= 0) throw outOfRange(`${name}.inputs[${place}]`, inputs[place]!, "a finite number");
}

function describeShape({ height, width, channels }: Shape): string {
  return `${height} x ${width} x ${channels}`;
}

/** The examples where every worker can read them, without a copy if they are there already. */
export function sharedExamples(examples: Examples): Examples {
  return { ...examples, inputs: shareArray(examples.inputs), labels: shareArray(examples.labels) };
}

export function checkWeights(weights: Float32Array, dimension: number): void {
  if (weights.length !== dimension) {
    throw wrongShape("engine: weights", weights.length, `${dimension} numbers`);
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

function outOfRange(name: string, value: number, allowed: string): DpError {
  return new DpError("OUT_OF_RANGE", `${name} must be ${allowed}, got ${value}`, {
    parameter: name,
    value,
    allowed,
  });
}
