/**
 * A layer of one example in plain float64 loops: the kernels' oracle. Arrays are laid out as the models say.
 */
export interface ReferenceLayer {
  /**
   * @param length positions (rows) of the input in use, where it is a sequence
   * @param tokens what the model was given: the ids, where it reads tokens
   */
  forward(input: Float64Array, parameters: Float64Array, length: number, tokens: Float64Array): Float64Array;
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
  readonly length: number;
  readonly tokens: Float64Array;
}
