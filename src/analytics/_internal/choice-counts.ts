import type { RandomizedResponse } from "../../mechanisms/index.js";
import { memoize } from "../../numerics/memoize.js";
import { checkNumber } from "../../validate.js";
import type { Estimate } from "../estimate.js";
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
 * the number of those reports is a sum of two binomials, as for one choice. A dummy, which is a uniform
 * report of no user, names one of them with probability s / k: it makes a third binomial of known law.
 */
export function countChoices(
  response: RandomizedResponse,
  reports: ArrayLike<number>,
  dummies = 0,
): ChoiceCounts {
  const users =
    reports.length - checkNumber("dummies", dummies, { min: 0, max: reports.length, integer: true });
  const choices = response.reportCount;
  const falseProbability = response.probability(1, 0);
  const contrast = response.truthProbability - falseProbability;
  const namedBefore = cumulated(response, reports);
  const interval = memoize(
    ({ size, named }: Subset, error: number) =>
      holdersInterval(
        {
          count: named,
          users,
          lieProbability: (choices - size) * falseProbability,
          falsePositiveProbability: size * falseProbability,
          ...(dummies > 0 && { dummies: { reports: dummies, probability: size / choices } }),
        },
        error,
      ),
    { key: ({ size, named }, error) => `${size} ${named} ${error}` },
  );
  const deviationOfSum = (parts: readonly WeightedHolders[]): number => {
    const variance = varianceOfSum(parts, users, { falseProbability, contrast });
    return Math.sqrt(variance + dummies * varianceOfDummy(parts, choices)) / contrast;
  };
  return {
    users,
    subset: (first, end) => ({ size: end - first, named: namedBefore[end]! - namedBefore[first]! }),
    holders(subset, error) {
      const { size, named } = subset;
      if (size === choices) return { estimate: users, standardError: 0, lower: users, upper: users };
      const byDummies = (dummies * size) / choices;
      const estimate = (named - byDummies - users * size * falseProbability) / contrast;
      const holders = Math.max(0, Math.min(users, Math.round(estimate)));
      const standardError = deviationOfSum([{ size, holders, weight: 1 }]);
      return { estimate, standardError, ...interval(subset, error) };
    },
    deviationOfSum,
  };
}

/** Variance of the weight of the choice that a uniform report names. */
function varianceOfDummy(parts: readonly WeightedHolders[], choices: number): number {
  const mean = parts.reduce((sum, { size, weight }) => sum + (size / choices) * weight, 0);
  return parts.reduce((sum, { size, weight }) => sum + (size / choices) * weight ** 2, 0) - mean ** 2;
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
