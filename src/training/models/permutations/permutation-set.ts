/**
 * Axes of a model's tensors that may be permuted together: however they are, the model computes the same,
 * forwards and backwards.
 *
 * @see docs/theorems/permutation-invariance.md
 */
export interface PermutationSet {
  /** What is permuted, e.g. `channels of 0.convolution`. */
  readonly name: string;
  /** How many places there are. */
  readonly size: number;
  readonly members: readonly PermutedAxis[];
}

/** An axis of a tensor, along which a permutation moves whatever stands at each of its places. */
export interface PermutedAxis {
  /** The tensor's name, as `modelTensors` and saved weights have it. */
  readonly tensor: string;
  /** The shape in which the tensor is read; its product is the tensor's size. */
  readonly view: readonly number[];
  /** Number of the axis of that shape. */
  readonly axis: number;
  /** The place on an earlier axis to which the permutation is confined. */
  readonly within?: { readonly axis: number; readonly index: number };
}

/** A permutation of a set. */
export interface WeightPermutation {
  readonly set: PermutationSet;
  /** For each place, the place that its new content comes from. */
  readonly order: Uint32Array;
}
