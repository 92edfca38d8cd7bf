import type { Shape } from "../shape.js";

/** Examples that go through the layers together; a multiple of the 4 rows of the `multiply` kernel. */
export const GROUP = 8;

/**
 * Values of a group of examples between two layers, and the loss's gradient with respect to them.
 *
 * Channels past the shape's, up to `channels`, hold zeros in both. What stands between the rows of a shape is undefined.
 */
export interface Tensor {
  readonly shape: Shape;
  /** Address of the first example's first value. */
  readonly values: number;
  /** The same for the gradient. */
  readonly gradients: number;
  /** Floats from one position to the next: the shape's channels, rounded up to what the kernels take at once. */
  readonly channels: number;
  /** Floats from one row to the next. */
  readonly row: number;
  /** Floats from one example to the next. */
  readonly stride: number;
  /** The examples themselves: nobody needs the loss's gradient with respect to them. */
  readonly isData: boolean;
}

/** A layer bound to its memory in a workspace. `count` examples of the group are at work. */
export interface BoundLayer {
  readonly output: Tensor;
  readonly parameters?: BoundParameters;
  forward(count: number): void;
  /** From the output's gradients to the input's, where there is an input that wants them. */
  backward(count: number): void;
}

/** What the examples enter a model by: bytes stand for byte / 255, floats for themselves. */
export interface BoundInput extends BoundLayer {
  stage(example: number, values: Uint8Array | Float32Array): void;
}

/** A layer's weights and the running sum of their clipped gradients. */
export interface BoundParameters {
  readonly count: number;
  /** Address of the sum: `size` floats, of which parameter i is number `places[i]`, with zeros between. */
  readonly sum: number;
  readonly size: number;
  readonly places: Int32Array;
  load(weights: Float32Array): void;
  squaredNorm(example: number): number;
  largestMagnitude(example: number): number;
  /** An entry of the gradient, by the parameter's number. */
  entry(example: number, parameter: number): number;
  /** The gradient's inner product with a vector laid out as the sum is. */
  dot(example: number, vector: number): number;
  /** Adds factor[i] * gradient of example i to the sum, for the first `count` examples; factors are at an address. */
  accumulate(factors: number, count: number): void;
  /** Makes the gradient zero, whatever it held. Ends its layer's use of the input, which may be cleared too. */
  clearGradient(example: number): void;
  clearSum(): void;
  /** Copies the parameters' sums, without the zeros, to an address. */
  readSum(target: number): void;
}
