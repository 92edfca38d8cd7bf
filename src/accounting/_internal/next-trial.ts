/** A value that a search has tried: the excess falls along `logValue`, and the search is for the place where it reaches 0. */
export interface Trial {
  readonly logValue: number;
  /** log(ε / target): above 0 the target is exceeded, from 0 on it is met. */
  readonly excess: number;
}

/** The share of the last correction by which a prediction may still be off. */
const DOUBT = 1 / 8;

/**
 * Where to look next between a trial that exceeds the target and one that meets it.
 *
 * Inverse interpolation predicts the crossing: through both trials, and through the one that was replaced last where there is one. What is tried lies
 * just beyond the prediction, seen from the nearer end, so that a good one closes the interval in two trials.
 *
 * @param precision the width at which the search stops
 */
export function nextTrial(
  exceeds: Trial,
  meets: Trial,
  replaced: Trial | undefined,
  precision: number,
): number {
  const [low, high] = [exceeds.logValue, meets.logValue];
  const middle = low + (high - low) / 2;
  if (!Number.isFinite(exceeds.excess - meets.excess)) return middle; // epsilon falls to 0 between them
  const secant = crossing([exceeds, meets]);
  const curved = replaced === undefined ? Number.NaN : crossing([exceeds, meets, replaced]);
  const isBetween = curved > low && curved < high;
  const predicted = isBetween ? curved : secant;
  const doubt = isBetween ? DOUBT * Math.abs(curved - secant) : 0;
  const margin = Math.min((high - low) / 4, Math.max(0.4 * precision, doubt));
  const beyond = predicted < middle ? predicted + margin : predicted - margin;
  return Math.min(high - margin / 2, Math.max(low + margin / 2, beyond));
}

/** Lagrange's polynomial of the place as a function of the excess, at excess 0; not finite where two excesses agree. */
function crossing(trials: readonly Trial[]): number {
  return trials
    .map(({ logValue, excess }, i) =>
      trials
        .filter((_, j) => j !== i)
        .reduce((product, other) => (product * other.excess) / (other.excess - excess), logValue),
    )
    .reduce((sum, term) => sum + term, 0);
}
