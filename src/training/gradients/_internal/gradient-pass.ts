import type { RandomSource } from "../../../random/random-source.js";
import type { WasmModule } from "../../../tensor/_internal/web-assembly.js";
import { Workspace } from "../../../tensor/workspace.js";
import type { Examples } from "../../data/examples.js";
import { type BoundParameters, GROUP } from "../../layers/_internal/bound-layer.js";
import { sizeOf } from "../../layers/shape.js";
import { type BoundModel, bindModel } from "../../models/bind-model.js";
import { classesOf, type Model } from "../../models/model.js";
import type { ClipRule } from "../clip-rule.js";
import type { Evaluation } from "../evaluation.js";
import type { GradientRandomizer } from "../gradient-randomizer.js";
import { clipFactor } from "./clip-factor.js";
import { finiteNorm } from "./finite-norm.js";
import type { ChunkSum } from "./gradient-task.js";
import type { Reports } from "./reports.js";
import { reportsOf } from "./reports-of.js";
import { sumReader } from "./sum-reader.js";

/** One thread's kernels at work on a model: the layers forward, the loss, the layers backward, clip and add. */
export class GradientPass {
  readonly #workspace: Workspace;
  readonly #model: BoundModel;
  readonly #trained: readonly BoundParameters[];
  readonly #classes: number;
  readonly #factors: number;
  readonly #readSums: () => Float32Array;
  readonly #reports = new Map<string, Reports>();

  constructor(module: WasmModule, model: Model) {
    this.#workspace = new Workspace(module);
    this.#model = bindModel(this.#workspace, model);
    this.#trained = this.#model.layers.flatMap((layer) => layer.parameters ?? []);
    this.#classes = classesOf(model);
    this.#factors = this.#workspace.allocateFloats(GROUP);
    this.#readSums = sumReader(this.#workspace, this.#trained);
  }

  loadWeights(weights: Float32Array): void {
    let start = 0;
    for (const parameters of this.#trained) {
      parameters.load(weights.subarray(start, start + parameters.count));
      start += parameters.count;
    }
  }

  clippedGradientSum(examples: Examples, indices: Uint32Array, clip: ClipRule): ChunkSum {
    for (const parameters of this.#trained) parameters.clearSum();
    const lossSum = this.#eachGroup(examples, indices, (count) => this.#accumulate(count, clip));
    return { sum: this.#readSums(), lossSum };
  }

  /** The sum of one report about every gradient, each with its own randomness from `source`. */
  reportSum(
    examples: Examples,
    indices: Uint32Array,
    randomizer: GradientRandomizer,
    source: RandomSource,
  ): ChunkSum {
    const reports = this.#reportsOf(randomizer);
    reports.start(source);
    const lossSum = this.#eachGroup(examples, indices, (count) => reports.add(count));
    return { sum: reports.read(), lossSum };
  }

  evaluate(examples: Examples, indices: Uint32Array): Evaluation {
    let lossSum = 0;
    let correct = 0;
    for (const group of groupsOf(indices)) {
      this.#forward(examples, group);
      for (let i = 0; i < group.length; i++) {
        const label = examples.labels[group[i]!]!;
        lossSum += this.#loss(i, label);
        if (this.#prediction(i) === label) correct++;
      }
    }
    return { count: indices.length, correct, lossSum };
  }

  /** Hands on the gradients of one group after the other; returns the sum of the losses. */
  #eachGroup(examples: Examples, indices: Uint32Array, visit: (count: number) => void): number {
    let lossSum = 0;
    for (const group of groupsOf(indices)) {
      this.#forward(examples, group);
      for (let i = 0; i < group.length; i++) lossSum += this.#loss(i, examples.labels[group[i]!]!);
      for (const layer of this.#model.layers.toReversed()) layer.backward(group.length);
      visit(group.length);
    }
    return lossSum;
  }

  #reportsOf(randomizer: GradientRandomizer): Reports {
    const name = JSON.stringify(randomizer);
    let reports = this.#reports.get(name);
    if (reports === undefined) {
      reports = reportsOf(this.#workspace, this.#trained, randomizer);
      this.#reports.set(name, reports);
    }
    return reports;
  }

  #forward(examples: Examples, group: Uint32Array): void {
    const { input, layers } = this.#model;
    const size = sizeOf(examples.shape);
    for (let i = 0; i < group.length; i++) {
      const start = group[i]! * size;
      input.stage(i, examples.inputs.subarray(start, start + size));
    }
    for (const layer of layers) layer.forward(group.length);
  }

  #loss(example: number, label: number): number {
    const { values, gradients, stride } = this.#model.output;
    const offset = 4 * example * stride;
    const { kernels } = this.#workspace;
    return kernels.softmaxCrossEntropy(values + offset, this.#classes, label, gradients + offset);
  }

  #prediction(example: number): number {
    const { values, stride } = this.#model.output;
    const logits = this.#workspace.floats(values + 4 * example * stride, this.#classes);
    return logits.indexOf(Math.max(...logits));
  }

  #accumulate(count: number, clip: ClipRule): void {
    const factors = this.#workspace.floats(this.#factors, count);
    for (let i = 0; i < count; i++) {
      factors[i] = clip.norm === "none" ? 1 : clipFactor(clip.bound, finiteNorm(this.#trained, i, clip.norm));
    }
    for (const parameters of this.#trained) parameters.accumulate(this.#factors, count);
  }
}

function* groupsOf(indices: Uint32Array): Generator<Uint32Array> {
  for (let start = 0; start < indices.length; start += GROUP) yield indices.subarray(start, start + GROUP);
}
