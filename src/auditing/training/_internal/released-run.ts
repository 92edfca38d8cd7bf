import type { RandomSource } from "../../../random/index.js";
import type { TrainRoundsOptions } from "../../../training/loop/train-rounds.js";
import { trainRounds } from "../../../training/loop/train-rounds.js";
import { startingState } from "../../../training/loop/training-state.js";
import type { SettledConfig } from "../../../training/options/protocol-of.js";
import type { Protocol } from "../../../training/protocols/protocol.js";

/** What a round shows to whoever sees all that is released. */
export interface Release {
  /** From 0. */
  readonly round: number;
  /**
   * The noisy mean gradient. Where weights are permuted, the step between two rounds' weights, entry by
   * entry: nobody sees which came from which.
   */
  readonly mean: Float64Array;
  /** How many examples there were; for protocols that make it public. */
  readonly participants: number;
}

export interface ReleasedRunOptions {
  readonly protocol: Protocol;
  readonly engine: Pick<TrainRoundsOptions["engine"], "clippedGradientSum">;
  /** Where training starts. */
  readonly weights: Float32Array;
  readonly rounds: number;
  readonly learningRate: number;
  readonly source: RandomSource;
  readonly onRelease: (release: Release) => void;
}

/**
 * Runs the training loop by plain SGD and shows what it releases. Optimizers, averages and evaluations are
 * post-processing, and left out.
 *
 * @returns the last weights
 */
export async function releasedRun(options: ReleasedRunOptions): Promise<Float32Array> {
  const { protocol, engine, weights, rounds, learningRate, source, onRelease } = options;
  const isPermuted = protocol.afterUpdate !== undefined;
  let before = weights;
  let round = 0;
  let participants = 0;
  const watched: Protocol = {
    ...protocol,
    describeEvent: () => undefined, // plays are charged to nobody
    releaseMean: (sum, joined, noise) => {
      const mean = protocol.releaseMean(sum, joined, noise);
      participants = joined;
      if (!isPermuted) onRelease({ round: round++, mean, participants });
      return mean;
    },
  };
  const end = await trainRounds({
    config: plainSgd(rounds, learningRate, isPermuted ? 1 : rounds),
    protocol: watched,
    engine: {
      clippedGradientSum: (...given) => engine.clippedGradientSum(...given),
      randomizedGradientSum: () => {
        throw new Error("refused before");
      },
      evaluate: async () => ({ count: 1, correct: 0, lossSum: 0 }),
    },
    stepFactors: [{ end: weights.length, factor: 1 }],
    source,
    from: startingState(weights, 1),
    lastRound: rounds,
    spentBy: async () => [],
    onEvaluation: (state) => {
      if (!isPermuted) return;
      onRelease({ round: round++, mean: stepBetween(before, state.weights, learningRate), participants });
      before = state.weights;
    },
  });
  return end.weights;
}

/** The gradient that leads from some weights to the next, as if none had changed places. */
function stepBetween(before: Float32Array, after: Float32Array, learningRate: number): Float64Array {
  const step = new Float64Array(before.length);
  for (let i = 0; i < step.length; i++) step[i] = (before[i]! - after[i]!) / learningRate;
  return step;
}

function plainSgd(rounds: number, learningRate: number, evaluateEvery: number): SettledConfig {
  return {
    protocol: "nonprivate",
    batchSize: 1,
    optimizer: "sgd",
    momentum: 0,
    rounds,
    learningRate,
    learningRateSchedule: "constant",
    layerSteps: "equal",
    weightDecay: 0,
    averageDecay: 0,
    evaluateEvery,
  };
}
