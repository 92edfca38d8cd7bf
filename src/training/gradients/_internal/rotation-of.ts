import { type RotatedBlocks, rotateAndCut } from "../../../mechanisms/index.js";
import type { BlockClipRule } from "../clip-rule.js";

/** How clipping by blocks rotates and cuts gradients of that many entries. */
export function rotationOf(clip: BlockClipRule, dimension: number): RotatedBlocks {
  const { bound: clipBound, blocks, rotationSeed: seed, rotationColumns: columns } = clip;
  return rotateAndCut({ dimension, blocks, clipBound, seed, columns });
}
