import { CELLS_PER_STEP } from "../_internal/cell-atoms.js";
import { type RatioLawBracket, ratioLawOf } from "../law/ratio-law.js";
import { gaussianPair } from "./gaussian-pair.js";

/** The Gaussian pair's ratio under Q, in bins of `fineness` standard deviations of its logarithm. */
export function gaussianRatio(
  noiseMultiplier: number,
  fineness: number,
  negligible: number,
): RatioLawBracket {
  const step = (CELLS_PER_STEP * fineness) / noiseMultiplier;
  const { upper, lower } = gaussianPair(noiseMultiplier).atoms(step, negligible);
  return { upper: ratioLawOf(upper), lower: ratioLawOf(lower) };
}

/** Standard deviations of the logarithm beyond which values are hardly ever seen. */
const REACH = 8;

/** About by how much the largest ratio that is seen under P exceeds one. */
export function gaussianRatioExcess(noiseMultiplier: number): number {
  return Math.expm1(Math.min(700, REACH / noiseMultiplier + 1 / (2 * noiseMultiplier ** 2)));
}

/** The ratio's standard deviation, sqrt(e^(1 / s^2) - 1). */
export function gaussianRatioDeviation(noiseMultiplier: number): number {
  return Math.sqrt(Math.expm1(Math.min(700, noiseMultiplier ** -2)));
}
