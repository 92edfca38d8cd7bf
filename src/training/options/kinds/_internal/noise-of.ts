import type { Model } from "../../../models/model.js";
import { rotationColumnsOf } from "../../../models/rotation-columns-of.js";
import type { BlockOptions } from "../../../protocols/shuffle-options.js";

/** The options of blocks and dummies alone; the model says how its gradients are rotated. */
export function blocksOf(config: BlockOptions, model: Model | undefined): BlockOptions {
  const { blocks, joins, rotationSeed, dummies, dummiesBy } = config;
  const rotationColumns = model === undefined ? 1 : rotationColumnsOf(model, blocks ?? 1);
  return { blocks, joins, rotationSeed, rotationColumns, dummies, dummiesBy };
}

/** The standard deviation of the noise. */
export function stdDevOf(config: { readonly noiseToClip: number; readonly clipBound: number }): number {
  return config.noiseToClip * config.clipBound;
}
