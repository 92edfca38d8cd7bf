import { fillNormals } from "../../../random/fill-normals.js";
import type { RandomSource } from "../../../random/random-source.js";

export interface NoisyMeanOptions {
  /** Standard deviation of the noise on every entry of the sum. */
  readonly stdDev: number;
  readonly divisor: number;
  readonly source: RandomSource;
}

/** (sum + N(0, stdDev^2 I)) / divisor, in double precision. */
export function noisyMean(sum: Float64Array, { stdDev, divisor, source }: NoisyMeanOptions): Float64Array {
  const mean = new Float64Array(sum.length);
  fillNormals(source, mean, stdDev);
  for (let i = 0; i < mean.length; i += 1) mean[i] = (mean[i] + sum[i]) / divisor;
  return mean;
}
