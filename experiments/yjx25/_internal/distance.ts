/** The l2 distance of two vectors. */
export function distance(one: Float32Array, other: Float32Array): number {
  return Math.sqrt(one.reduce((sum, entry, i) => sum + (entry - other[i]!) ** 2, 0));
}
