/** The sum of values[i] for from <= i < to. */
export function rangeSum(values: Float64Array, from: number, to: number): number {
  let sum = 0;
  for (let i = from; i < to; i++) sum += values[i]!;
  return sum;
}
