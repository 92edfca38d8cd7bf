import { rotateAndCut } from "../../../mechanisms/index.js";
import { checkNumber, checkOneOf, checkOptions, RANGES, type Range } from "../../../validate.js";
import type { BlockClipRule, ClipRule } from "../clip-rule.js";

/**
 * Below, the squares of entries that matter would leave f32's range; above, sums of clipped gradients could.
 */
export const CLIP_BOUND: Range = { min: 1e-15, max: 1e12 };

/**
 * Covers all roundings between a gradient's exact norm and its clipped f32 entries: the norm's own error
 * (2^-21.9 at most, for an outer product), the factor's (2^-24) and the entries' (two of 2^-24). So the
 * clipped gradient's exact norm is within the bound, and at most 2^-19 below it for that reason.
 */
const MARGIN = 1 + 2 ** -20;

/** f32 numbers below have fewer digits than the margin counts on. */
export const MIN_NORMAL: number = 2 ** -126;

/** What to multiply a gradient of this finite norm with. */
export function clipFactor(bound: number, norm: number): number {
  const factor = Math.min(1, bound / (norm * MARGIN));
  return factor < MIN_NORMAL ? 0 : factor;
}

const NORMS: readonly ClipRule["norm"][] = ["l1", "l2", "linf", "l2-blocks", "none"];

/**
 * @throws DpError BAD_INPUT an unknown norm; OUT_OF_RANGE a bound, or a block's, that is not in [1e-15,
 * 1e12], or the blocks or the seed of their rotation
 */
export function checkClip(name: string, clip: ClipRule): void {
  const norm = checkOneOf(`${name}.norm`, checkOptions(name, clip).norm, NORMS);
  if (norm === "none") return;
  checkNumber(`${name}.bound`, (clip as { bound: unknown }).bound, CLIP_BOUND);
  if (norm === "l2-blocks") checkBlocks(name, clip as BlockClipRule);
}

/** All but whether the gradient has that number of entries. */
function checkBlocks(name: string, clip: BlockClipRule): void {
  const { bound: clipBound, rotationSeed: seed } = clip;
  const blocks = checkNumber(`${name}.blocks`, clip.blocks, RANGES.positiveInteger);
  const { blockBound } = rotateAndCut({ dimension: blocks, blocks, clipBound, seed });
  checkNumber(`${name}: bound / √blocks`, blockBound, CLIP_BOUND);
}
