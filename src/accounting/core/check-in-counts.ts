import { narrowBinomialRange } from "../../numerics/binomial-range.js";
import { firstIntegerWhere } from "../../numerics/first-integer-where.js";

/** Which numbers of reports a check-in round is counted on to have, but for a tail on each side. */
export interface CheckInCounts {
  /** The fewest reports, at least one: that of the changed user. */
  readonly minReports: number;
  /** The largest share of the users that reports. */
  readonly inclusionRate: number;
}

/** Beyond so many reports one more changes next to nothing. */
const MANY = 1e5;
/** Up to so many reports, so many last counts are tried: the share of one may be smaller than that of the next. */
const SEVERAL = 1000;
const MOST_TRIED = 4;

/**
 * The counts of K ~ Bin(users, checkInRate) but for a mass of at most `tail` on each side; of some of the users only, where the last count
 * is a smaller share of these: what the others send is post-processing. Any number of them may be taken, and some that are about to have one more are tried.
 *
 * The fewest reports and the largest share stand for all counts between: docs/theorems/hidden-transposition.md, section 6.
 *
 * @param tail in (0, 1)
 */
export function checkInCounts(users: number, checkInRate: number, tail: number): CheckInCounts {
  const among = (
    trials: number,
  ): { readonly trials: number; readonly min: number; readonly max: number } => ({
    trials,
    ...narrowBinomialRange({ trials, probability: checkInRate }, tail),
  });
  let best = among(users);
  let next = best;
  for (let i = 0; i < (best.max < SEVERAL ? MOST_TRIED : 1) && next.max < MANY; i++) {
    const { max, trials } = next;
    const fewer = firstIntegerWhere((some) => among(some).max >= max, 1, trials) - 1;
    if (fewer === 0) break;
    next = among(fewer);
    const isBetter = next.max / next.trials < best.max / best.trials;
    if (isBetter && (i === 0 || next.min >= best.min)) best = next;
  }
  const { min, max, trials } = best;
  return { minReports: Math.max(1, min), inclusionRate: max / trials };
}
