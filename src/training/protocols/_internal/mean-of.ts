/** A sum over the number of its parts; without any, no direction at all. A plain loop: `from` with a function takes eight times as long. */
export function meanOf(sum: Float64Array, count: number): Float64Array {
  const mean = new Float64Array(sum.length);
  if (count > 0) for (let i = 0; i < mean.length; i++) mean[i] = sum[i]! / count;
  return mean;
}
