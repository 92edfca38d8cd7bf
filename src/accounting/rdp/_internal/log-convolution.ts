import { NEGLIGIBLE } from "./scaled-excess.js";

/**
 * log of sum_{j=first..last} e^(a[j] + b[total - j]); looking for the largest term takes two additions a
 * term.
 */
export function logConvolution(
  a: readonly number[],
  b: readonly number[],
  { first, last, total }: { readonly first: number; readonly last: number; readonly total: number },
): number {
  let largest = -Infinity;
  for (let j = first; j <= last; j++) largest = Math.max(largest, a[j]! + b[total - j]!);
  if (largest === -Infinity) return -Infinity;
  let sum = 0;
  for (let j = first; j <= last; j++) {
    const term = a[j]! + b[total - j]! - largest;
    if (term > NEGLIGIBLE) sum += Math.exp(term);
  }
  return largest + Math.log(sum);
}
