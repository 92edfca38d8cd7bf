import type { RandomSource } from "../../../random/random-source.js";
import type { WasmModule } from "../../../tensor/_internal/web-assembly.js";
import { Workspace } from "../../../tensor/workspace.js";
import type { Examples } from "../../data/examples.js";
import type { BoundParameters } from "../../layers/_internal/bound-layer.js";
import type { ClippingMode } from "../../layers/clipping-mode.js";
import { type BoundModel, bindModel } from "../../models/bind-model.js";
import { classesOf, type Model, type ModelTarget, targetOf } from "../../models/model.js";
import { type LabelledExample, predictionsOf } from "../../models/predictions.js";
import type { BlockClipRule, ClipRule } from "../clip-rule.js";
import type { Evaluation } from "../evaluation.js";
import type { GradientRandomizer } from "../gradient-randomizer.js";
import { BlockSums, type GradientBlockSum } from "./block-sums.js";
import { clipFactor } from "./clip-factor.js";
import { exampleOf } from "./example-of.js";
import { finiteNorm } from "./finite-norm.js";
import type { ChunkSum } from "./gradient-task.js";
import { OuterBlockSums } from "./outer-block-sums.js";
import type { Reports } from "./reports.js";
import { reportsOf } from "./reports-of.js";
import { sumReader } from "./sum-reader.js";

/** From here on, f32 exponentials, four at a time, are worth their rounding. */
const MANY_CLASSES = 1000;

/**
 * One thread's kernels at work on a model: the layers forward, the loss, the layers backward, clip and add.
 */
export class GradientPass {
  readonly #workspace: Workspace;
  readonly #model: BoundModel;
  readonly #trained: readonly BoundParameters[];
  readonly #target: ModelTarget;
  readonly #classes: number;
  readonly #factors: number;
  readonly #readSums: () => Float32Array;
  readonly #reports = new Map<string, Reports>();
  readonly #blockSums = new Map<string, GradientBlockSum>();
  #latest: { readonly clip: BlockClipRule; readonly sums: GradientBlockSum } | undefined;

