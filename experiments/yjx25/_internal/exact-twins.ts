import { fillNormals, seededSource } from "../../../src/random/index.js";
import type { Examples } from "../../../src/training/data/examples.js";
import { initialWeights } from "../../../src/training/models/initial-weights.js";
import { dimensionOf, type Model } from "../../../src/training/models/model.js";
import { permuteWeights } from "../../../src/training/models/permutations/permute-weights.js";
import { samplePermutations } from "../../../src/training/models/permutations/sample-permutations.js";
import { type ReferenceModel, referenceModel } from "../../../src/training/models/reference-model.js";

export interface ExactTraining {
  readonly model: Model;
  readonly examples: Examples;
  readonly steps: number;
  readonly batchSize: number;
  readonly learningRate: number;
  /** Of the noise on every entry of the mean gradient. */
  readonly stdDev: number;
  readonly seed: number;
}

/** What differs in the end between plain steps and steps with permuted weights. */
export interface ExactDifference {
  /** Of the losses on the last batch. */
  readonly loss: number;
  /** l2 distance of the weights. */
  readonly weights: number;
  /** The same with the permutations undone. */
  readonly undone: number;
}

/**
 * Trains twice in double precision by plain loops, with the weights permuted after every step and without.
 */
export function exactDifference(training: ExactTraining): ExactDifference {
  const plain = walk(training, false);
  const permuted = walk(training, true);
  const undone = new Float64Array(plain.weights.length);
  for (const [i, first] of permuted.places.entries()) undone[first] = permuted.weights[i]!;
  return {
    loss: Math.abs(permuted.loss - plain.loss),
    weights: distance(permuted.weights, plain.weights),
    undone: distance(undone, plain.weights),
  };
}

interface Walk {
  readonly loss: number;
  readonly weights: Float64Array;
  /** Where each weight stood at first. */
  readonly places: Float64Array;
}

function walk(training: ExactTraining, permutes: boolean): Walk {
  const { model, steps, learningRate, stdDev, seed } = training;
  const reference = referenceModel(model);
  const source = seededSource(seed);
  let weights = Float64Array.from(initialWeights(model, source.fork(0)));
  let places = Float64Array.from({ length: dimensionOf(model) }, (_, place) => place);
  let loss = 0;
  for (let step = 0; step < steps; step++) {
    const batch = meanGradient(reference, weights, training, step);
    loss = batch.loss;
    const noise = new Float64Array(weights.length);
    fillNormals(source.fork(1).fork(step), noise, stdDev);
    weights = weights.map((weight, i) => weight - learningRate * (batch.gradient[i]! + noise[places[i]!]!));
    if (!permutes) continue;
    const permutations = samplePermutations(model, source.fork(2).fork(step));
    weights = permuteWeights(model, permutations, weights);
    places = permuteWeights(model, permutations, places);
  }
  return { loss, weights, places };
}

function meanGradient(
  reference: ReferenceModel,
  weights: Float64Array,
  { examples, batchSize }: ExactTraining,
  step: number,
): { readonly loss: number; readonly gradient: Float64Array } {
  const { inputs, labels, shape, count, lengths } = examples;
  const size = shape.height * shape.width * shape.channels;
  const total = new Float64Array(weights.length);
  let loss = 0;
  for (let i = 0; i < batchSize; i++) {
    const at = (step * batchSize + i) % count;
    const example = {
      values: inputs.subarray(at * size, (at + 1) * size),
      labels: [labels[at]!],
      length: lengths?.[at] ?? shape.height,
    };
    const one = reference.gradient(weights, example);
    loss += one.loss / batchSize;
    for (let k = 0; k < total.length; k++) total[k]! += one.gradient[k]! / batchSize;
  }
  return { loss, gradient: total };
}

function distance(one: Float64Array, other: Float64Array): number {
  return Math.sqrt(one.reduce((sum, entry, i) => sum + (entry - other[i]!) ** 2, 0));
}
