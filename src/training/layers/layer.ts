import type { ActivationLayer } from "./activation/spec.js";
import type { ConvolutionLayer } from "./convolution/spec.js";
import type { DenseLayer } from "./dense/spec.js";
import type { MaxPoolLayer } from "./max-pool/spec.js";

/**
 * One step of a model, as plain data: any number of filters or units, any side, stride and padding that fit the input.
 *
 * Parameters are stored layer after layer, each layer's weights before its biases. Convolution: [filter][row][column][channel];
 * dense: [input][unit], the input flattened as [row][column][channel].
 */
export type Layer = ConvolutionLayer | MaxPoolLayer | ActivationLayer | DenseLayer;

export type LayerOf<Kind extends Layer["kind"]> = Extract<Layer, { readonly kind: Kind }>;
