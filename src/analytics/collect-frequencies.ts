import { checkConfidence } from "./_internal/check-confidence.js";
import { categoryRandomizer } from "./category-randomizer.js";
import { type Collection, type CollectionOptions, checkValues, collect } from "./collection.js";
import type { SimultaneousOptions } from "./estimate.js";
import { estimateFrequencies, type FrequencyEstimates } from "./estimate-frequencies.js";

/** What {@link collectFrequencies} collects, and how. */
export interface CollectFrequenciesOptions extends CollectionOptions, SimultaneousOptions {
  /** One value of every user. */
  readonly values: readonly string[];
  /** Every value that a user may hold, at least two, from public knowledge. */
  readonly categories?: readonly string[];
}

/** Frequencies with the reports that they were estimated from, and what those spend. */
export interface FrequencyCollection extends Collection, FrequencyEstimates {
  /**
   * True when `categories` was left out: then the list itself reveals which values occur, and no figure
   * covers that.
   */
  readonly categoriesDisclosed: boolean;
}

/**
 * A private histogram in one process: plays every user, the shuffler and the analyzer.
 *
 * The same as {@link encodeReports} with a {@link categoryRandomizer}, {@link shuffleReports} and
 * {@link estimateFrequencies}, with the guarantees of {@link describeCollection}'s event. The caller sees all
 * values: for users who do not trust the caller, run the roles apart. Assumes: each user has one value;
 * honest shuffler (where a guarantee says so).
 *
 * @param options.categories when left out, the distinct values in their sort order: the list is then
 *   disclosed as it is
 * @returns the estimates, the shuffled reports, and what they spend
 * @throws DpError OUT_OF_RANGE a number is outside its range; BAD_INPUT no values, fewer than two or repeated
 *   categories, a value outside them
 * @example
 * const { frequencies } = collectFrequencies({
 *   values: ["yes", "no", "yes"], categories: ["no", "yes"], localEpsilon: 2, adjacency: "replace-one", delta: 1e-6,
 * });
 * frequencies.map(({ category }) => category); // ["no", "yes"]
 * @see Kairouz, Bonawitz and Ramage, "Discrete Distribution Estimation under Local Privacy", ICML 2016
 */
export function collectFrequencies(options: CollectFrequenciesOptions): FrequencyCollection {
  const name = "collectFrequencies";
  const { values, localEpsilon, simultaneous = false } = checkValues(name, options);
  const confidence = checkConfidence(name, options);
  const categories = options.categories ?? [...new Set(values)].sort();
  const randomizer = categoryRandomizer({ localEpsilon, categories });
  const collection = collect(name, randomizer, options);
  return {
    ...collection,
    ...estimateFrequencies(collection.reports, randomizer, { confidence, simultaneous }),
    categoriesDisclosed: options.categories === undefined,
  };
}
