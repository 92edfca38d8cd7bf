import type { Shape } from "../layers/shape.js";

/**
 * A data set; {@link examplesFrom} makes one from plain arrays. In shared memory workers read it without a
 * copy.
 *
 * Sequences shorter than the shape's height are padded behind their end, with values that nothing looks at.
 */
export interface Examples {
  readonly count: number;
  /** Of one example, channels last; feature vectors have height and width 1. */
  readonly shape: Shape;
  /** Labels are below this. A public number, as `count` is. */
  readonly classes: number;
  /**
   * Present where the inputs are token ids, which are below this: bytes or integers, a row of one id for each
   * position.
   */
  readonly vocabulary?: number;
  /** The values of one example after the other; models see byte / 255, floats and token ids as they are. */
  readonly inputs: Uint8Array | Float32Array | Uint32Array;
  /**
   * A class number for each example, or for each of its positions; none where the tokens themselves are
   * predicted.
   */
  readonly labels: Uint8Array | Uint32Array;
  /** The number of positions in use of each example, integers in [1, height]; absent: all. */
  readonly lengths?: Uint32Array;
  /**
   * For each position of each example 1 where its prediction counts, or else 0: with a label for each
   * position that label, with a model of the next token the token there. Losses, gradients and accuracies are
   * over what counts, an example's loss is the mean over it; an example of which nothing counts has a
   * gradient of zero. Absent: all count. One class of each example has none.
   */
  readonly counted?: Uint8Array;
}
