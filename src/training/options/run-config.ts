import type { Absentees } from "../../privacy/kinds/blocks-and-dummies.js";
import type { Method } from "../../privacy/method.js";
import type { RandomizerName } from "../gradients/gradient-randomizer.js";
import type { ClippingMode } from "../layers/clipping-mode.js";
import type { LayerSteps } from "../optimizers/layer-step-factors.js";
import type { LearningRateSchedule } from "../optimizers/learning-rate.js";
import type { OptimizerConfig } from "../optimizers/optimizer-of.js";
import type { Steps } from "../optimizers/steps.js";
import type { BlockOptions, DummyOptions } from "../protocols/shuffle-options.js";
import type { TrainingAdjacency } from "../protocols/training-adjacency.js";

/** All hyperparameters of a run side by side, as the loop takes them: every default filled in; plain JSON. */
export type RunConfig = GaussianRunConfig | CldpRunConfig | NonprivateRunConfig;

/** The protocols, by name. */
export type ProtocolName = RunConfig["protocol"];

/** How the weights move, whatever the protocol. */
export type LearningConfig = OptimizerConfig & {
  readonly rounds?: number;
  /** Instead of `rounds`: how often every example is used, on average. */
  readonly epochs?: number;
  readonly learningRate: number;
  readonly learningRateSchedule: LearningRateSchedule;
  /**
   * Where the learning rate changes: from the round after each [rounds done] on it is the [learning rate]
   * behind it.
   */
  readonly learningRateSteps?: Steps;
  /** Rounds over which the learning rate rises from zero. */
  readonly warmupRounds?: number;
  readonly layerSteps: LayerSteps;
  readonly weightDecay: number;
  /** D: the weights stay in the ball of this diameter around 0. */
  readonly projectionDiameter?: number;
  /** How norms of single examples' gradients are computed; absent: `mix-opt`. */
  readonly clippingMode?: ClippingMode;
  /**
   * Decay of the running average of the weights that is evaluated and saved; 0 takes the weights themselves.
   */
  readonly averageDecay: number;
  /** Rounds from one evaluation and checkpoint to the next. */
  readonly evaluateEvery: number;
};

/** What the guarantee is about. */
export interface BudgetConfig {
  /** Which training sets, of one public size, count as neighbours. */
  readonly adjacency: TrainingAdjacency;
  /** δ of every figure, (0, 1). */
  readonly delta: number;
  /** Stops before the round that would exceed this epsilon. */
  readonly stopAtEpsilon?: number;
  /** Whose epsilon a target or a stop means; absent: the best proven one. */
  readonly method?: Method;
}

/** Gaussian noise on l2-clipped gradients. */
export type GaussianRunConfig = LearningConfig &
  BudgetConfig &
  GaussianNoise &
  TargetEpsilon &
  GaussianSampling;

/** The clip bound and the noise of a Gaussian protocol. */
export interface GaussianNoise {
  /** C, l2 bound of every example's gradient, [1e-15, 1e12]. */
  readonly clipBound: number;
  /** Standard deviation of the noise in clip bounds: of one report, or of the sum where a server adds it. */
  readonly noiseToClip?: number;
}

/** A budget that the noise is calibrated to. */
export interface TargetEpsilon {
  /** Instead of `noiseToClip`: the least noise that keeps all the rounds within this epsilon. */
  readonly targetEpsilon?: number;
}

/** Who joins a round, by protocol, where users add Gaussian noise to their reports. */
export interface ShuffledSamplings {
  readonly "check-in": CheckInReports;
  readonly "subsampled-shuffle": FixedSampling & BlockOptions;
}

/** Who joins a round, by protocol, where the noise is Gaussian: users' own, or a trusted server's. */
export interface GaussianSamplings extends ShuffledSamplings {
  readonly central: PoissonSampling;
  readonly "random-allocation": AllocationSampling;
  readonly "weight-shuffle": WeightShuffling;
}

/** Who joins a round of a Gaussian protocol. */
export type GaussianSampling = {
  [Name in keyof GaussianSamplings]: { readonly protocol: Name } & GaussianSamplings[Name];
}[keyof GaussianSamplings];

/** Every example joins a round by itself. */
export interface PoissonSampling {
  /** Probability with which each example joins a round, (0, 1]. */
  readonly samplingRate: number;
}

/** Who joins a round of shuffled check-in, and what users send. */
export interface CheckInReports extends PoissonSampling, BlockOptions {
  /**
   * What a user sends who does not join: nothing (the default), or a dummy in place of each of her reports.
   */
  readonly absentees?: Absentees | undefined;
}

/** How many users join a round. */
export interface FixedSampling {
  /** Users drawn for a round, without replacement. */
  readonly sampled: number;
}

/** Every example joins one round of an epoch. */
export interface AllocationSampling {
  /** Rounds of an epoch, in exactly one of which each example takes part. */
  readonly roundsPerEpoch: number;
}

/** What a target epsilon becomes noise by: what is proven of it, or what YJX25 print, which is refuted. */
export const WEIGHT_SHUFFLE_CALIBRATIONS = ["proven", "published"] as const;

/** Who joins a round of shuffled DP-SGD, and what its weights go through. */
export interface WeightShuffling extends PoissonSampling {
  /** c', l2 bound of a batch's sum of clipped gradients, (0, 100,000 c]. */
  readonly batchClipBound: number;
  /** How `targetEpsilon` becomes noise. */
  readonly calibration: (typeof WEIGHT_SHUFFLE_CALIBRATIONS)[number];
}

/** Reports that every user randomizes by herself. */
export type CldpRunConfig = LearningConfig & BudgetConfig & { readonly protocol: "cldp" } & CldpReports;

/** What a user sends under CLDP-SGD. */
export interface CldpReports extends FixedSampling, DummyOptions {
  readonly randomizer: RandomizerName;
  /** ε₀ of one report, nats. */
  readonly localEpsilon: number;
  /** C, bound of every example's gradient, in the randomizer's norm. */
  readonly clipBound: number;
}

/** Training without a guarantee. */
export type NonprivateRunConfig = LearningConfig & { readonly protocol: "nonprivate" } & Minibatches;

/** Batches of a fixed size. */
export interface Minibatches {
  /** Examples in a batch. */
  readonly batchSize: number;
}
