import type { Layer, Shape } from "../layer.js";
import { referenceActivation } from "../activation/reference.js";
import { referenceConvolution } from "../convolution/reference.js";
import { referenceDense } from "../dense/reference.js";
import { referenceMaxPool } from "../max-pool/reference.js";

/** A layer of one example in plain float64 loops: the kernels' oracle. Arrays are laid out as {@link Layer} says. */
export interface ReferenceLayer {
  forward(input: Float64Array, parameters: Float64Array): Float64Array;
  /** The gradient of the loss with respect to the input, given the one with respect to the output. */
  inputGradient(pass: LayerPass): Float64Array;
  /** Writes the one with respect to the layer's parameters to `target`. */
  parameterGradient?(pass: LayerPass, target: Float64Array): void;
}

export interface LayerPass {
  readonly input: Float64Array;
  readonly output: Float64Array;
  readonly outputGradient: Float64Array;
  readonly parameters: Float64Array;
}

export function referenceLayer(layer: Layer, input: Shape): ReferenceLayer {
  switch (layer.kind) {
    case "convolution":
      return referenceConvolution(layer, input);
    case "maxPool":
      return referenceMaxPool(layer, input);
    case "activation":
      return referenceActivation(layer);
    case "dense":
      return referenceDense(layer);
  }
}
