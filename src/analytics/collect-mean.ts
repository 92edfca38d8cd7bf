import { checkConfidence } from "./_internal/check-confidence.js";
import { type Collection, type CollectionOptions, checkValues, collect } from "./collection.js";
import { estimateMean, type MeanEstimate } from "./estimate-mean.js";
import { numberRandomizer } from "./number-randomizer.js";

/** What {@link collectMean} collects, and how. */
export interface CollectMeanOptions extends CollectionOptions {
  /** One number of every user. */
  readonly values: ArrayLike<number>;
  /** The least value that counts, from public knowledge; smaller ones count as this. */
  readonly lower: number;
  /** The largest value that counts, from public knowledge; larger ones count as this. */
  readonly upper: number;
}

/** A mean with the reports that it was estimated from, and what those spend. */
export interface MeanCollection extends Collection, MeanEstimate {}

/**
 * A private mean in one process: plays every user, the shuffler and the analyzer.
 *
 * The same as {@link encodeReports} with a {@link numberRandomizer}, {@link shuffleReports} and
 * {@link estimateMean}, with the guarantees of {@link describeCollection}'s event. The caller sees all
 * values: for users who do not trust the caller, run the roles apart. Assumes: each user has one value;
 * honest shuffler (where a guarantee says so).
 *
 * @param options.lower at least 1e-100 below `upper`, both in [-1e100, 1e100]; both must not be learned from
 *   the values
 * @returns the estimate, the shuffled reports, and what they spend
 * @throws DpError OUT_OF_RANGE a number is NaN, infinite or outside its range; BAD_INPUT there are no values
 * @example
 * const { mean } = collectMean({
 *   values: [31, 44, 58], lower: 0, upper: 120, localEpsilon: 2, adjacency: "replace-one", delta: 1e-6,
 * });
 * mean.lower >= 0 && mean.upper <= 120; // true
 * @see Duchi, Jordan and Wainwright, "Minimax Optimal Procedures for Locally Private Estimation", JASA 2018
 */
export function collectMean(options: CollectMeanOptions): MeanCollection {
  const name = "collectMean";
  const { localEpsilon, lower, upper } = checkValues(name, options);
  const confidence = checkConfidence(name, options);
  const randomizer = numberRandomizer({ localEpsilon, lower, upper });
  const collection = collect(name, randomizer, options);
  return { ...collection, ...estimateMean(collection.reports, randomizer, { confidence }) };
}
