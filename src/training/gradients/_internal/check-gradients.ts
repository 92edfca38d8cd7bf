import { DpError } from "../../../errors.js";
import { checkNumber, RANGES, show, wrongShape } from "../../../validate.js";
import { shareArray } from "../../data/_internal/share-array.js";
import type { Examples } from "../../data/examples.js";
import { type Shape, sizeOf } from "../../layers/shape.js";
import { classesOf, type Model } from "../../models/model.js";
import { readShape } from "../../models/read-model.js";

/** Examples, at least one, of the model's shape and classes. */
export function checkExamples(name: string, model: Model, examples: Examples): Examples {
  if (typeof examples !== "object" || examples === null) throw wrongShape(name, examples, "examples");
  const { inputs, labels } = examples;
  const count = checkNumber(`${name}.count`, examples.count, RANGES.positiveInteger);
  const shape = readShape(`${name}.shape`, examples.shape);
  const [wanted, given] = [model.input, shape].map(describeShape);
  if (given !== wanted) throw wrongShape(`${name}.shape`, given, `the model's input, ${wanted}`);
  checkValues(`${name}.inputs`, inputs, count * sizeOf(shape));
  checkLabels(`${name}.labels`, labels, count, classesOf(model));
  return examples;
}

function checkValues(name: string, inputs: Examples["inputs"], values: number): void {
  const isBytes = inputs instanceof Uint8Array;
  if (!isBytes && !(inputs instanceof Float32Array)) {
    throw wrongShape(name, inputs, "a Uint8Array or a Float32Array");
  }
  if (inputs.length !== values) throw wrongShape(name, inputs.length, `${values} values`);
  const place = isBytes ? -1 : inputs.findIndex((value) => !Number.isFinite(value));
  if (place >= 0) throw outOfRange(`${name}[${place}]`, inputs[place]!, "a finite number");
}

function checkLabels(name: string, labels: Examples["labels"], count: number, classes: number): void {
  if (!(labels instanceof Uint8Array) && !(labels instanceof Uint32Array)) {
    throw wrongShape(name, labels, "a Uint8Array or a Uint32Array");
  }
  if (labels.length !== count) throw wrongShape(name, labels.length, `${count} labels`);
  const place = labels.findIndex((label) => label >= classes);
  if (place < 0) return;
  throw wrongShape(`${name}[${place}]`, labels[place], `below the model's classes, ${classes}`);
}

function describeShape({ height, width, channels }: Shape): string {
  return `${height} x ${width} x ${channels}`;
}

/** The examples where every worker can read them, without a copy if they are there already. */
export function sharedExamples(examples: Examples): Examples {
  return { ...examples, inputs: shareArray(examples.inputs), labels: shareArray(examples.labels) };
}

export function checkWeights(name: string, weights: Float32Array, dimension: number): void {
  if (!(weights instanceof Float32Array)) throw wrongShape(name, weights, "a Float32Array");
  if (weights.length !== dimension) throw wrongShape(name, weights.length, `${dimension} numbers`);
  const index = weights.findIndex((weight) => !Number.isFinite(weight));
  if (index >= 0) throw outOfRange(`${name}[${index}]`, weights[index]!, "a finite number");
}

export function checkIndices(name: string, indices: Uint32Array, count: number): void {
  if (!(indices instanceof Uint32Array)) throw wrongShape(name, indices, "a Uint32Array");
  const index = indices.find((candidate) => candidate >= count);
  if (index !== undefined) throw outOfRange(name, index, `integers in [0, ${count - 1}]`);
}

/** Checks a caller's signal, which may be left out. */
export function checkSignal(name: string, signal: AbortSignal | undefined): void {
  if (signal === undefined) return;
  const { aborted, addEventListener } = (signal ?? {}) as Partial<AbortSignal>;
  if (typeof aborted === "boolean" && typeof addEventListener === "function") return;
  throw wrongShape(name, signal, "an AbortSignal");
}

/** Refuses what overflowed: weights too large for f32. */
export function checkFinite(where: string, lossSum: number, sum: Float64Array = new Float64Array()): void {
  if (Number.isFinite(lossSum) && sum.every(Number.isFinite)) return;
  throw new DpError("NOT_CONVERGED", `${where}: a loss or gradient is not finite; lower the learning rate`);
}

function outOfRange(name: string, value: number, allowed: string): DpError {
  const message = `${name} must be ${allowed}, got ${show(value)}`;
  return new DpError("OUT_OF_RANGE", message, { parameter: name, value, allowed });
}
