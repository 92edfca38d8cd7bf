import { fillNormals } from "../../../random/fill-normals.js";
import type { RandomSource } from "../../../random/random-source.js";

/** sum + N(0, stdDev^2 I), in double precision. */
export function noisySum(sum: Float64Array, stdDev: number, source: RandomSource): Float64Array {
  const noisy = new Float64Array(sum.length);
  fillNormals(source, noisy, stdDev);
  for (let i = 0; i < noisy.length; i += 1) noisy[i]! += sum[i]!;
  return noisy;
}
