/**
 * Training under a privacy protocol, accounted round by round.
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
export type { ClipRule } from "./gradients/clip-rule.js";
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
export type { ExampleValues } from "./layers/_internal/bound-layer.js";
export type { ActivationLayer, ActivationRule } from "./layers/activation/spec.js";
export type { AttentionLayer } from "./layers/attention/spec.js";
export type { ClassTokenLayer } from "./layers/class-token/spec.js";
export type { ConvolutionLayer } from "./layers/convolution/spec.js";
export type { DenseLayer } from "./layers/dense/spec.js";
export type { Layer } from "./layers/layer.js";
export type { LayerNormLayer } from "./layers/layer-norm/spec.js";
export type { LinearLayer } from "./layers/linear/spec.js";
export type { MaxPoolLayer } from "./layers/max-pool/spec.js";
export type { PatchEmbeddingLayer } from "./layers/patch-embedding/spec.js";
export type { PoolingLayer, PoolingRule } from "./layers/pooling/spec.js";
export type { PositionEmbeddingLayer } from "./layers/position-embedding/spec.js";
export type { SegmentEmbeddingLayer } from "./layers/segment-embedding/spec.js";
export type { Shape } from "./layers/shape.js";
export type { TiedHeadLayer } from "./layers/tied-head/spec.js";
export type { TokenEmbeddingLayer } from "./layers/token-embedding/spec.js";
export type { ModelInput, TokenInput } from "./layers/token-input.js";
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
export { type BertOptions, bertModel } from "./models/bert-model.js";
export type { Block, ResidualBlock, SumBlock } from "./models/block.js";
export { type ByteBertOptions, byteBert } from "./models/byte-bert.js";
export { type ByteGptOptions, byteGpt } from "./models/byte-gpt.js";
export { cifar10Cnn } from "./models/cifar10-cnn.js";
export { defineModel } from "./models/define-model.js";
export { type Gpt2Options, gpt2Model } from "./models/gpt2-model.js";
export { headModel } from "./models/head-model.js";
export { type HeadWeights, headWeights } from "./models/head-weights.js";
export { initialWeights } from "./models/initial-weights.js";
export { type LoraOptions, loraModel } from "./models/lora-model.js";
export { type LoraWeights, loraWeights } from "./models/lora-weights.js";
export { mnistCnn } from "./models/mnist-cnn.js";
export { mnistHog } from "./models/mnist-hog.js";
export { mnistVit } from "./models/mnist-vit.js";
export {
  dimensionOf,
  frozenDimensionOf,
  layerShapes,
  MODEL_TARGETS,
  type Model,
  type ModelTarget,
} from "./models/model.js";
export { MODEL_NAMES, type ModelName, modelOf } from "./models/model-name.js";
export { type RobertaOptions, robertaModel } from "./models/roberta-model.js";
export {
  TRANSFORMER_SIZES,
  type TransformerOptions,
  type TransformerSize,
  type TransformerSizeName,
} from "./models/transformer-size.js";
export { type VitOptions, vitModel } from "./models/vit-model.js";
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
  CldpReports,
  CldpRunConfig,
  FixedSampling,
  GaussianNoise,
  GaussianRunConfig,
  GaussianSampling,
  LearningConfig,
  Minibatches,
  NonprivateRunConfig,
  PoissonSampling,
  ProtocolName,
  RunConfig,
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
export { checkPermutationSets } from "./permutations/check-permutation-sets.js";
export type { PermutationSet, PermutedAxis, WeightPermutation } from "./permutations/permutation-set.js";
export { permutationSets } from "./permutations/permutation-sets.js";
export { permuteWeights } from "./permutations/permute-weights.js";
export { type PermutedWeights, permutedWeights } from "./permutations/permuted-weights.js";
export { samplePermutations } from "./permutations/sample-permutations.js";
export { type GenerateOptions, generateTokens } from "./prediction/generate-tokens.js";
export { openPredictor, type Predictor, type PredictorOptions } from "./prediction/predictor.js";
export { softmax } from "./prediction/softmax.js";
export {
  ARCHITECTURE_NAMES,
  type Architecture,
  type ArchitectureName,
  architectureModel,
} from "./pretrained/architecture.js";
export { checkpointHasHead } from "./pretrained/checkpoint-has-head.js";
export { checkpointTensors } from "./pretrained/checkpoint-tensors.js";
export {
  type CheckpointWeights,
  type FromCheckpointOptions,
  weightsFromCheckpoint,
} from "./pretrained/weights-from-checkpoint.js";
export { type CentralOptions, central } from "./protocols/central.js";
export { type CheckInOptions, checkIn } from "./protocols/check-in.js";
export { type CldpOptions, cldp } from "./protocols/cldp.js";
export { type NonprivateOptions, nonprivate } from "./protocols/nonprivate.js";
export type { Protocol } from "./protocols/protocol.js";
export {
  type RandomAllocationOptions,
  randomAllocationProtocol,
} from "./protocols/random-allocation-protocol.js";
export type { GradientReport, ReportProtocol } from "./protocols/report-protocol.js";
export type { ShuffledProtocol } from "./protocols/shuffled-protocol.js";
export {
  type SubsampledShuffleOptions,
  subsampledShuffleProtocol,
} from "./protocols/subsampled-shuffle-protocol.js";
export { TRAINING_ADJACENCIES, type TrainingAdjacency } from "./protocols/training-adjacency.js";
export { type WeightShuffleOptions, weightShuffleProtocol } from "./protocols/weight-shuffle-protocol.js";
export { decodeSafetensors } from "./safetensors/decode-safetensors.js";
export { encodeSafetensors } from "./safetensors/encode-safetensors.js";
export { openSafetensors } from "./safetensors/open-safetensors.js";
export type { NamedTensor, TensorFile } from "./safetensors/tensor-file.js";
export type { TensorInfo, TensorReader } from "./safetensors/tensor-reader.js";
export type { TensorsToWrite, TensorToWrite } from "./safetensors/tensors-to-write.js";
export { writeSafetensors } from "./safetensors/write-safetensors.js";
export * from "./text/index.js";
