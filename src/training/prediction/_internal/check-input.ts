import { checkNumber, RANGES, wrongShape } from "../../../validate.js";
import type { ExampleValues } from "../../layers/_internal/bound-layer.js";
import { sizeOf } from "../../layers/shape.js";
import { isTokenInput, type TokenInput } from "../../layers/token-input.js";
import type { Model } from "../../models/model.js";

export interface CheckedInput {
  /** Of all positions: behind the last one in use there is whatever. */
  readonly values: ExampleValues;
  /** Positions in use. */
  readonly length: number;
}

/** One input, of the model's shape. */
export function checkInput(name: string, { input }: Model, given: ExampleValues): CheckedInput {
  return isTokenInput(input)
    ? checkTokens(name, input, given)
    : checkValues(name, sizeOf(input), given, input.height);
}

function checkTokens(name: string, { vocabulary, length }: TokenInput, given: ExampleValues): CheckedInput {
  if (!(given instanceof Uint8Array) && !(given instanceof Uint32Array)) {
    throw wrongShape(name, given, "token ids, a Uint8Array or a Uint32Array");
  }
  if (given.length < 1 || given.length > length) {
    throw wrongShape(`${name}.length`, given.length, `from 1 to the model's ${length} tokens`);
  }
  const foreign = given.findIndex((id) => id >= vocabulary);
  if (foreign >= 0) {
    const advice = "take the tokenizer of this model";
    checkNumber(`${name}[${foreign}]`, given[foreign], {
      ...RANGES.nonNegativeInteger,
      max: vocabulary - 1,
      advice,
    });
  }
  const values = new Uint32Array(length);
  values.set(given);
  return { values, length: given.length };
}

function checkValues(name: string, size: number, given: ExampleValues, length: number): CheckedInput {
  if (!(given instanceof Uint8Array) && !(given instanceof Float32Array)) {
    throw wrongShape(name, given, "a Uint8Array or a Float32Array");
  }
  if (given.length !== size) throw wrongShape(`${name}.length`, given.length, `the model's ${size} values`);
  const place = given.findIndex((value) => !Number.isFinite(value));
  if (place >= 0) checkNumber(`${name}[${place}]`, given[place], {});
  return { values: given, length };
}
