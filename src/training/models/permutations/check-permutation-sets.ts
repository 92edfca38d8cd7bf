import { DpError } from "../../../errors.js";
import { fillNormals } from "../../../random/fill-normals.js";
import { sampleInteger } from "../../../random/sample-integer.js";
import { seededSource } from "../../../random/seeded-source.js";
import { show } from "../../../validate.js";
import { sizeOf } from "../../layers/shape.js";
import { inputShape, isTokenInput } from "../../layers/token-input.js";
import { initialWeights } from "../initial-weights.js";
import { classesOf, dimensionOf, frozenDimensionOf, type Model } from "../model.js";
import type { LabelledExample } from "../predictions.js";
import { readModel } from "../read-model.js";
import { referenceModel } from "../reference-model.js";
import { checkAxes } from "./_internal/check-axes.js";
import type { PermutationSet, WeightPermutation } from "./permutation-set.js";
import { permutationSets } from "./permutation-sets.js";
import { permuteWeights } from "./permute-weights.js";

/** Of a gradient's norm: rounding in double precision stays far below, another function far above. */
const TOLERANCE = 1e-9;

/**
 * Checks that permutations of these sets leave a model's function alone: that every axis is one of its
 * tensors' and, in double precision at random weights and a random example, that loss and gradient follow the
 * exchange of two places and the rotation of all of them, of which every permutation is made.
 *
 * @param model a model
 * @param sets  what is to be permuted together; default: the model's own sets
 * @throws DpError BAD_INPUT the model is none, or an axis is none of its; OUT_OF_RANGE a number of the model
 *   is outside its range; NOT_APPLICABLE the loss or the gradient does not follow; the message names the
 *   tensors
 * @example
 * const model = mnistCnn("tanh");
 * checkPermutationSets(model, permutationSets(model).slice(0, 1)); // undefined
 */
export function checkPermutationSets(model: Model, sets?: readonly PermutationSet[]): void {
  const where = "checkPermutationSets";
  const read = readModel(where, model);
  const checked = sets ?? permutationSets(read);
  checkAxes(where, read, checked);
  const follows = followedBy(read);
  const all = (orderOf: (size: number) => Uint32Array) =>
    checked.map((set) => ({ set, order: orderOf(set.size) }));
  if (follows(all(exchange)) && follows(all(rotation))) return;
  const fails = (set: PermutationSet, orderOf: (size: number) => Uint32Array) =>
    !follows([{ set, order: orderOf(set.size) }]);
  throw notInvariant(checked.find((set) => fails(set, exchange) || fails(set, rotation)) ?? checked[0]!);
}

/** Whether loss and gradient at random weights follow permutations. */
function followedBy(model: Model): (permutations: readonly WeightPermutation[]) => boolean {
  const frozen = new Float64Array(frozenDimensionOf(model));
  fillNormals(seededSource(6), frozen, 0.3);
  const reference = referenceModel(model, frozen);
  const weights = new Float64Array(dimensionOf(model));
  fillNormals(seededSource(1), weights, 0.1);
  for (const [i, weight] of initialWeights(model, seededSource(2)).entries()) weights[i]! += weight;
  const example = randomExample(model);
  const at = (point: Float64Array) => reference.gradient(point, example);
  const { loss, gradient } = at(weights);
  const most = TOLERANCE * Math.hypot(norm(gradient), loss);
  return (permutations) => {
    const moved = at(permuteWeights(model, permutations, weights));
    const expected = permuteWeights(model, permutations, gradient);
    return (
      Math.abs(moved.loss - loss) <= most &&
      norm(moved.gradient.map((entry, i) => entry - expected[i]!)) <= most
    );
  };
}

/** One that is as long as can be, with values or tokens and classes at random. */
function randomExample({ input, ...rest }: Model): LabelledExample {
  const shape = inputShape(input);
  const values = new Float32Array(sizeOf(shape));
  fillNormals(seededSource(3), values, 1);
  const labels = randomIntegers(shape.height, classesOf({ input, ...rest }), 4);
  if (!isTokenInput(input)) return { values, labels, length: shape.height };
  return { values: randomIntegers(input.length, input.vocabulary, 5), labels, length: input.length };
}

function randomIntegers(count: number, bound: number, seed: number): Uint32Array {
  const source = seededSource(seed);
  return Uint32Array.from({ length: count }, () => sampleInteger(source, bound));
}

function norm(vector: Float64Array): number {
  return Math.sqrt(vector.reduce((sum, entry) => sum + entry ** 2, 0));
}

function exchange(size: number): Uint32Array {
  return Uint32Array.from({ length: size }, (_, place) => (place < 2 ? 1 - place : place));
}

function rotation(size: number): Uint32Array {
  return Uint32Array.from({ length: size }, (_, place) => (place + 1) % size);
}

function notInvariant({ name, members }: PermutationSet): DpError {
  const tensors = [...new Set(members.map(({ tensor }) => tensor))].join(", ");
  return new DpError(
    "NOT_APPLICABLE",
    `checkPermutationSets: ${show(name)} must not be permuted: the loss or its gradient does not follow where ${tensors} move; leave the set out, or add the tensors that read it`,
    { parameter: tensors, value: name, allowed: "axes whose permutation leaves the model's function alone" },
  );
}
