/**
 * Relative error of one factor's share in a product of powers, exp(sum of times log z): its logarithm and
 * angle, 16 u, and 4 u for each other factor, as a sum of angles is up to pi times all rounds.
 */
export function polarError(factors: number): number {
  return (8 + 2 * (factors - 1)) * Number.EPSILON;
}
