import type { ActivationLayer } from "./activation/spec.js";
import type { AttentionLayer } from "./attention/spec.js";
import type { ClassTokenLayer } from "./class-token/spec.js";
import type { ConvolutionLayer } from "./convolution/spec.js";
import type { DenseLayer } from "./dense/spec.js";
import type { LayerNormLayer } from "./layer-norm/spec.js";
import type { LinearLayer } from "./linear/spec.js";
import type { MaxPoolLayer } from "./max-pool/spec.js";
import type { PatchEmbeddingLayer } from "./patch-embedding/spec.js";
import type { PoolingLayer } from "./pooling/spec.js";
import type { PositionEmbeddingLayer } from "./position-embedding/spec.js";
import type { SegmentEmbeddingLayer } from "./segment-embedding/spec.js";
import type { TiedHeadLayer } from "./tied-head/spec.js";
import type { TokenEmbeddingLayer } from "./token-embedding/spec.js";

/**
 * One step of a model, as plain data: any number of filters or units, any side, stride and padding that fit
 * the input.
 *
 * With `frozen: true` its weights are no part of what is trained: they are given beside the model, and need
 * no noise.
 *
 * Parameters are stored layer after layer, each layer's weights before its biases. Convolution:
 * [filter][row][column][channel]; dense: [input][unit], the input flattened as [row][column][channel].
 */
export type Layer = (
  | ActivationLayer
  | AttentionLayer
  | ClassTokenLayer
  | ConvolutionLayer
  | DenseLayer
  | LayerNormLayer
  | LinearLayer
  | MaxPoolLayer
  | PatchEmbeddingLayer
  | PoolingLayer
  | PositionEmbeddingLayer
  | SegmentEmbeddingLayer
  | TiedHeadLayer
  | TokenEmbeddingLayer
) & { readonly frozen?: true };

export type LayerOf<Kind extends Layer["kind"]> = Extract<Layer, { readonly kind: Kind }>;
