import { checkArrayLike } from "../validate.js";
import { checkSimultaneous } from "./_internal/check-confidence.js";
import { checkLists } from "./_internal/check-randomizer.js";
import { countChoices } from "./_internal/choice-counts.js";
import type { CategoryRandomizer } from "./category-randomizer.js";
import type { Estimate, ReportsOptions } from "./estimate.js";

/** The number of users who hold a category. */
export interface CategoryEstimate extends Estimate {
  /** The category's name. */
  readonly category: string;
}

/** How many users hold each category. */
export interface FrequencyEstimates {
  /** n, the reports. */
  readonly users: number;
  /** One estimate per category, in the order of the categories. */
  readonly frequencies: readonly CategoryEstimate[];
  /** See {@link EstimateOptions}. */
  readonly confidence: number;
  /** See {@link SimultaneousOptions}. */
  readonly simultaneous: boolean;
}

/**
 * The analyzer's role: how many users hold each category, from one randomized response of every user.
 *
 * With N reports that name a category, its count is estimated as (N - n q) / (p - q), where p is the
 * probability of a true report and q that of each false one; the estimates sum to n. The standard error is
 * taken at the possible count nearest to the estimate. An interval holds the count *among these users* with
 * probability at least `confidence`, for all data and any number of users: it inverts the exact law Bin(h, p)
 * + Bin(n - h, q) of N. It says nothing of people who did not report. Edges: noise may take an estimate
 * farther below 0, or above n, than the interval reaches; then both ends are 0, or n, and the interval misses
 * every other count. Assumes: one report of each user, made by this randomizer. A false report of a dishonest
 * user cannot be noticed; it shifts an estimate by at most 1 / (p - q).
 *
 * @param reports    the users' reports, in any order
 * @param randomizer the one that the clients used
 * @param options.confidence   [0.5, 1 - 1e-6], default 0.95
 * @param options.simultaneous default false
 * @returns the estimates
 * @throws DpError OUT_OF_RANGE a report or the confidence is outside its range; BAD_INPUT there are no
 *   reports
 * @example
 * const randomizer = categoryRandomizer({ localEpsilon: 2, categories: ["no", "yes"] });
 * const reports = shuffleReports(encodeReports(["yes", "no", "yes"], randomizer));
 * estimateFrequencies(reports, randomizer).frequencies.map(({ category }) => category); // ["no", "yes"]
 * @see Kairouz, Bonawitz and Ramage, "Discrete Distribution Estimation under Local Privacy", ICML 2016
 */
export function estimateFrequencies(
  reports: ArrayLike<number>,
  randomizer: CategoryRandomizer,
  options: ReportsOptions = {},
): FrequencyEstimates {
  const name = "estimateFrequencies";
  const { categories } = checkLists(name, randomizer, ["categories"]);
  const { error, dummies, ...stated } = checkSimultaneous(name, options, categories.length);
  const counts = countChoices(randomizer.response, checkArrayLike(`${name}: reports`, reports), dummies);
  const frequencies = categories.map((category, index) => ({
    category,
    ...counts.holders(counts.subset(index, index + 1), error),
  }));
  return { users: counts.users, frequencies, ...stated };
}
