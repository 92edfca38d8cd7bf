/**
 * A value that a search has tried: the excess falls along `logValue`, and the search is for the place where
 * it reaches 0.
 */
export interface Trial {
  readonly logValue: number;
  /** log(ε / target): above 0 the target is exceeded, from 0 on it is met. */
  readonly excess: number;
}

/**
 * The share of the last correction by which a prediction may still be off, and by how much more where the
 * last trial fell short as this one does. Valid at any two, as trials are only predicted: twice or half of
 * the share took 96 and 95 evaluations in ten searches, where it takes 93.
 */
const DOUBT = 1 / 8;

/**
 * Where to look next between a trial that exceeds the target and one that meets it.
 *
 * Inverse interpolation through the trials that came nearest predicts the crossing. What is tried lies just
 * beyond the prediction, seen from the nearer end, so that a good one closes the interval in two trials; it
 * lies further beyond where several trials in a row have fallen short.
 *
 * @param trials all so far
 * @param search.precision the width at which the search stops
 * @param search.shortfalls how many trials in a row were on the same side before the last one
 */
export function nextTrial(
  [exceeds, meets]: readonly [Trial, Trial],
  trials: readonly Trial[],
  { precision, shortfalls }: { readonly precision: number; readonly shortfalls: number },
): number {
  const low = exceeds.logValue;
  const high = meets.logValue;
  const middle = low + (high - low) / 2;
  if (!Number.isFinite(exceeds.excess - meets.excess)) return middle; // epsilon falls to 0 between them
  const nearest = [...trials].sort((a, b) => Math.abs(a.excess) - Math.abs(b.excess)).slice(0, 3);
  const curved = crossing(nearest);
  const straight = crossing(nearest.slice(0, 2));
  const predicted =
    [curved, straight].find((each) => each > low && each < high) ?? crossing([exceeds, meets]);
  const doubt = predicted === curved ? DOUBT * Math.abs(curved - straight) : 0;
  const margin = Math.min((high - low) / 4, Math.max(0.4 * precision, doubt) * 8 ** shortfalls);
  const beyond = predicted < middle ? predicted + margin : predicted - margin;
  return Math.min(high - margin / 2, Math.max(low + margin / 2, beyond));
}

/**
 * Lagrange's polynomial of the place as a function of the excess, at excess 0; not finite where two excesses
 * agree.
 */
function crossing(trials: readonly Trial[]): number {
  return trials
    .map(({ logValue, excess }, i) =>
      trials
        .filter((_, j) => j !== i)
        .reduce((product, other) => (product * other.excess) / (other.excess - excess), logValue),
    )
    .reduce((sum, term) => sum + term, 0);
}
