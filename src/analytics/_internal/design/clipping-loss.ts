/** E max(0, Z) of a standard normal number. */
const MEAN_EXCESS = 1 / Math.sqrt(2 * Math.PI);

/**
 * Share of a vector's length that clipping its rotated blocks takes away, about, where its entries are many
 * and of like size: a block's norm over C / √m is then near 1 + N(0, m / 2d).
 *
 * A vector that leaves most of a block's entries at 0 may lose more (docs/theorems/rotated-blocks.md).
 */
export function clippingLoss(dimension: number, blocks: number): number {
  return blocks === 1 ? 0 : MEAN_EXCESS / Math.sqrt(2 * Math.ceil(dimension / blocks));
}
