import { DpError } from "../../errors.js";
import type { RotatedBlocks } from "../../mechanisms/index.js";
import { checkSource } from "../../random/check-source.js";
import type { RandomSource } from "../../random/random-source.js";
import type { WorkerPool } from "../../tensor/open-worker-pool.js";
import { sharedBuffer } from "../../tensor/shared-buffer.js";
import { checkNumber, checkOneOf, checkOptions, checkSignal, RANGES } from "../../validate.js";
import { shareArray } from "../data/_internal/share-array.js";
import type { Examples } from "../data/examples.js";
import { CLIPPING_MODES, type ClippingMode } from "../layers/clipping-mode.js";
import { kindOf } from "../layers/registry.js";
import { dimensionOf, type Model } from "../models/model.js";
import { type ModelName, modelOf } from "../models/model-name.js";
import { outerColumnsOf } from "../models/outer-columns-of.js";
import { type PlacedLayer, placedLayers } from "../models/placed-layers.js";
import { readModel } from "../models/read-model.js";
import { checkRotationColumns } from "../models/rotation-columns-of.js";
import { ascendingBatch } from "./_internal/ascending-batch.js";
import { checkExamples } from "./_internal/check-examples.js";
import {
  checkFinite,
  checkFrozen,
  checkIndices,
  checkJoins,
  checkWeights,
  sharedExamples,
} from "./_internal/check-gradients.js";
import { chunkStarts } from "./_internal/chunk-starts.js";
import { checkClip } from "./_internal/clip-factor.js";
import { CHUNK, type ChunkSum, type GradientPart, type GradientTask } from "./_internal/gradient-task.js";
import { openGradientPool } from "./_internal/open-gradient-pool.js";
import { rotationOf } from "./_internal/rotation-of.js";
import type { ClipRule } from "./clip-rule.js";
import type { Evaluation } from "./evaluation.js";
import { checkRandomizer, type GradientRandomizer } from "./gradient-randomizer.js";

/** More than any machine has use for. */
const MAX_THREADS = 256;

/** What an engine computes from a batch, before any noise. */
export interface GradientSum {
  /** Sum of the clipped per-example gradients, `dimension` entries. */
  readonly sum: Float64Array;
  /**
   * Sum of the examples' cross-entropy losses, nats; as private as the examples, and not finite where a loss
   * is not.
   */
  readonly lossSum: number;
}

/**
 * Computes on a model and its data. The answer depends on the arguments alone: bit-identical for any number
 * of threads.
 */
export interface GradientEngine {
  /** Number of weights. */
  readonly dimension: number;
  /** Worker threads at work: as many as requested, or one in a page that is not cross-origin isolated. */
  readonly threads: number;
  /**
   * Sum over `indices` (into the training examples, repeats allowed) of clipped per-example gradients. No
   * index: zeros.
   *
   * A clipped gradient's exact norm is at most the bound, rounding included. Chunks are summed in f32, chunk
   * sums in f64. Clipping makes zero of a gradient that left f32's range, and ignores the losses: that one
   * record is out of range must not show. Without clipping it is an error. A batch with one more record has
   * the same chunks but for one, whatever the order of `indices`.
   *
   * @param joins where gradients are clipped by blocks: a row of blocks for each index, 1 for each block that
   *   is in the sum, 0 for the others; all are, where it is left out
   * @throws DpError NOT_APPLICABLE clipping by the largest entry where a layer knows norms alone, or a
   *   rotation of columns where the gradients are no outer products; BAD_INPUT wrong number of weights, an
   *   unknown clip rule, or joins that do not fit; OUT_OF_RANGE a weight that is not finite, an index past
   *   the examples, a clip bound outside [1e-15, 1e12]; NOT_CONVERGED clip "none", and a gradient or loss
   *   left f32's range; WORKER_DIED; CANCELLED
   */
  clippedGradientSum(
    weights: Float32Array,
    indices: Uint32Array,
    clip: ClipRule,
    joins?: Uint8Array,
  ): Promise<GradientSum>;
  /**
   * Sum over `indices` of one report about each example's gradient, by which every report alone is ε₀-LDP.
   * Unbiased for the sum of gradients clipped to the randomizer's bound. No index: zeros.
   *
   * The randomness is ChaCha's under keys that `source` gives afresh for each call, so a secure source makes
   * it secure.
   *
   * @throws DpError as {@link clippedGradientSum} does, and BAD_INPUT an unknown randomizer; OUT_OF_RANGE its
   *   epsilon or bound
   */
  randomizedGradientSum(
    weights: Float32Array,
    indices: Uint32Array,
    randomizer: GradientRandomizer,
    source: RandomSource,
  ): Promise<GradientSum>;
  /**
   * Loss and accuracy on the test examples, of all their predictions. Throws as {@link clippedGradientSum}
   * does without clipping.
   */
  evaluate(weights: Float32Array): Promise<Evaluation>;
  /** Stops the threads; what is pending is rejected with CANCELLED. */
  close(): Promise<void>;
}

