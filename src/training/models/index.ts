/**
 * Models as data: layers and blocks, models of the papers, first and published weights, and the permutations
 * that leave a model's function as it is. Docs: docs/models.md.
 *
 * @module croupier-dp/models
 */
export { DpError, type DpErrorCode, type DpErrorDetails } from "../../errors.js";
export type { ExampleValues } from "../layers/_internal/bound-layer.js";
export type { ActivationLayer, ActivationRule } from "../layers/activation/spec.js";
export type { AttentionLayer } from "../layers/attention/spec.js";
export type { ClassTokenLayer } from "../layers/class-token/spec.js";
export type { ConvolutionLayer } from "../layers/convolution/spec.js";
export type { DenseLayer } from "../layers/dense/spec.js";
export type { Layer } from "../layers/layer.js";
export type { LayerNormLayer } from "../layers/layer-norm/spec.js";
export type { LinearLayer } from "../layers/linear/spec.js";
export type { MaxPoolLayer } from "../layers/max-pool/spec.js";
export type { PatchEmbeddingLayer } from "../layers/patch-embedding/spec.js";
export type { PoolingLayer, PoolingRule } from "../layers/pooling/spec.js";
export type { PositionEmbeddingLayer } from "../layers/position-embedding/spec.js";
export type { SegmentEmbeddingLayer } from "../layers/segment-embedding/spec.js";
export type { Shape } from "../layers/shape.js";
export type { TiedHeadLayer } from "../layers/tied-head/spec.js";
export type { TokenEmbeddingLayer } from "../layers/token-embedding/spec.js";
export type { ModelInput, TokenInput } from "../layers/token-input.js";
export { type BertOptions, bertModel } from "./bert-model.js";
export type { Block, ResidualBlock, SumBlock } from "./block.js";
export { type ByteBertOptions, byteBert } from "./byte-bert.js";
export { type ByteGptOptions, byteGpt } from "./byte-gpt.js";
export { cifar10Cnn } from "./cifar10-cnn.js";
export { defineModel } from "./define-model.js";
export { type Gpt2Options, gpt2Model } from "./gpt2-model.js";
export { headModel } from "./head-model.js";
export { type HeadWeights, headWeights } from "./head-weights.js";
export { initialWeights } from "./initial-weights.js";
export { type LoraOptions, loraModel } from "./lora-model.js";
export { type LoraWeights, loraWeights } from "./lora-weights.js";
export { mnistCnn } from "./mnist-cnn.js";
export { mnistHog } from "./mnist-hog.js";
export { mnistVit } from "./mnist-vit.js";
export {
  dimensionOf,
  frozenDimensionOf,
  layerShapes,
  MODEL_TARGETS,
  type Model,
  type ModelTarget,
} from "./model.js";
export { MODEL_NAMES, type ModelName, modelOf } from "./model-name.js";
export { checkPermutationSets } from "./permutations/check-permutation-sets.js";
export type { PermutationSet, PermutedAxis, WeightPermutation } from "./permutations/permutation-set.js";
export { permutationSets } from "./permutations/permutation-sets.js";
export { permuteWeights } from "./permutations/permute-weights.js";
export { type PermutedWeights, permutedWeights } from "./permutations/permuted-weights.js";
export { samplePermutations } from "./permutations/sample-permutations.js";
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
export { type RobertaOptions, robertaModel } from "./roberta-model.js";
export { rotationColumnsOf } from "./rotation-columns-of.js";
export {
  TRANSFORMER_SIZES,
  type TransformerOptions,
  type TransformerSize,
  type TransformerSizeName,
} from "./transformer-size.js";
export { type VitOptions, vitModel } from "./vit-model.js";
