const GOLDEN = (3 - Math.sqrt(5)) / 2;

/**
 * Golden section over integers: the minimum of a function that falls and then rises. The neighbours of the
 * start are tried first, to find the side of the minimum or that the start is it.
 *
 * @param valueAt may be called more than once with the same integer: memoize an expensive one
 * @param start an interval and an integer in it that neither end is better than
 * @returns an integer no worse than the start, and than its neighbours where it is inside
 */
export function goldenSectionInteger(
  valueAt: (integer: number) => number,
  start: { readonly low: number; readonly best: number; readonly high: number },
): number {
  let { low, best, high } = start;
  const probeAt = (probe: number): void => {
    const better = valueAt(probe) < valueAt(best);
    if (probe > best === better) low = better ? best : probe;
    else high = better ? best : probe;
    if (better) best = probe;
  };
  if (best - low > 1) probeAt(best - 1);
  if (low === best - 1 && high - best > 1) probeAt(best + 1);
  while (high - low > 2) {
    const up = high - best > best - low;
    const gap = up ? high - best : best - low;
    probeAt(best + (up ? 1 : -1) * Math.max(1, Math.round(GOLDEN * gap)));
  }
  return best;
}
