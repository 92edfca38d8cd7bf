import { DpError } from "../../errors.js";
import { checkNumber, checkOptions, RANGES, show, wrongShape } from "../../validate.js";
import { type Shape, sizeOf } from "../layers/shape.js";
import { readShape } from "../models/read-model.js";
import { shareArray } from "./_internal/share-array.js";
import type { Examples } from "./examples.js";

/** Inputs as a caller has them: one flat array, or one row for each example. */
export type InputArray = Uint8Array | Float32Array | Float64Array | readonly ArrayLike<number>[];

/** The shape of one example and the number of classes. */
export interface ExamplesFromOptions {
  /** Of one example, channels last; default a feature vector, of height and width 1. */
  readonly shape?: Shape;
  /**
   * How many classes there are, integer in [2, 2^20]; default the largest label + 1. The number is public:
   * give it where a rare class is a secret.
   */
  readonly classes?: number;
}

const CLASSES = { min: 2, max: 2 ** 20, integer: true };

/**
 * A data set from plain arrays: images as bytes or floats, feature vectors as floats.
 *
 * Bytes stand for byte / 255. Numbers become single-precision floats. The arrays are copied.
 *
 * Floats should be scaled to about [-1, 1], by constants that do not come from the data: a scale computed
 * from the records is itself a release.
 *
 * @param inputs one example after the other, at least one; rows count as floats
 * @param labels class of each example, integers in [0, classes)
 * @param options shape and classes
 * @returns the examples, in memory that worker threads share
 * @throws DpError BAD_INPUT inputs are empty, of another kind or of another length than labels and shape say;
 *   OUT_OF_RANGE an input is not finite in single precision, a label is not a class, or an option is outside
 *   its range
 * @example
 * const examples = examplesFrom([[0.5, -1], [0.25, 2]], [0, 1]);
 * examples.count; // 2
 * @example
 * const shape = { height: 2, width: 2, channels: 1 };
 * examplesFrom(Uint8Array.of(0, 0, 0, 255), [1], { shape, classes: 2 }).inputs.length; // 4
 */
export function examplesFrom(
  inputs: InputArray,
  labels: ArrayLike<number>,
  options: ExamplesFromOptions = {},
): Examples {
  const { shape: givenShape, classes: givenClasses } = checkNames(options);
  const values = flatten(inputs);
  const count = checkLabels(labels);
  if (Array.isArray(inputs) && inputs.length !== count) {
    throw wrongShape("examplesFrom: inputs", `${inputs.length} rows`, `${count} rows, one for each label`);
  }
  const shape = readShape("examplesFrom: shape", givenShape ?? vectorShape(values.length, count));
  if (values.length !== count * sizeOf(shape)) {
    const allowed = `${count} labels times ${sizeOf(shape)} values`;
    throw wrongShape("examplesFrom: inputs", `${values.length} values`, allowed);
  }
  const classes = checkNumber("examplesFrom: classes", givenClasses ?? classesOf(labels), CLASSES);
  return Object.freeze({
    count,
    shape,
    classes,
    inputs: shareArray(values),
    labels: readLabels(labels, classes),
  });
}

function checkNames(options: ExamplesFromOptions): ExamplesFromOptions {
  const { shape: _shape, classes: _classes, ...others } = checkOptions("examplesFrom", options);
  const [foreign] = Object.keys(others);
  if (foreign === undefined) return options;
  const value = (others as Readonly<Record<string, unknown>>)[foreign];
  throw wrongShape(`examplesFrom: ${foreign}`, value, "absent: the options are shape and classes");
}

function flatten(inputs: InputArray): Uint8Array | Float32Array {
  if (inputs instanceof Uint8Array) return inputs;
  if (inputs instanceof Float32Array || inputs instanceof Float64Array) return finiteFloats(inputs);
  if (!Array.isArray(inputs) || typeof inputs[0] === "number") {
    throw wrongShape(
      "examplesFrom: inputs",
      inputs,
      "a Uint8Array, a Float32Array, a Float64Array or rows of numbers",
    );
  }
  const size = isRow(inputs[0]) ? inputs[0].length : 0;
  const floats = new Float32Array(inputs.length * size);
  for (const [row, values] of (inputs as readonly ArrayLike<number>[]).entries()) {
    if (!isRow(values) || values.length !== size) {
      throw wrongShape(`examplesFrom: inputs[${row}]`, values, `a row of ${size} numbers, as the first`);
    }
    for (let i = 0; i < size; i++) floats[row * size + i] = finite(`[${row}][${i}]`, values[i]!);
  }
  return floats;
}

/** Not whatever has a length: it may be any number. */
function isRow(value: unknown): value is ArrayLike<number> {
  return Array.isArray(value) || (ArrayBuffer.isView(value) && "length" in value);
}

function finiteFloats(values: Float32Array | Float64Array): Float32Array {
  return Float32Array.from(values, (value, i) => finite(`[${i}]`, value));
}

function finite(place: string, value: number): number {
  if (typeof value === "number" && Number.isFinite(Math.fround(value))) return value;
  const name = `examplesFrom: inputs${place}`;
  const allowed = "a finite number in single precision";
  throw new DpError("OUT_OF_RANGE", `${name} must be ${allowed}, got ${show(value)}`, {
    parameter: name,
    value,
    allowed,
  });
}

function checkLabels(labels: ArrayLike<number>): number {
  if (isRow(labels) && labels.length > 0) return labels.length;
  throw wrongShape("examplesFrom: labels", labels, "an array of at least one class number");
}

function vectorShape(values: number, count: number): Shape {
  const channels = values / count;
  if (Number.isInteger(channels) && channels > 0) return { height: 1, width: 1, channels };
  throw wrongShape("examplesFrom: inputs", `${values} values`, `a positive multiple of the ${count} labels`);
}

function classesOf(labels: ArrayLike<number>): number {
  let largest = 1;
  for (let i = 0; i < labels.length; i++) largest = Math.max(largest, readLabel(labels[i]!, i, CLASSES.max));
  return largest + 1;
}

function readLabels(labels: ArrayLike<number>, classes: number): Uint8Array | Uint32Array {
  const read = classes <= 256 ? new Uint8Array(labels.length) : new Uint32Array(labels.length);
  for (let i = 0; i < labels.length; i++) read[i] = readLabel(labels[i]!, i, classes);
  return shareArray(read);
}

function readLabel(label: number, i: number, classes: number): number {
  return checkNumber(`examplesFrom: labels[${i}]`, label, { ...RANGES.nonNegativeInteger, max: classes - 1 });
}
