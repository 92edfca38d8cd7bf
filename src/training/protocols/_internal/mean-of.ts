/** The sum by the number of its participants. A plain loop: `from` with a function takes eight times as long. */
export function meanOf(sum: Float64Array, participants: number): Float64Array {
  const mean = new Float64Array(sum.length);
  for (let i = 0; i < mean.length; i++) mean[i] = sum[i]! / participants;
  return mean;
}
