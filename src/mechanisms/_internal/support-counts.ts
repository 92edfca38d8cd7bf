import { checkNumber, RANGES } from "../../validate.js";

/** How often reports support a category. */
export interface SupportLaw {
  /** p: the probability that a report supports its user's category. */
  readonly supportProbability: number;
  /** q: the probability that a report supports any other one category. */
  readonly falseSupportProbability: number;
  /** p - q, without cancellation. */
  readonly contrast: number;
}

/** A histogram of more categories takes more than a gigabyte. */
export const MAX_COUNTED: number = 2 ** 26;

/** The unbiased counts behind the supporting reports of each category: (supports - n q) / (p - q). */
export function countsBehind(
  supports: Float64Array,
  users: number,
  { falseSupportProbability, contrast }: SupportLaw,
): Float64Array {
  return supports.map((count) => (count - users * falseSupportProbability) / contrast);
}

/**
 * The variance of one category's count: supports are independent coins of p for its holders, of q for the
 * others.
 */
export function supportVariance(
  name: string,
  { users, holders }: { readonly users: number; readonly holders: number },
  { supportProbability: p, falseSupportProbability: q, contrast }: SupportLaw,
): number {
  checkNumber(`${name}: users`, users, RANGES.nonNegativeInteger);
  checkNumber(`${name}: holders`, holders, { min: 0, max: users, integer: true });
  return (holders * p * (1 - p) + (users - holders) * q * (1 - q)) / contrast ** 2;
}
