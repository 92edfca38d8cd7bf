import { bernoulliDivergence, narrowBinomialRange } from "../../numerics/binomial-range.js";
import { firstIntegerWhere } from "../../numerics/first-integer-where.js";

/** Which numbers of reports a check-in round is counted on to have, but for a tail on each side. */
export interface CheckInCounts {
  /** The fewest reports, at least one: that of the changed user. */
  readonly minReports: number;
  /** The largest share of the users that reports. */
  readonly inclusionRate: number;
}

/** Those that suit a bound best. */
export interface SuitedCounts {
  /** For reports that are as private among few as among many: those of the smallest share. */
  readonly unshuffled: CheckInCounts;
  /** For reports that hide each other: those of the smallest share over the root of the reports. */
  readonly shuffled: CheckInCounts;
}

/**
 * How many last counts are tried: the share of one may be smaller than that of the next. Any of them holds.
 * Twice or half as many change no epsilon; none raise one by 0.6 %.
 */
const MAX_TRIED = 32;

/**
 * The counts of K ~ Bin(users, checkInRate) but for a mass of at most `tail` on each side; of some of the
 * users only, where the last count is a smaller share of these: what the others send is post-processing. Any
 * number of them may be taken, and some that are about to have one more are tried.
 *
 * The fewest reports and the largest share stand for all counts between:
 * docs/theorems/hidden-transposition.md, section 6.
 *
 * @param tail in (0, 1)
 */
export function checkInCounts(users: number, checkInRate: number, tail: number): SuitedCounts {
  const tried = numbersOfUsers(users, checkInRate, tail).map((trials): CheckInCounts => {
    const { min, max } = narrowBinomialRange({ trials, probability: checkInRate }, tail);
    return { minReports: Math.max(1, min), inclusionRate: max / trials };
  });
  const least = (cost: (counts: CheckInCounts) => number): CheckInCounts =>
    tried.reduce((best, counts) => (cost(counts) < cost(best) ? counts : best));
  return {
    unshuffled: least(({ inclusionRate }) => inclusionRate),
    shuffled: least(({ inclusionRate, minReports }) => inclusionRate / Math.sqrt(minReports)),
  };
}

/** All users, and the most that have each of the next smaller last counts. */
function numbersOfUsers(users: number, checkInRate: number, tail: number): number[] {
  const numbers = [users];
  const needed = -Math.log(tail);
  const { max } = narrowBinomialRange({ trials: users, probability: checkInRate }, tail);
  if (max >= 1e5) return numbers; // one more changes next to nothing
  for (let count = max - 1; count > 0 && numbers.length <= MAX_TRIED; count--) {
    const isExceeded = (trials: number): boolean =>
      count <= trials * checkInRate || trials * bernoulliDivergence(count / trials, checkInRate) < needed;
    const most = firstIntegerWhere(isExceeded, count, numbers.at(-1)!) - 1;
    if (most <= count) break;
    numbers.push(most);
  }
  return numbers;
}
