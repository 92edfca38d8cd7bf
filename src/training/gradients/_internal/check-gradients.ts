import { DpError } from "../../../errors.js";
import { show, wrongShape } from "../../../validate.js";
import { shareArray } from "../../data/_internal/share-array.js";
import type { Examples } from "../../data/examples.js";
import { frozenDimensionOf, type Model } from "../../models/model.js";
import type { ClipRule } from "../clip-rule.js";

/** The examples where every worker can read them, without a copy if they are there already. */
export function sharedExamples(examples: Examples): Examples {
  const { inputs, labels, lengths, counted } = examples;
  const shared = {
    ...(lengths === undefined ? {} : { lengths: shareArray(lengths) }),
    ...(counted === undefined ? {} : { counted: shareArray(counted) }),
  };
  return { ...examples, inputs: shareArray(inputs), labels: shareArray(labels), ...shared };
}

export function checkWeights(name: string, weights: Float32Array, dimension: number): void {
  if (!(weights instanceof Float32Array)) throw wrongShape(name, weights, "a Float32Array");
  if (weights.length !== dimension) throw wrongShape(name, weights.length, `${dimension} numbers`);
  const index = weights.findIndex((weight) => !Number.isFinite(weight));
  if (index >= 0) throw outOfRange(`${name}[${index}]`, weights[index]!, "a finite number");
}

/** The weights of a model's frozen layers, which a model without any goes without. */
export function checkFrozen(name: string, model: Model, frozen: Float32Array | undefined): void {
  const dimension = frozenDimensionOf(model);
  if (frozen !== undefined || dimension > 0) checkWeights(name, frozen!, dimension);
}

export function checkIndices(name: string, indices: Uint32Array, count: number): void {
  if (!(indices instanceof Uint32Array)) throw wrongShape(name, indices, "a Uint32Array");
  const index = indices.find((candidate) => candidate >= count);
  if (index !== undefined) throw outOfRange(name, index, `integers in [0, ${count - 1}]`);
}

/** Which blocks are in a sum: a row for each index. */
export function checkJoins(name: string, joins: Uint8Array | undefined, rows: number, clip: ClipRule): void {
  if (joins === undefined) return;
  if (clip.norm !== "l2-blocks") throw wrongShape(name, joins, 'left out unless clip.norm is "l2-blocks"');
  if (!(joins instanceof Uint8Array)) throw wrongShape(name, joins, "a Uint8Array");
  const length = rows * clip.blocks;
  if (joins.length !== length) throw wrongShape(name, joins.length, `${length} numbers, one for each block`);
  const other = joins.find((joining) => joining > 1);
  if (other !== undefined) throw outOfRange(name, other, "0 or 1");
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