/** The model, its data and the threads of an engine. */
export interface GradientEngineOptions {
  readonly model: Model | ModelName;
  readonly train: Examples;
  readonly test: Examples;
  readonly threads: number;
  /** The weights of the model's frozen layers; absent where it has none. */
  readonly frozen?: Float32Array | undefined;
  /** How layers of sequences get at the norms of single examples' gradients; default `mix-opt`. */
  readonly clippingMode?: ClippingMode | undefined;
  /** Closes the engine. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Starts threads that compute per-example gradients with the SIMD kernels. They read examples in shared
 * memory in place, others from a copy.
 *
 * @param options.threads worker threads, integer in [1, 256]; more than the machine has cores is of no use
 * @throws DpError BAD_INPUT the model is not one, the examples are not of its shape and classes, or an
 *   unknown clipping mode; OUT_OF_RANGE threads or an input; UNSUPPORTED no WebAssembly SIMD, or a page that
 *   may not start workers; DATA_UNREADABLE no kernels; WORKER_DIED; CANCELLED
 */
export async function openGradientEngine(options: GradientEngineOptions): Promise<GradientEngine> {
  const where = "openGradientEngine";
  const { signal, frozen, clippingMode } = checkOptions(where, options);
  const model = readModel(where, modelOf(options.model));
  const train = checkExamples(`${where}: train`, model, options.train);
  const test = checkExamples(`${where}: test`, model, options.test);
  const threads = checkThreads(`${where}: threads`, options.threads);
  checkSignal(`${where}: signal`, signal);
  checkFrozen(`${where}: frozen`, model, frozen);
  if (clippingMode !== undefined) checkOneOf(`${where}: clippingMode`, clippingMode, CLIPPING_MODES);
  return openCheckedEngine({ model, train, test, threads, frozen, clippingMode, signal });
}

/** {@link openGradientEngine} for options that were checked in the caller's own words. */
export async function openCheckedEngine(
  options: GradientEngineOptions & { readonly model: Model },
): Promise<GradientEngine> {
  const { model, threads, clippingMode, signal } = options;
  const train = sharedExamples(options.train);
  const test = sharedExamples(options.test);
  const frozen = shareArray(options.frozen ?? new Float32Array());
  const pool = await openGradientPool({ model, frozen, clippingMode, train, test, threads, signal });
  return new PooledEngine(pool, model, train.count, test.count);
}

/** Checks a number of worker threads. */
export function checkThreads(name: string, threads: number): number {
  return checkNumber(name, threads, { ...RANGES.positiveInteger, max: MAX_THREADS });
}

class PooledEngine implements GradientEngine {
  readonly dimension: number;
  readonly threads: number;
  readonly #pool: WorkerPool<GradientTask, GradientPart>;
  readonly #onlyNorms: PlacedLayer | undefined;
  readonly #outerColumns: number;
  readonly #trainCount: number;
  readonly #testIndices: Uint32Array;

  constructor(
    pool: WorkerPool<GradientTask, GradientPart>,
    model: Model,
    trainCount: number,
    testCount: number,
  ) {
    this.dimension = dimensionOf(model);
    this.#onlyNorms = placedLayers(model).find(({ layer }) => kindOf(layer).onlyNorms);
    this.#outerColumns = outerColumnsOf(model);
    this.threads = pool.threads;
    this.#pool = pool;
    this.#trainCount = trainCount;
    this.#testIndices = Uint32Array.from({ length: testCount }, (_, i) => i);
  }

