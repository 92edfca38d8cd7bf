import type { Model } from "../../../models/model.js";
import { outerColumnsOf } from "../../../models/outer-columns-of.js";
import { checkRotationColumns, rotationColumnsOf } from "../../../models/rotation-columns-of.js";
import type { BlockOptions } from "../../../protocols/shuffle-options.js";

/** The options of blocks and dummies alone; the model says how its gradients are rotated. */
export function blocksOf(config: BlockOptions, model: Model | undefined): BlockOptions {
  const { blocks, joins, rotationSeed, dummies, dummiesBy } = config;
  return { blocks, joins, rotationSeed, rotationColumns: columnsOf(config, model), dummies, dummiesBy };
}

function columnsOf({ blocks, rotationColumns }: BlockOptions, model: Model | undefined): number {
  if (model === undefined) return rotationColumns ?? 1;
  if (rotationColumns === undefined) return rotationColumnsOf(model, blocks ?? 1);
  checkRotationColumns("rotationColumns", rotationColumns, outerColumnsOf(model));
  return rotationColumns;
}

/** The standard deviation of the noise. */
export function stdDevOf(config: { readonly noiseToClip: number; readonly clipBound: number }): number {
  return config.noiseToClip * config.clipBound;
}
