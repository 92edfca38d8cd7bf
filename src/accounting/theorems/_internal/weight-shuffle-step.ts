import { checkNumber, checkOptions, DOMAIN, type Range } from "../../../validate.js";

/** Weights shuffling with the clipping norm as the unit of length: c = 1, c' = batchClipRatio. */
export interface WeightShuffleStep {
  /** Standard deviation of the noise / c. */
  readonly noiseMultiplier: number;
  /** How many weights are permuted. */
  readonly dimension: number;
  readonly batchClipRatio: number;
}

const DIMENSION: Range = { ...DOMAIN.count, min: 2 };

export function checkWeightShuffleStep(where: string, options: WeightShuffleStep): WeightShuffleStep {
  checkOptions(where, options);
  return {
    noiseMultiplier: checkNumber(`${where}: noiseMultiplier`, options.noiseMultiplier, DOMAIN.composedNoise),
    dimension: checkNumber(`${where}: dimension`, options.dimension, DIMENSION),
    batchClipRatio: checkNumber(`${where}: batchClipRatio`, options.batchClipRatio, DOMAIN.noise),
  };
}
