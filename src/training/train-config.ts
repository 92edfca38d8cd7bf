import type { Adjacency } from "../privacy/adjacency.js";
import type { Method } from "../privacy/method.js";
import type { LayerSteps } from "./layer-step-factors.js";
import type { LearningRateSchedule } from "./learning-rate.js";
import type { ModelName } from "./models/model-name.js";

/** Everything that decides what a training run computes; plain JSON. {@link readTrainConfig} makes one from untrusted input. */
export type TrainConfig = PrivateTrainConfig | NonprivateTrainConfig;

export type ProtocolName = TrainConfig["protocol"];

interface LearningConfig {
  readonly model: ModelName;
  readonly rounds: number;
  readonly learningRate: number;
  readonly learningRateSchedule: LearningRateSchedule;
  readonly layerSteps: LayerSteps;
  readonly momentum: number;
  readonly weightDecay: number;
  /** Decay of the running average of the weights that is evaluated and saved; 0 takes the weights themselves. */
  readonly averageDecay: number;
  /** Rounds from one evaluation and checkpoint to the next. */
  readonly evaluateEvery: number;
  /** Makes the run a repeatable simulation: its noise can be recomputed, so nothing in it is private. */
  readonly seed?: number;
}

export interface PrivateTrainConfig extends LearningConfig {
  readonly protocol: "check-in" | "central";
  /** Probability with which each example joins a round. */
  readonly sampleRate: number;
  /** C, l2 bound of every example's gradient. */
  readonly clipBound: number;
  /** Standard deviation of the noise in clip bounds: of one report (check-in), of the sum (central). */
  readonly noiseToClip?: number;
  /** Instead of `noiseToClip`: the least noise that keeps all the rounds within this epsilon. */
  readonly targetEpsilon?: number;
  /** Stops before the round that would exceed this epsilon. */
  readonly stopAtEpsilon?: number;
  /** Whose epsilon the two above mean; absent: the best proven one. */
  readonly method?: Method;
  readonly adjacency: Adjacency;
  readonly delta: number;
}

export interface NonprivateTrainConfig extends LearningConfig {
  readonly protocol: "nonprivate";
  readonly batchSize: number;
}
