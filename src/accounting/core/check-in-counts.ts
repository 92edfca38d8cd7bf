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

/**
 * The counts of K ~ Bin(users, checkInRate) but for a mass of at most `tail` on each side; of some of the users only, where the last count
 * is a smaller share of these: what the others send is post-processing.
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
  const all = among(users);
  const isAsLong = (trials: number): boolean => among(trials).max >= all.max;
  const fewer = all.max < MANY ? firstIntegerWhere(isAsLong, 1, users) - 1 : 0;
  const some = fewer > 0 ? among(fewer) : all;
  const { min, max, trials } = some.max / some.trials < all.max / all.trials ? some : all;
  return { minReports: Math.max(1, min), inclusionRate: max / trials };
}
