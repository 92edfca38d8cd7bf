import type { Adjacency } from "./adjacency.js";

const CLIP_BOUNDS: Readonly<Record<Adjacency, 1 | 2>> = {
  "replace-one": 2,
  "zero-out": 1,
  "add-or-remove": 1,
};

/**
 * How far one record moves a sum of vectors clipped to l2 norm C, in units of C: the l2 sensitivity is 2C
 * where a record is replaced by any other, C where it is there or not. A noise multiplier is `noiseToClip`
 * divided by it.
 *
 * @example sensitivityToClip("replace-one"); // 2
 */
export function sensitivityToClip(adjacency: Adjacency): 1 | 2 {
  return CLIP_BOUNDS[adjacency];
}