  async clippedGradientSum(
    weights: Float32Array,
    indices: Uint32Array,
    clip: ClipRule,
    joins?: Uint8Array,
  ): Promise<GradientSum> {
    this.#check("clippedGradientSum", weights, indices);
    checkClip("clippedGradientSum: clip", clip);
    checkJoins("clippedGradientSum: joins", joins, indices.length, clip);
    if (clip.norm === "l2-blocks" && clip.rotationColumns !== undefined) {
      const parameter = "clippedGradientSum: clip.rotationColumns";
      checkRotationColumns(parameter, clip.rotationColumns, this.#outerColumns);
    }
    if (clip.norm !== "l2" && clip.norm !== "none") {
      this.#checkEntries("clippedGradientSum: clip.norm", clip.norm);
    }
    const batch = ascendingBatch(indices, joins);
    const starts = shareArray(chunkStarts(batch.indices, this.#trainCount));
    const work = { clip, starts, joins: batch.joins && shareArray(batch.joins) };
    const task = { weights, indices: batch.indices, work };
    const blocks = clip.norm === "l2-blocks" ? rotationOf(clip, this.dimension) : undefined;
    const gradients = await this.#sum(task, starts.length, blocks);
    if (clip.norm === "none") checkFinite("clippedGradientSum", gradients.lossSum, gradients.sum);
    return gradients;
  }

  async randomizedGradientSum(
    weights: Float32Array,
    indices: Uint32Array,
    randomizer: GradientRandomizer,
    source: RandomSource,
  ): Promise<GradientSum> {
    this.#check("randomizedGradientSum", weights, indices);
    checkRandomizer("randomizedGradientSum: randomizer", randomizer);
    checkSource("randomizedGradientSum: source", source);
    this.#checkEntries("randomizedGradientSum: randomizer", randomizer.kind);
    const key = new Uint32Array(sharedBuffer(32));
    source.fill(key);
    try {
      const task = { weights, indices, work: { randomizer, key, secure: source.secure } };
      return await this.#sum(task, chunksBySize(indices));
    } finally {
      key.fill(0);
    }
  }

  async evaluate(weights: Float32Array): Promise<Evaluation> {
    checkWeights("evaluate: weights", weights, this.dimension);
    let count = 0;
    let correct = 0;
    let lossSum = 0;
    const task = { weights, indices: this.#testIndices, work: "evaluate" } as const;
    await this.#run(task, chunksBySize(this.#testIndices), (part: Evaluation) => {
      count += part.count;
      correct += part.correct;
      lossSum += part.lossSum;
    });
    checkFinite("evaluate", lossSum);
    return { count, correct, lossSum };
  }

  close(): Promise<void> {
    return this.#pool.close();
  }

  #check(where: string, weights: Float32Array, indices: Uint32Array): void {
    checkWeights(`${where}: weights`, weights, this.dimension);
    checkIndices(`${where}: indices`, indices, this.#trainCount);
  }

  /** Refuses what looks at the entries of gradients where a layer has none. */
  #checkEntries(name: string, value: string): void {
    if (this.#onlyNorms === undefined) return;
    const { layer, path } = this.#onlyNorms;
    const allowed = `clipping by the l2 norm: layer ${path} (${layer.kind}) never writes out the gradients of single examples`;
    throw new DpError("NOT_APPLICABLE", `${name} must be ${allowed}, got ${value}; use central noise`, {
      parameter: name,
      value,
      allowed,
    });
  }

  async #sum(task: GradientTask, chunks: number, blocks?: RotatedBlocks): Promise<GradientSum> {
    const total = new Float64Array(
      blocks === undefined ? this.dimension : blocks.rowSigns.length * blocks.columnRotation.length,
    );
    let lossSum = 0;
    await this.#run(task, chunks, (part: ChunkSum) => {
      for (let i = 0; i < total.length; i++) total[i]! += part.sum[i]!;
      lossSum += part.lossSum;
    });
    return { sum: blocks === undefined ? total : blocks.joinClasses(total), lossSum };
  }

  #run<Part extends GradientPart>(
    task: GradientTask,
    chunks: number,
    onPart: (part: Part) => void,
  ): Promise<void> {
    const shared = { ...task, weights: shareArray(task.weights) };
    return this.#pool.run(shared, chunks, onPart as (part: GradientPart) => void);
  }
}

function chunksBySize(indices: Uint32Array): number {
  return Math.ceil(indices.length / CHUNK);
}
