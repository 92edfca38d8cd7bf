import { bindActivation } from "./activation/kernel.js";
import { referenceActivation } from "./activation/reference.js";
import { activationSpec } from "./activation/spec.js";
import { bindConvolution, bindInputConvolution } from "./convolution/kernel.js";
import { referenceConvolution } from "./convolution/reference.js";
import { convolutionSpec } from "./convolution/spec.js";
import { bindDense } from "./dense/kernel.js";
import { referenceDense } from "./dense/reference.js";
import { denseSpec } from "./dense/spec.js";
import type { Layer, LayerOf } from "./layer.js";
import type { LayerKind } from "./layer-kind.js";
import { bindMaxPool } from "./max-pool/kernel.js";
import { referenceMaxPool } from "./max-pool/reference.js";
import { maxPoolSpec } from "./max-pool/spec.js";
import type { Shape } from "./shape.js";

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