  constructor(
    module: WasmModule,
    model: Model,
    frozen: Float32Array = new Float32Array(),
    clippingMode?: ClippingMode,
  ) {
    this.#workspace = new Workspace(module);
    this.#model = bindModel(this.#workspace, model, clippingMode);
    this.#trained = this.#model.trained;
    loadAll(this.#model.frozen, frozen);
    this.#target = targetOf(model);
    this.#classes = classesOf(model);
    this.#factors = this.#workspace.allocateFloats(this.#model.group);
    this.#readSums = sumReader(this.#trained);
  }

  loadWeights(weights: Float32Array): void {
    loadAll(this.#trained, weights);
  }

  /** @param joins which blocks are in the sum, see `ClippedWork`; of clipping by blocks alone */
  clippedGradientSum(examples: Examples, indices: Uint32Array, clip: ClipRule, joins?: Uint8Array): ChunkSum {
    if (clip.norm === "l2-blocks") return this.#blockSum(examples, indices, clip, joins);
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
    let count = 0;
    let correct = 0;
    let lossSum = 0;
    for (const group of this.#groupsOf(indices)) {
      for (const [i, example] of this.#forward(examples, group).entries()) {
        for (const { position, label } of predictionsOf(this.#target, example)) {
          count += 1;
          lossSum += this.#loss(i, position, label);
          if (this.#prediction(i, position) === label) correct += 1;
        }
      }
    }
    return { count, correct, lossSum };
  }

  /** Hands on the gradients of one group after the other; returns the sum of the losses. */
  #eachGroup(examples: Examples, indices: Uint32Array, visit: (count: number) => void): number {
    let lossSum = 0;
    for (const group of this.#groupsOf(indices)) {
      for (const [i, example] of this.#forward(examples, group).entries()) {
        lossSum += this.#meanLoss(i, example);
      }
      for (const layer of this.#model.layers.toReversed()) layer.backward(group.length);
      visit(group.length);
    }
    return lossSum;
  }

  #blockSum(
    examples: Examples,
    indices: Uint32Array,
    clip: BlockClipRule,
    joins: Uint8Array | undefined,
  ): ChunkSum {
    const sums = this.#blockSumsOf(clip);
    sums.start(joins);
    const lossSum = this.#eachGroup(examples, indices, (count) => sums.add(count));
    return { sum: sums.read(), lossSum };
  }

  /** Chunks of one task have one rule, which is looked up once and stays as it is. */
  #blockSumsOf(clip: BlockClipRule): GradientBlockSum {
    if (this.#latest?.clip === clip) return this.#latest.sums;
    const name = JSON.stringify(clip);
    const sums = this.#blockSums.get(name) ?? this.#newBlockSums(clip);
    this.#blockSums.set(name, sums);
    this.#latest = { clip, sums };
    return sums;
  }

  #newBlockSums(clip: BlockClipRule): GradientBlockSum {
    const context = { workspace: this.#workspace, group: this.#model.group };
    return (clip.rotationColumns ?? 1) > 1
      ? new OuterBlockSums(context, this.#trained[0]!.outer!, clip)
      : new BlockSums(context, this.#trained, clip);
  }

  #reportsOf(randomizer: GradientRandomizer): Reports {
    const name = JSON.stringify(randomizer);
    let reports = this.#reports.get(name);
    if (reports === undefined) {
      reports = reportsOf(
        { workspace: this.#workspace, group: this.#model.group },
        this.#trained,
        randomizer,
      );
      this.#reports.set(name, reports);
    }
    return reports;
  }

  /** Leaves the logits of a group, whose examples it returns. */
  #forward(examples: Examples, group: Uint32Array): readonly LabelledExample[] {
    const { input, layers } = this.#model;
    const staged: LabelledExample[] = [];
    for (const index of group) {
      const example = exampleOf(examples, index);
      input.stage(staged.length, example.values, example.length);
      staged.push(example);
    }
    for (const layer of layers) layer.forward(group.length);
    return staged;
  }

  /** The mean loss over an example's positions that count; leaves its gradient with respect to the logits. */
  #meanLoss(example: number, labelled: LabelledExample): number {
    if (this.#target === "class") return this.#loss(example, 0, labelled.labels[0]!);
    const predictions = predictionsOf(this.#target, labelled);
    const { kernels } = this.#workspace;
    const { gradients, stride, row } = this.#model.output;
    const start = gradients + 4 * example * stride;
    kernels.clear(start, stride);
    let loss = 0;
    for (const { position, label } of predictions)
      loss += this.#loss(example, position, label) / predictions.length;
    const rows = (predictions.at(-1)?.position ?? -1) + 1;
    kernels.scale(start, start, rows * row, 1 / predictions.length);
    return loss;
  }

  #loss(example: number, position: number, label: number): number {
    const { values, gradients, stride, row } = this.#model.output;
    const offset = 4 * (example * stride + position * row);
    const { softmaxCrossEntropy, vocabularyCrossEntropy } = this.#workspace.kernels;
    const crossEntropy = this.#classes > MANY_CLASSES ? vocabularyCrossEntropy : softmaxCrossEntropy;
    return crossEntropy(values + offset, this.#classes, label, gradients + offset);
  }

  #prediction(example: number, position: number): number {
    const { values, stride, row } = this.#model.output;
    const logits = this.#workspace.floats(values + 4 * (example * stride + position * row), this.#classes);
    let best = 0;
    for (let i = 1; i < logits.length; i++) if (logits[i]! > logits[best]!) best = i;
    return best;
  }

  #accumulate(count: number, clip: Exclude<ClipRule, BlockClipRule>): void {
    const factors = this.#workspace.floats(this.#factors, count);
    for (let i = 0; i < count; i++) {
      factors[i] = clip.norm === "none" ? 1 : clipFactor(clip.bound, finiteNorm(this.#trained, i, clip.norm));
    }
    for (const parameters of this.#trained) parameters.accumulate(this.#factors, count);
  }

  *#groupsOf(indices: Uint32Array): Generator<Uint32Array> {
    const { group } = this.#model;
    for (let start = 0; start < indices.length; start += group) yield indices.subarray(start, start + group);
  }
}

function loadAll(layers: readonly BoundParameters[], weights: Float32Array): void {
  let start = 0;
  for (const parameters of layers) {
    parameters.load(weights.subarray(start, start + parameters.count));
    start += parameters.count;
  }
}
