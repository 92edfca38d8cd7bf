import { checkNumber, RANGES } from "../../validate.js";
import { checkSum } from "./_internal/check-sum.js";
import type { LognormalSum } from "./lognormal-sum.js";

const CHUNK = 4096;

/**
 * Logarithms of independent draws of the sum, in ascending order: its empirical law.
 *
 * Approximate: statistical error of about 1/(2 √samples) in the distribution function. The time is samples
 * times the number of terms.
 *
 * @param sum at least one term; logStdDev in (0, ∞)
 * @param samples integer >= 1
 * @param fillNormals fills an array with independent standard normals
 * @throws DpError OUT_OF_RANGE a parameter is NaN or outside its range; BAD_INPUT no terms
 */
export function sampleLogSums(
  sum: LognormalSum,
  samples: number,
  fillNormals: (target: Float64Array) => void,
): Float64Array {
  const { terms, logStdDev } = checkSum("sampleLogSums", sum);
  checkNumber("sampleLogSums: samples", samples, RANGES.positiveInteger);
  const buffer = new Float64Array(CHUNK);
  const unit = Math.max(...terms.map(({ logMean }) => logMean));
  const drawGroup = (count: number): number => {
    let total = 0;
    for (let left = count; left > 0; left -= CHUNK) {
      const normals = buffer.subarray(0, Math.min(left, CHUNK));
      fillNormals(normals);
      for (const normal of normals) total += Math.exp(logStdDev * normal);
    }
    return total;
  };
  const draw = () =>
    terms.reduce((total, { logMean, count }) => total + Math.exp(logMean - unit) * drawGroup(count), 0);
  return Float64Array.from({ length: samples }, () => unit + Math.log(draw())).sort();
}
