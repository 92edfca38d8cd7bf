const GOLDEN = (3 - Math.sqrt(5)) / 2;

/**
 * Golden section over integers: the least of a function that falls and then rises.
 *
 * @param valueAt asked about the same integer more than once: remember what is dear
 * @param start an interval and an integer in it that neither end is better than
 * @returns an integer no worse than the start, and than its neighbours where it is inside
 */
export function integerSection(
  valueAt: (integer: number) => number,
  start: { readonly low: number; readonly best: number; readonly high: number },
): number {
  let { low, best, high } = start;
  while (high - low > 2) {
    const up = high - best > best - low;
    const gap = up ? high - best : best - low;
    const probe = best + (up ? 1 : -1) * Math.max(1, Math.round(GOLDEN * gap));
    const better = valueAt(probe) < valueAt(best);
    const limit = better ? best : probe;
    if (up === better) low = limit;
    else high = limit;
    if (better) best = probe;
  }
  return best;
}
