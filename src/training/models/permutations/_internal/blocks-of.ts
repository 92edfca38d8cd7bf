import type { PermutedAxis } from "../permutation-set.js";

/**
 * Where the places of an axis stand in a tensor: `size` runs of `run` numbers, side by side, once from every
 * start.
 */
export interface AxisBlocks {
  readonly starts: readonly number[];
  readonly size: number;
  readonly run: number;
}

/** The blocks of an axis, counted from the tensor's first number. */
export function blocksOf({ view, axis, within }: Omit<PermutedAxis, "tensor">): AxisBlocks {
  const run = productOf(view.slice(axis + 1));
  let starts = [0];
  for (const [i, extent] of view.slice(0, axis).entries()) {
    const stride = productOf(view.slice(i + 1));
    const indices = within?.axis === i ? [within.index] : Array.from({ length: extent }, (_, index) => index);
    starts = starts.flatMap((start) => indices.map((index) => start + index * stride));
  }
  return { starts, size: view[axis]!, run };
}

export function productOf(extents: readonly number[]): number {
  return extents.reduce((product, extent) => product * extent, 1);
}
