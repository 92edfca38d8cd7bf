import { compensatedSum } from "../numerics/compensated-sum.js";
import { checkNumber, type Range } from "../validate.js";
import { bernsteinRadius } from "./_internal/bernstein-radius.js";
import { checkCollection } from "./_internal/check-collection.js";
import { collectReports } from "./_internal/collect-reports.js";
import { levelResponse } from "./_internal/level-response.js";
import { roundToLevel } from "./_internal/round-to-level.js";
import type { Collection, CollectionOptions } from "./collection.js";
import type { Estimate } from "./estimate.js";

const NAME = "estimateMean";

/** Within these an estimate, which may be a million widths outside the bounds, is finite, and so is its square. */
const BOUND: Range = { min: -1e100, max: 1e100 };
const WIDTH: Range = { min: 1e-100 };

export interface MeanOptions extends CollectionOptions {
  /** One number of every user. */
  readonly values: ArrayLike<number>;
  /** The least and the largest value that counts, from public knowledge; values outside count as the nearest bound. */
  readonly lower: number;
  readonly upper: number;
}

export interface MeanReport extends Collection {
  readonly users: number;
  readonly mean: Estimate;
  /** How many numbers a report chooses from. */
  readonly levels: number;
}

/**
 * The mean of the users' values, cut to [lower, upper], from one randomized report of every user, shuffled.
 *
 * A user rounds the value without bias to one of equally spaced levels and tells the level by randomized response; the number of levels
 * is the one with the least worst-case variance at ε₀ (two, the classical one-bit report, up to about ε₀ = 1.1).
 * The standard error is the largest that any values in [lower, upper] can cause: known before the first report, never too small.
 * The interval holds the mean *of these users' cut values* with probability at least `confidence`, for all data and any number of users
 * (Bernstein's inequality); at 0.95 it is about 1.4 times as wide as one from the normal law.
 * How many values were cut is not told: that would tell of the values.
 * Assumes: each user sends one report; honest shuffler (where a guarantee says so).
 *
 * @param options.lower at least 1e-100 below `upper`, both in [-1e100, 1e100]; both must not be learned from the values
 * @returns the estimate, the shuffled reports, and what they spend
 * @throws DpError OUT_OF_RANGE a number is NaN, infinite or outside its range; BAD_INPUT there are no values
 * @example
 * const { mean } = estimateMean({
 *   values: [31, 44, 58], lower: 0, upper: 120, localEpsilon: 2, adjacency: "replace-one", delta: 1e-6,
 * });
 * mean.lower >= 0 && mean.upper <= 120; // true
 * @see Duchi, Jordan and Wainwright, "Minimax Optimal Procedures for Locally Private Estimation", JASA 2018
 */
export function estimateMean(options: MeanOptions): MeanReport {
  const checked = checkCollection(NAME, options);
  const { lower, width } = checkBounds(options);
  const { randomizer, worstVariance, reach } = levelResponse(checked.localEpsilon);
  const levels = randomizer.reportCount;
  const users = options.values.length;
  const held = Uint32Array.from({ length: users }, (_, user) =>
    roundToLevel(checked.source, shareOf(options, user) * (levels - 1)),
  );
  const collection = collectReports(held, randomizer, checked);
  const counts = randomizer.decodeHistogram(collection.reports);
  const products = Float64Array.from({ length: levels }, (_, level) => counts[level]! * level);
  const share = compensatedSum(products) / (users * (levels - 1));
  const estimate = lower + share * width;
  const error = 1 - checked.confidence;
  const radius = (width / 2) * bernsteinRadius({ users, variance: worstVariance, reach }, error);
  const standardError = (width / 2) * Math.sqrt(worstVariance / users);
  return {
    ...collection,
    users,
    mean: { estimate, standardError, ...cutInterval(options, estimate, radius) },
    levels,
  };
}

function checkBounds({ lower, upper }: MeanOptions): { readonly lower: number; readonly width: number } {
  checkNumber(`${NAME}: lower`, lower, BOUND);
  checkNumber(`${NAME}: upper`, upper, { ...BOUND, min: lower, minIncluded: false });
  return { lower, width: checkNumber(`${NAME}: upper - lower`, upper - lower, WIDTH) };
}

/** Where between the bounds a user's value lies, in [0, 1]. */
function shareOf({ values, lower, upper }: MeanOptions, user: number): number {
  const value = checkNumber(`${NAME}: values[${user}]`, values[user], {});
  return Math.max(0, Math.min(1, (value - lower) / (upper - lower)));
}

function cutInterval(
  { lower, upper }: MeanOptions,
  estimate: number,
  radius: number,
): { readonly lower: number; readonly upper: number } {
  const within = (value: number): number => Math.max(lower, Math.min(upper, value));
  // More than the rounding of the estimate and of the ends, which counts where the bounds are far from zero and close together.
  const reach = radius + 2 * Number.EPSILON * Math.max(Math.abs(lower), Math.abs(upper));
  return { lower: within(estimate - reach), upper: within(estimate + reach) };
}
