import type { Method } from "../../privacy/method.js";
import type { RandomizerName } from "../gradients/gradient-randomizer.js";
import type { ModelName } from "../models/model-name.js";
import type { LayerSteps } from "../optimizers/layer-step-factors.js";
import type { LearningRateSchedule } from "../optimizers/learning-rate.js";
import type { OptimizerConfig } from "../optimizers/optimizer-of.js";
import type { TrainingAdjacency } from "../protocols/training-adjacency.js";
import type { Steps } from "./config-field.js";

/** Everything that decides what a training run computes; plain JSON. {@link readTrainConfig} makes one from untrusted input. */
export type TrainConfig = GaussianTrainConfig | CldpTrainConfig | NonprivateTrainConfig;

export type ProtocolName = TrainConfig["protocol"];

/** How the weights move, whatever the protocol. */
export type LearningConfig = OptimizerConfig & {
  readonly model: ModelName;
  readonly rounds?: number;
  /** Instead of `rounds`: how often every example is used, on average. */
  readonly epochs?: number;
  readonly learningRate: number;
  readonly learningRateSchedule: LearningRateSchedule;
  /** Where the learning rate changes: from the round after each [rounds done] on it is the [learning rate] behind it. */
  readonly learningRateSteps?: Steps;
  /** Rounds over which the learning rate rises from zero. */
  readonly warmupRounds?: number;
  readonly layerSteps: LayerSteps;
  readonly weightDecay: number;
  /** D: the weights stay in the ball of this diameter around 0. */
  readonly projectionDiameter?: number;
  /** Decay of the running average of the weights that is evaluated and saved; 0 takes the weights themselves. */
  readonly averageDecay: number;
  /** Rounds from one evaluation and checkpoint to the next. */
  readonly evaluateEvery: number;
  /** Makes the run a repeatable simulation: its noise can be recomputed, so nothing in it is private. */
  readonly seed?: number;
};

/** What the promise is about. */
export interface BudgetConfig {
  /** Stops before the round that would exceed this epsilon. */
  readonly stopAtEpsilon?: number;
  /** Whose epsilon a target or a stop means; absent: the best proven one. */
  readonly method?: Method;
  readonly adjacency: TrainingAdjacency;
  readonly delta: number;
}

/** Gaussian noise on l2-clipped gradients. */
export type GaussianTrainConfig = LearningConfig & BudgetConfig & GaussianNoise & GaussianSampling;

export interface GaussianNoise {
  /** C, l2 bound of every example's gradient. */
  readonly clipBound: number;
  /** Standard deviation of the noise in clip bounds: of one report, or of the sum where a server adds it. */
  readonly noiseToClip?: number;
  /** Instead of `noiseToClip`: the least noise that keeps all the rounds within this epsilon. */
  readonly targetEpsilon?: number;
}

export type GaussianSampling =
  | {
      readonly protocol: "check-in" | "central";
      /** Probability with which each example joins a round. */
      readonly sampleRate: number;
    }
  | {
      readonly protocol: "subsampled-shuffle";
      /** Users drawn for a round. */
      readonly sampled: number;
    }
  | {
      readonly protocol: "random-allocation";
      /** Rounds of an epoch, in exactly one of which each example takes part. */
      readonly roundsPerEpoch: number;
    };

export type CldpTrainConfig = LearningConfig &
  BudgetConfig & {
    readonly protocol: "cldp";
    readonly randomizer: RandomizerName;
    /** ε₀ of one report. */
    readonly localEpsilon: number;
    /** Users drawn for a round. */
    readonly sampled: number;
    /** C, bound of every example's gradient, in the randomizer's norm. */
    readonly clipBound: number;
  };

export type NonprivateTrainConfig = LearningConfig & {
  readonly protocol: "nonprivate";
  readonly batchSize: number;
};
