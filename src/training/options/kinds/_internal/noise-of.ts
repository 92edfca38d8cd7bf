import type { BlockOptions } from "../../../protocols/shuffle-options.js";

/** The options of blocks and dummies alone. */
export function blocksOf({ blocks, joins, rotationSeed, dummies, dummiesBy }: BlockOptions): BlockOptions {
  return { blocks, joins, rotationSeed, dummies, dummiesBy };
}

/** The standard deviation of the noise. */
export function stdDevOf(config: { readonly noiseToClip: number; readonly clipBound: number }): number {
  return config.noiseToClip * config.clipBound;
}
