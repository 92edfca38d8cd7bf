import { checkArrayLike, checkOptions } from "../validate.js";
import { bernsteinRadius } from "./_internal/bernstein-radius.js";
import { checkConfidence } from "./_internal/check-confidence.js";
import { checkMethods } from "./_internal/check-randomizer.js";
import type { Estimate, EstimateOptions } from "./estimate.js";
import type { NumberRandomizer } from "./number-randomizer.js";

/** The mean of the users' values. */
export interface MeanEstimate {
  /** n, the reports. */
  readonly users: number;
  /** The mean of the values, cut to the randomizer's bounds. */
  readonly mean: Estimate;
  /** How many numbers a report chooses from. */
  readonly levels: number;
  /** See {@link EstimateOptions}. */
  readonly confidence: number;
}

/**
 * The analyzer's role: the mean of the users' values, cut to the randomizer's bounds, from one randomized
 * report of every user.
 *
 * The standard error is the largest that any values within the bounds can cause: known before the first
 * report, never too small. The interval holds the mean *of these users' cut values* with probability at least
 * `confidence`, for all data and any number of users (Bernstein's inequality); at 0.95 it is about 1.4 times
 * as wide as one from the normal law. How many values were cut is not estimated: the clients do not report
 * it. Edges: noise may take the estimate farther beyond a bound than the interval reaches; then both ends are
 * that bound, and the interval misses every other mean. Assumes: one report of each user, made by this
 * randomizer.
 *
 * @param reports    the users' reports, in any order
 * @param randomizer the one that the clients used
 * @param options.confidence [0.5, 1 - 1e-6], default 0.95
 * @returns the estimate
 * @throws DpError OUT_OF_RANGE a report or the confidence is outside its range; BAD_INPUT there are no
 *   reports
 * @example
 * const randomizer = numberRandomizer({ localEpsilon: 2, lower: 0, upper: 120 });
 * const { mean } = estimateMean(encodeReports([31, 44, 58], randomizer), randomizer);
 * mean.lower >= 0 && mean.upper <= 120; // true
 * @see Duchi, Jordan and Wainwright, "Minimax Optimal Procedures for Locally Private Estimation", JASA 2018
 */
export function estimateMean(
  reports: ArrayLike<number>,
  randomizer: NumberRandomizer,
  options: EstimateOptions = {},
): MeanEstimate {
  const name = "estimateMean";
  const confidence = checkConfidence(name, checkOptions(name, options));
  const { length: users } = checkArrayLike(`${name}: reports`, reports);
  checkMethods(name, randomizer, ["decodeMean"]);
  const { lower, upper, worstVariance: variance, worstError: reach, reportCount: levels } = randomizer;
  const estimate = randomizer.decodeMean(reports);
  const halfWidth = (upper - lower) / 2;
  const radius = halfWidth * bernsteinRadius({ users, variance, reach }, 1 - confidence);
  const standardError = halfWidth * Math.sqrt(variance / users);
  return {
    users,
    mean: { estimate, standardError, ...cutInterval(randomizer, estimate, radius) },
    levels,
    confidence,
  };
}

function cutInterval(
  { lower, upper }: NumberRandomizer,
  estimate: number,
  radius: number,
): { readonly lower: number; readonly upper: number } {
  const within = (value: number): number => Math.max(lower, Math.min(upper, value));
  // More than the rounding of the estimate and of the ends, which counts where the bounds are far from zero
  // and close together.
  const reach = radius + 2 * Number.EPSILON * Math.max(Math.abs(lower), Math.abs(upper));
  return { lower: within(estimate - reach), upper: within(estimate + reach) };
}
