import { type RandomizedResponse, randomizedResponse } from "../mechanisms/index.js";
import { checkCollection } from "./_internal/check-collection.js";
import { collectReports } from "./_internal/collect-reports.js";
import { holdersInterval } from "./_internal/holders-interval.js";
import { indexValues } from "./_internal/index-values.js";
import type { Collection, CollectionOptions } from "./collection.js";
import type { Estimate } from "./estimate.js";

export interface FrequencyOptions extends CollectionOptions {
  /** One value of every user. */
  readonly values: readonly string[];
  /** Every value that a user may hold, at least two, from public knowledge. */
  readonly categories?: readonly string[];
  /** Whether all the intervals hold together with `confidence` (Bonferroni), instead of each by itself; default false. */
  readonly simultaneous?: boolean;
}

export interface FrequencyReport extends Collection {
  readonly users: number;
  /** How many users hold each category, in the order of the categories. */
  readonly frequencies: readonly CategoryEstimate[];
  readonly simultaneous: boolean;
  /** True when `categories` was left out: then the list itself tells which values occur, and no figure covers that. */
  readonly categoriesDisclosed: boolean;
}

/** The number of users who hold a category. */
export interface CategoryEstimate extends Estimate {
  readonly category: string;
}

/**
 * How many users hold each category, from one randomized response of every user, shuffled.
 *
 * With N reports that name a category, its count is estimated as (N - n q) / (p - q), where p is the chance to tell the truth and q that of
 * each other category; the estimates sum to n. The standard error is taken at the possible count nearest to the estimate.
 * An interval holds the count *among these users* with probability at least `confidence`, for all data and any number of users: it
 * inverts the exact law Bin(h, p) + Bin(n - h, q) of N. It says nothing of people who did not report.
 * Assumes: each user sends one report; honest shuffler (where a guarantee says so).
 *
 * @param options.categories when left out, the distinct values in their sort order: the list is then disclosed as it is
 * @returns the estimates, the shuffled reports, and what they spend
 * @throws DpError OUT_OF_RANGE a number is outside its range; BAD_INPUT no values, fewer than two or repeated categories, a value outside them
 * @example
 * const { frequencies } = estimateFrequencies({
 *   values: ["yes", "no", "yes"], categories: ["no", "yes"], localEpsilon: 2, adjacency: "replace-one", delta: 1e-6,
 * });
 * frequencies.map(({ category }) => category); // ["no", "yes"]
 * @see Kairouz, Bonawitz and Ramage, "Discrete Distribution Estimation under Local Privacy", ICML 2016
 */
export function estimateFrequencies(options: FrequencyOptions): FrequencyReport {
  const name = "estimateFrequencies";
  const checked = checkCollection(name, options);
  const { values, simultaneous = false } = options;
  const categories = options.categories ?? [...new Set(values)].sort();
  const held = indexValues(name, values, categories);
  const randomizer = randomizedResponse({ epsilon: checked.localEpsilon, categories: categories.length });
  const collection = collectReports(held, randomizer, checked);
  const error = (1 - checked.confidence) / (simultaneous ? categories.length : 1);
  const estimates = estimateCounts(randomizer, collection.reports, error);
  return {
    ...collection,
    users: values.length,
    frequencies: categories.map((category, index) => ({ category, ...estimates[index]! })),
    simultaneous,
    categoriesDisclosed: options.categories === undefined,
  };
}

function estimateCounts(randomizer: RandomizedResponse, reports: Uint32Array, error: number): Estimate[] {
  const users = reports.length;
  const spread = randomizer.probability(1, 0);
  const lie = spread * (randomizer.reportCount - 1);
  const counts = new Float64Array(randomizer.reportCount);
  for (const report of reports) counts[report]!++;
  return Array.from(randomizer.decodeHistogram(reports), (estimate, category) => {
    const possible = Math.max(0, Math.min(users, Math.round(estimate)));
    return {
      estimate,
      standardError: Math.sqrt(randomizer.countVariance(users, possible)),
      ...holdersInterval({ count: counts[category]!, users, lie, spread }, error),
    };
  });
}
