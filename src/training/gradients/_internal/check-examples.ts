import { DpError } from "../../../errors.js";
import { checkNumber, RANGES, show, wrongShape } from "../../../validate.js";
import type { Examples } from "../../data/examples.js";
import { type Shape, sizeOf } from "../../layers/shape.js";
import { inputShape, isTokenInput } from "../../layers/token-input.js";
import { classesOf, type Model, targetOf } from "../../models/model.js";
import { readShape } from "../../models/read-model.js";

/** Examples, at least one, of the model's input and classes. */
export function checkExamples(name: string, model: Model, examples: Examples): Examples {
  if (typeof examples !== "object" || examples === null) throw wrongShape(name, examples, "examples");
  const count = checkNumber(`${name}.count`, examples.count, RANGES.positiveInteger);
  const shape = readShape(`${name}.shape`, examples.shape);
  const [wanted, given] = [inputShape(model.input), shape].map(describeShape);
  if (given !== wanted) throw wrongShape(`${name}.shape`, given, `the model's input, ${wanted}`);
  if (isTokenInput(model.input)) checkTokens(name, examples, model.input.vocabulary);
  else checkValues(name, examples);
  checkCount(`${name}.inputs`, examples.inputs, count * sizeOf(shape), "values");
  checkLengths(`${name}.lengths`, examples.lengths, count, shape.height);
  checkCounted(`${name}.counted`, examples.counted, { count, shape, model });
  checkLabels(`${name}.labels`, examples.labels, { count, shape, model });
  return examples;
}

function checkTokens(name: string, { inputs, vocabulary }: Examples, known: number): void {
  if (vocabulary === undefined)
    throw wrongShape(
      `${name}.vocabulary`,
      vocabulary,
      "the number of tokens: the model's examples are token ids",
    );
  checkNumber(`${name}.vocabulary`, vocabulary, {
    ...RANGES.positiveInteger,
    max: known,
    advice: "take the tokenizer of this model",
  });
  checkIntegers(`${name}.inputs`, inputs, vocabulary, "a token of the vocabulary");
}

function checkValues(name: string, { inputs, vocabulary }: Examples): void {
  if (vocabulary !== undefined)
    throw wrongShape(`${name}.vocabulary`, vocabulary, "absent: the model's examples are no token ids");
  const isBytes = inputs instanceof Uint8Array;
  if (!isBytes && !(inputs instanceof Float32Array)) {
    throw wrongShape(`${name}.inputs`, inputs, "a Uint8Array or a Float32Array");
  }
  const place = isBytes ? -1 : inputs.findIndex((value) => !Number.isFinite(value));
  if (place < 0) return;
  const parameter = `${name}.inputs[${place}]`;
  const value = inputs[place]!;
  const allowed = "a finite number";
  throw new DpError("OUT_OF_RANGE", `${parameter} must be ${allowed}, got ${show(value)}`, {
    parameter,
    value,
    allowed,
  });
}

function checkLengths(name: string, lengths: Uint32Array | undefined, count: number, longest: number): void {
  if (lengths === undefined) return;
  if (!(lengths instanceof Uint32Array)) throw wrongShape(name, lengths, "a Uint32Array");
  checkCount(name, lengths, count, "lengths");
  const place = lengths.findIndex((length) => length < 1 || length > longest);
  if (place >= 0) throw wrongShape(`${name}[${place}]`, lengths[place], `an integer in [1, ${longest}]`);
}

interface Wanted {
  readonly count: number;
  readonly shape: Shape;
  readonly model: Model;
}

function checkCounted(name: string, counted: Uint8Array | undefined, { count, shape, model }: Wanted): void {
  if (counted === undefined) return;
  if (targetOf(model) === "class") {
    throw wrongShape(name, counted, "absent: the model predicts one class of each example");
  }
  if (!(counted instanceof Uint8Array)) throw wrongShape(name, counted, "a Uint8Array");
  checkCount(name, counted, count * shape.height, "positions");
  const place = counted.findIndex((each) => each > 1);
  if (place >= 0) throw wrongShape(`${name}[${place}]`, counted[place], "0 or 1");
}

function checkLabels(name: string, labels: Examples["labels"], { count, shape, model }: Wanted): void {
  const each = { class: 1, "class-per-position": shape.height, "next-token": 0 }[targetOf(model)];
  checkIntegers(name, labels, classesOf(model), "below the model's classes");
  checkCount(name, labels, count * each, "labels");
}

function checkIntegers(name: string, values: ArrayLike<number>, limit: number, what: string): void {
  if (!(values instanceof Uint8Array) && !(values instanceof Uint32Array)) {
    throw wrongShape(name, values, "a Uint8Array or a Uint32Array");
  }
  const place = values.findIndex((value) => value >= limit);
  if (place >= 0) throw wrongShape(`${name}[${place}]`, values[place], `${what}, ${limit}`);
}

function checkCount(name: string, values: ArrayLike<number>, count: number, what: string): void {
  if (values.length !== count) throw wrongShape(name, values.length, `${count} ${what}`);
}

function describeShape({ height, width, channels }: Shape): string {
  return `${height} x ${width} x ${channels}`;
}
