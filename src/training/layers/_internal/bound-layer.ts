import type { Shape } from "../shape.js";

/**
 * Values of a group of examples between two layers, and the loss's gradient with respect to them.
 *
 * Channels past the shape's, up to `channels`, hold zeros in both. What stands between the rows of a shape is
 * undefined.
 */
export interface Tensor {
  readonly shape: Shape;
  /** Address of the first example's first value. */
  readonly values: number;
  /** The same for the gradient. */
  readonly gradients: number;
  /**
   * Floats from one position to the next: the shape's channels, rounded up to what the kernels take at once.
   */
  readonly channels: number;
  /** Floats from one row to the next. */
  readonly row: number;
  /** Floats from one example to the next. */
  readonly stride: number;
  /** The examples themselves: nobody needs the loss's gradient with respect to them. */
  readonly isData: boolean;
  /**
   * Address of the number of positions (rows) that each example uses, u32, at least 1; the others are
   * padding. Absent: all.
   */
  readonly lengths?: number | undefined;
  /**
   * Where an example's gradient has one and the same row, with zeros at all other positions; undefined where
   * that is not known.
   *
   * Set by the layer behind, which writes the gradient, and so on a tensor that no other layer writes the
   * gradient of.
   */
  equalRows?: ((example: number) => PositionRange | undefined) | undefined;
}

/** Positions of an example, at least one. */
export interface PositionRange {
  readonly first: number;
  readonly count: number;
}

/** A layer bound to its memory in a workspace. `count` examples of the group are at work. */
export interface BoundLayer {
  readonly output: Tensor;
  readonly parameters?: BoundParameters;
  /** The embedding's weights, for a head that shares them. */
  readonly tokens?: TokenTable;
  forward(count: number): void;
  /** From the output's gradients to the input's, where there is an input that wants them. */
  backward(count: number): void;
  /**
   * Whether the way back neither reads the output's values nor changes its gradients: others may change those
   * values. Default: no.
   */
  readonly leavesOutput?: boolean;
}

/**
 * What the examples enter a model by: bytes stand for byte / 255, floats for themselves, token ids for
 * themselves.
 */
export interface BoundInput extends BoundLayer {
  /** @param length positions in use */
  stage(example: number, values: ExampleValues, length: number): void;
}

/** The values of one example, or its token ids. */
export type ExampleValues = Uint8Array | Float32Array | Uint32Array;

/**
 * A layer's weights and the running sum of their clipped gradients.
 *
 * How the gradients of single examples are represented is the layer's own business: written out, or as the
 * factors of their products. The norms come first, then the sum of the gradients with a factor each.
 */
export interface BoundParameters {
  readonly count: number;
  load(weights: Float32Array): void;
  /**
   * The square of the norm of the gradient that `accumulate` adds: below the exact one by a factor of 1 -
   * 2^-21.9 at most, or above it.
   */
  squaredNorm(example: number): number;
  /**
   * Adds factor[i] * gradient of example i to the sum, for the first `count` examples; factors are at an
   * address.
   */
  accumulate(factors: number, count: number): void;
  /**
   * Makes the gradient zero, whatever it held. Ends its layer's use of the input, which may be cleared too.
   */
  clearGradient(example: number): void;
  clearSum(): void;
  /** Copies the parameters' sums. */
  readSum(target: Float32Array): void;
  /**
   * For what looks at single entries: clipping by the largest one, and randomizers. Absent: the layer cannot
   * tell them.
   */
  readonly entries?: GradientEntries;
  /** Where every example's gradient is the outer product of two vectors. */
  readonly outer?: OuterFactors;
}

/** The vectors x and e of whose outer product a gradient consists, the parameters row by row. */
export interface OuterFactors {
  /** Entries of x, of which the last is 1 and is not stored. */
  readonly rows: number;
  /** Entries of e; floats from one example's to the next. */
  readonly columns: number;
  readonly columnStride: number;
  /** Address of an example's x, without its last entry; floats from one example's to the next. */
  left(example: number): number;
  readonly leftStride: number;
  /** Address of an example's e; zeros fill its stride. */
  right(example: number): number;
}

/** The entries of a layer's per-example gradients. */
export interface GradientEntries {
  /** Address of the sum: `size` floats, of which parameter i is number `places[i]`, with zeros between. */
  readonly sum: number;
  readonly size: number;
  readonly places: Int32Array;
  largestMagnitude(example: number): number;
  /** An entry of the gradient, by the parameter's number. */
  entry(example: number, parameter: number): number;
  /**
   * Writes the gradient's entries by the parameters' numbers, one behind the other; what stands up to 15
   * floats behind them is spoilt.
   */
  write(example: number, target: number): void;
  /** The gradient's inner product with a vector laid out as the sum is. */
  dot(example: number, vector: number): number;
}

/**
 * A token embedding's weights, which a tied head uses again: their gradients are one, and so are their norm
 * and their sum.
 */
export interface TokenTable {
  readonly vocabulary: number;
  readonly units: number;
  /** Address of the weights, a row of `rowFloats` floats for each token. */
  readonly weights: number;
  readonly rowFloats: number;
  /** The tokens of an example that is at work, those behind its end too, until the next allocation. */
  idsOf(example: number): Uint32Array;
  /** Tells the embedding of its other use: states at the head and the gradients of the logits. */
  tie(states: Tensor, logits: Tensor): void;
}
