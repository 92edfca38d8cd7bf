import { bindActivation } from "./activation/kernel.js";
import { referenceActivation } from "./activation/reference.js";
import { activationSpec } from "./activation/spec.js";
import { bindAttention } from "./attention/kernel.js";
import { referenceAttention } from "./attention/reference.js";
import { attentionSpec } from "./attention/spec.js";
import { bindClassToken } from "./class-token/kernel.js";
import { referenceClassToken } from "./class-token/reference.js";
import { classTokenSpec } from "./class-token/spec.js";
import { bindConvolution, bindInputConvolution } from "./convolution/kernel.js";
import { referenceConvolution } from "./convolution/reference.js";
import { convolutionSpec } from "./convolution/spec.js";
import { bindDense } from "./dense/kernel.js";
import { referenceDense } from "./dense/reference.js";
import { denseSpec } from "./dense/spec.js";
import type { Layer, LayerOf } from "./layer.js";
import type { LayerKind } from "./layer-kind.js";
import { bindLayerNorm } from "./layer-norm/kernel.js";
import { referenceLayerNorm } from "./layer-norm/reference.js";
import { layerNormSpec } from "./layer-norm/spec.js";
import { bindLinear } from "./linear/kernel.js";
import { referenceLinear } from "./linear/reference.js";
import { linearSpec } from "./linear/spec.js";
import { bindMaxPool } from "./max-pool/kernel.js";
import { referenceMaxPool } from "./max-pool/reference.js";
import { maxPoolSpec } from "./max-pool/spec.js";
import { bindPatchEmbedding } from "./patch-embedding/kernel.js";
import { referencePatchEmbedding } from "./patch-embedding/reference.js";
import { patchEmbeddingSpec } from "./patch-embedding/spec.js";
import { bindPooling } from "./pooling/kernel.js";
import { referencePooling } from "./pooling/reference.js";
import { poolingSpec } from "./pooling/spec.js";
import { bindPositionEmbedding } from "./position-embedding/kernel.js";
import { referencePositionEmbedding } from "./position-embedding/reference.js";
import { positionEmbeddingSpec } from "./position-embedding/spec.js";
import { bindSegmentEmbedding } from "./segment-embedding/kernel.js";
import { referenceSegmentEmbedding } from "./segment-embedding/reference.js";
import { segmentEmbeddingSpec } from "./segment-embedding/spec.js";
import type { Shape } from "./shape.js";
import { bindTiedHead } from "./tied-head/kernel.js";
import { referenceTiedHead } from "./tied-head/reference.js";
import { tiedHeadSpec } from "./tied-head/spec.js";
import { bindLaterEmbedding, bindTokenEmbedding } from "./token-embedding/kernel.js";
import { referenceTokenEmbedding } from "./token-embedding/reference.js";
import { tokenEmbeddingSpec } from "./token-embedding/spec.js";

/** Every kind of layer; one that is missing here does not compile. */
export const LAYER_KINDS: { readonly [Kind in Layer["kind"]]: LayerKind<LayerOf<Kind>> } = {
  convolution: {
    ...convolutionSpec,
    bind: bindConvolution,
    bindInput: bindInputConvolution,
    reference: referenceConvolution,
  },
  maxPool: { ...maxPoolSpec, bind: bindMaxPool, reference: referenceMaxPool },
  activation: { ...activationSpec, bind: bindActivation, reference: referenceActivation },
  linear: { ...linearSpec, bind: (layer, context) => bindLinear(layer, context), reference: referenceLinear },
  attention: { ...attentionSpec, bind: bindAttention, reference: referenceAttention },
  layerNorm: { ...layerNormSpec, bind: bindLayerNorm, reference: referenceLayerNorm },
  tokenEmbedding: {
    ...tokenEmbeddingSpec,
    bind: bindLaterEmbedding,
    bindInput: bindTokenEmbedding,
    reference: referenceTokenEmbedding,
  },
  positionEmbedding: {
    ...positionEmbeddingSpec,
    bind: bindPositionEmbedding,
    reference: referencePositionEmbedding,
  },
  segmentEmbedding: {
    ...segmentEmbeddingSpec,
    bind: bindSegmentEmbedding,
    reference: referenceSegmentEmbedding,
  },
  patchEmbedding: { ...patchEmbeddingSpec, bind: bindPatchEmbedding, reference: referencePatchEmbedding },
  classToken: {
    ...classTokenSpec,
    bind: bindClassToken,
    reference: (_, input) => referenceClassToken(input),
  },
  pooling: { ...poolingSpec, bind: bindPooling, reference: referencePooling },
  tiedHead: { ...tiedHeadSpec, bind: (_, context) => bindTiedHead(context), reference: referenceTiedHead },
  dense: { ...denseSpec, bind: bindDense, reference: referenceDense },
};

/** What is known about a layer's kind. */
export function kindOf(layer: Layer): LayerKind<Layer> {
  return LAYER_KINDS[layer.kind] as unknown as LayerKind<Layer>;
}

/** Number of parameters of a layer. */
export function parameterCount(layer: Layer, input: Shape): number {
  return kindOf(layer)
    .parameters(layer, input)
    .reduce((total, { shape }) => total + shape.reduce((product, size) => product * size, 1), 0);
}
