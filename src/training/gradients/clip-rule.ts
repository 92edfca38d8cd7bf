/** Per-example clipping: every gradient g becomes g / max(1, ||g|| / bound); `none` leaves it as it is. */
export type ClipRule =
  | { readonly norm: "l1" | "l2" | "linf"; readonly bound: number }
  | BlockClipRule
  | { readonly norm: "none" };

/**
 * Clipping block by block: a gradient is rotated and cut as `rotateAndCut` does it, each of the blocks is
 * clipped to bound / √blocks, and the sum is rotated back, without the padding.
 */
export interface BlockClipRule {
  readonly norm: "l2-blocks";
  /** C, of all blocks together. */
  readonly bound: number;
  /** m, a power of two. */
  readonly blocks: number;
  /** Of the public rotation. */
  readonly rotationSeed: number;
  /**
   * c, columns of the matrix that a gradient is, rotated from both sides; default 1. More than 1 only where a
   * dense layer of c units is all that is trained.
   */
  readonly rotationColumns?: number | undefined;
}
