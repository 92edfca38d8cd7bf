/** Per-example clipping: every gradient g becomes g / max(1, ||g|| / bound); `none` leaves it as it is. */
export type ClipRule =
  | { readonly norm: "l2" | "linf"; readonly bound: number }
  | { readonly norm: "none" };

export interface GradientSum {
  /** Sum of the clipped per-example gradients, `dimension` entries. */
  readonly sum: Float32Array;
  /** Sum of the examples' cross-entropy losses, nats. */
  readonly lossSum: number;
}

export interface Evaluation {
  readonly count: number;
  readonly correct: number;
  readonly lossSum: number;
}

/**
 * Computes on a model and its data. The answer depends on the arguments alone: bit-identical for any number of threads.
 */
export interface GradientEngine {
  /** Number of weights. */
  readonly dimension: number;
  readonly threads: number;
  /** Sum over `indices` (into the training examples, repeats allowed) of clipped per-example gradients. */
  clippedGradientSum(weights: Float32Array, indices: Uint32Array, clip: ClipRule): Promise<GradientSum>;
  /** Loss and accuracy on the test examples. */
  evaluate(weights: Float32Array): Promise<Evaluation>;
  close(): Promise<void>;
}
