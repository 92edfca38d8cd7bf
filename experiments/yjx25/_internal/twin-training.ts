import { type RandomSource, seededSource } from "../../../src/random/index.js";
import type { Dataset } from "../../../src/training/data/dataset.js";
import type { GradientEngine } from "../../../src/training/gradients/gradient-engine.js";
import { trainRounds } from "../../../src/training/loop/train-rounds.js";
import { startingState } from "../../../src/training/loop/training-state.js";
import { initialWeights } from "../../../src/training/models/initial-weights.js";
import { dimensionOf, type Model } from "../../../src/training/models/model.js";
import { permuteWeights } from "../../../src/training/models/permutations/permute-weights.js";
import { samplePermutations } from "../../../src/training/models/permutations/sample-permutations.js";
import { layerStepFactors } from "../../../src/training/optimizers/layer-step-factors.js";
import type { SettledConfig } from "../../../src/training/options/protocol-of.js";
import type { Protocol } from "../../../src/training/protocols/protocol.js";

export interface TwinTraining {
  readonly model: Model;
  readonly data: Pick<Dataset, "train" | "test">;
  readonly engine: GradientEngine;
  readonly config: SettledConfig;
  readonly protocol: Protocol;
  readonly seed: number;
  /** To begin with; drawn where they are left out. */
  readonly weights?: Float32Array | undefined;
}

/** One end of the twin runs: with weights permuted after every step, and without. */
export interface TwinEnd {
  readonly loss: number;
  readonly accuracy: number;
  readonly weights: Float32Array;
}

export interface Twins {
  readonly plain: TwinEnd;
  readonly permuted: TwinEnd;
  /** The permuted run's weights, each back in its first place. */
  readonly undone: Float32Array;
}

/**
 * Trains twice from the same weights on the same batches, once with the weights permuted after every step.
 * The noise of each step is drawn for the weights in their first places, and moves with them: permuted noise
 * has the law of noise.
 */
export async function trainTwins(training: TwinTraining): Promise<Twins> {
  const plain = await endOf(training, training.protocol);
  const places = Float64Array.from({ length: dimensionOf(training.model) }, (_, place) => place);
  const tracked = new TrackedPermutations(training, places);
  const permuted = await endOf(training, tracked.protocol);
  const undone = new Float32Array(permuted.weights.length);
  for (const [i, first] of tracked.places.entries()) undone[first] = permuted.weights[i]!;
  return { plain, permuted, undone };
}

/** A protocol whose noise moves with the weights. */
class TrackedPermutations {
  /** Where each weight stood at first. */
  places: Float64Array;
  readonly protocol: Protocol;

  constructor({ model, protocol }: TwinTraining, places: Float64Array) {
    this.places = places;
    this.protocol = {
      ...protocol,
      releaseMean: (sum, participants, source) => {
        const first = new Float64Array(sum.length);
        for (let i = 0; i < sum.length; i++) first[this.places[i]!] = sum[i]!;
        const mean = protocol.releaseMean(first, participants, source);
        return Float64Array.from(this.places, (place) => mean[place]!);
      },
      afterUpdate: (source: RandomSource) => {
        const permutations = samplePermutations(model, source);
        this.places = permuteWeights(model, permutations, this.places);
        return (entries) => permuteWeights(model, permutations, entries);
      },
    };
  }
}

async function endOf(training: TwinTraining, protocol: Protocol): Promise<TwinEnd> {
  const { model, data, engine, config, seed } = training;
  const source = seededSource(seed);
  const weights = training.weights?.slice() ?? initialWeights(model, source.fork(0));
  const state = await trainRounds({
    config,
    protocol,
    engine,
    stepFactors: layerStepFactors(model, config.layerSteps),
    source: source.fork(1),
    from: startingState(weights, data.train.count),
    lastRound: config.rounds,
    spentBy: async () => [],
  });
  const { loss, accuracy } = state.history.at(-1)!;
  return { loss, accuracy, weights: state.weights };
}
