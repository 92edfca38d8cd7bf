/** A sum over the number of its parts; without any, no direction at all. */
export function meanOf(sum: Float64Array, count: number): Float64Array {
  return divided(sum.slice(), count);
}

/** The same in the sum's own place, which saves the memory of a large model. */
export function divided(sum: Float64Array, count: number): Float64Array {
  if (count === 0) return sum.fill(0);
  for (let i = 0; i < sum.length; i++) sum[i]! /= count;
  return sum;
}
