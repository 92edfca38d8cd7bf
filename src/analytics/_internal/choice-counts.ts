import type { RandomizedResponse } from "../../mechanisms/index.js";
import { memoize } from "../../numerics/memoize.js";
import type { Estimate } from "../estimate.js";
import { dummiesAmong, type GivenDummies } from "./dummies-among.js";
import { holdersInterval } from "./holders-interval.js";

/** Choices that are counted together: how many they are, and how many reports name one of them. */
export interface Subset {
  readonly size: number;
  readonly named: number;
}

/** Users who hold one of `size` choices, each of whom counts `weight`. */
export interface WeightedHolders {
  readonly size: number;
  readonly holders: number;
  readonly weight: number;
}

/** What randomized responses say about the users behind them. */
export interface ChoiceCounts {
  readonly users: number;
  /** The choices from `first` up to, not with, `end`. */
  subset(first: number, end: number): Subset;
  /**
   * How many users hold one of the choices; the interval misses that number with probability at most `error`,
   * whatever the data.
   */
  holders(subset: Subset, error: number): Estimate;
  /** Standard deviation of the estimated sum of the users' weights; users of no part count 0. */
  deviationOfSum(parts: readonly WeightedHolders[]): number;
}

/**
 * Counts randomized responses.
 *
 * A report names one of s choices with probability s q + (p - q) if its user holds one of them, else s q; so
 * the number of those reports is a sum of two binomials, as for one choice. Dummies, reports of no user, make
 * a third count of known law: a binomial of uniform ones, or a sum of random numbers; of the latter the other
 * choices are counted instead where these are fewer, as the users' number is known.
 */
export function countChoices(
  response: RandomizedResponse,
  reports: ArrayLike<number>,
  given: GivenDummies = 0,
): ChoiceCounts {
  const choices = response.reportCount;
  const dummies = dummiesAmong(given, reports.length, choices);
  const { users } = dummies;
  const falseProbability = response.probability(1, 0);
  const contrast = response.truthProbability - falseProbability;
  const namedBefore = cumulated(response, reports);
  const interval = memoize(
    ({ size, named }: Subset, error: number) => {
      const law = dummies.countLaw(size);
      const observed = {
        count: named,
        users,
        lieProbability: (choices - size) * falseProbability,
        falsePositiveProbability: size * falseProbability,
      };
      return holdersInterval(law === undefined ? observed : { ...observed, dummies: law }, error);
    },
    { key: ({ size, named }, error) => `${size} ${named} ${error}` },
  );
  const deviationOfSum = (parts: readonly WeightedHolders[]): number => {
    const variance = varianceOfSum(parts, users, { falseProbability, contrast });
    return Math.sqrt(variance + dummies.variance(parts)) / contrast;
  };
  const holdersOf = (subset: Subset, error: number): Estimate => {
    const { size, named } = subset;
    if (size === choices) return { estimate: users, standardError: 0, lower: users, upper: users };
    if (dummies.spreadsMore(size))
      return othersOf(users, holdersOf({ size: choices - size, named: reports.length - named }, error));
    const estimate = (named - dummies.mean(size) - users * size * falseProbability) / contrast;
    const holders = Math.max(0, Math.min(users, Math.round(estimate)));
    const standardError = deviationOfSum([{ size, holders, weight: 1 }]);
    return { estimate, standardError, ...interval(subset, error) };
  };
  return {
    users,
    subset: (first, end) => ({ size: end - first, named: namedBefore[end]! - namedBefore[first]! }),
    holders: holdersOf,
    deviationOfSum,
  };
}

/** How many users hold none of some choices. */
function othersOf(users: number, { estimate, standardError, lower, upper }: Estimate): Estimate {
  return { estimate: users - estimate, standardError, lower: users - upper, upper: users - lower };
}

/** How many reports name one of the first choices. */
function cumulated(response: RandomizedResponse, reports: ArrayLike<number>): Float64Array {
  response.decodeHistogram(reports); // checks them
  const named = new Float64Array(response.reportCount + 1);
  for (let index = 0; index < reports.length; index++) named[reports[index]! + 1]!++;
  for (let choice = 1; choice < named.length; choice++) named[choice]! += named[choice - 1]!;
  return named;
}

/** Variance of the weights of the choices that all reports name. */
function varianceOfSum(
  parts: readonly WeightedHolders[],
  users: number,
  { falseProbability, contrast }: { readonly falseProbability: number; readonly contrast: number },
): number {
  const mean = parts.reduce((sum, { size, weight }) => sum + falseProbability * size * weight, 0);
  const square = parts.reduce((sum, { size, weight }) => sum + falseProbability * size * weight ** 2, 0);
  const varianceAt = (weight: number): number =>
    square + contrast * weight ** 2 - (mean + contrast * weight) ** 2;
  const others = Math.max(0, users - parts.reduce((sum, { holders }) => sum + holders, 0));
  return parts.reduce(
    (sum, { holders, weight }) => sum + holders * varianceAt(weight),
    others * varianceAt(0),
  );
}
