/**
 * Training under a privacy protocol, accounted round by round: the loop, its protocols and optimizers, data,
 * measures and predictions. Models are in `croupier-dp/models`, texts in `croupier-dp/text`, files of tensors
 * in `croupier-dp/safetensors`.
 *
 * @module croupier-dp/training
 */
export { DpError, type DpErrorCode, type DpErrorDetails } from "../errors.js";
export type { Checkpoint } from "./checkpoint/checkpoint.js";
export { decodeCheckpoint } from "./checkpoint/decode-checkpoint.js";
export { encodeCheckpoint } from "./checkpoint/encode-checkpoint.js";
export { PRESET_NOTES } from "./config/preset-notes.js";
export { PRESETS, type PresetName } from "./config/presets.js";
export { PUBLIC_MODEL_NAMES, type PublicModelName } from "./config/public-models.js";
export { readTrainConfig } from "./config/read-train-config.js";
export { TASK_NAMES, type TaskName } from "./config/tasks.js";
export { TRAINED_PARTS, type TrainConfig, type TrainedPart } from "./config/train-config.js";
export { trainOptionsOf } from "./config/train-options-of.js";
export { YARDSTICKS } from "./config/yardsticks.js";
export * from "./data/index.js";
export type { BlockClipRule, ClipRule } from "./gradients/clip-rule.js";
export type { Evaluation } from "./gradients/evaluation.js";
export {
  type GradientEngine,
  type GradientEngineOptions,
  type GradientSum,
  openGradientEngine,
} from "./gradients/gradient-engine.js";
export {
  type GradientRandomizer,
  RANDOMIZER_NAMES,
  type RandomizerName,
} from "./gradients/gradient-randomizer.js";
export type { ClippingMode } from "./layers/clipping-mode.js";
export { openTrainer } from "./loop/open-trainer.js";
export { type PrivateTrainOutcome, type TrainOptions, type TrainOutcome, train } from "./loop/train.js";
export type { PretrainedWeights, TrainCircumstances, TrainPlan } from "./loop/train-circumstances.js";
export type {
  Aggregate,
  ShuffledGaussianOptions,
  ShuffledProtocolAndPrivacy,
  Trainer,
  TrainerCircumstances,
  TrainerOptions,
} from "./loop/trainer.js";
export type { SpentEpsilon, TrainingRecord, TrainingState } from "./loop/training-state.js";
export * from "./metrics/index.js";
export type { AdamOptions } from "./optimizers/adam.js";
export type { LayerSteps } from "./optimizers/layer-step-factors.js";
export type { LearningRateSchedule } from "./optimizers/learning-rate.js";
export type { OptimizerConfig, OptimizerName } from "./optimizers/optimizer-of.js";
export type { SgdOptions } from "./optimizers/sgd.js";
export type { Steps } from "./optimizers/steps.js";
export type { NoisyRunConfig, SettledConfig } from "./options/protocol-of.js";
export type {
  AllocationSampling,
  BudgetConfig,
  CheckInReports,
  CldpReports,
  CldpRunConfig,
  FixedSampling,
  GaussianNoise,
  GaussianRunConfig,
  GaussianSampling,
  GaussianSamplings,
  LearningConfig,
  Minibatches,
  NonprivateRunConfig,
  PoissonSampling,
  ProtocolName,
  RunConfig,
  ShuffledSamplings,
  TargetEpsilon,
  WeightShuffling,
} from "./options/run-config.js";
export type {
  CldpProtocolOptions,
  GaussianProtocolOptions,
  LearningOptions,
  NonprivateProtocolOptions,
  OptimizerOptions,
  PrivacyOptions,
  ProtocolAndPrivacy,
  ProtocolOptions,
  TrainingSetup,
} from "./options/train-options.js";
export { type GenerateOptions, generateTokens } from "./prediction/generate-tokens.js";
export { openPredictor, type Predictor, type PredictorOptions } from "./prediction/predictor.js";
export { softmax } from "./prediction/softmax.js";
export type { BlockBatch } from "./protocols/block-batch.js";
export { type CentralOptions, central } from "./protocols/central.js";
export { type CheckInOptions, checkIn } from "./protocols/check-in.js";
export { type CldpOptions, cldp } from "./protocols/cldp.js";
export { type NonprivateOptions, nonprivate } from "./protocols/nonprivate.js";
export type { Protocol } from "./protocols/protocol.js";
export {
  type RandomAllocationOptions,
  randomAllocationProtocol,
} from "./protocols/random-allocation-protocol.js";
export type { GradientReport, ReportProtocol, ReportSum } from "./protocols/report-protocol.js";
export type { BlockOptions, DummyOptions } from "./protocols/shuffle-options.js";
export type { ShuffledProtocol } from "./protocols/shuffled-protocol.js";
export {
  type SubsampledShuffleOptions,
  subsampledShuffleProtocol,
} from "./protocols/subsampled-shuffle-protocol.js";
export { TRAINING_ADJACENCIES, type TrainingAdjacency } from "./protocols/training-adjacency.js";
export { type WeightShuffleOptions, weightShuffleProtocol } from "./protocols/weight-shuffle-protocol.js";
