import { checkArrayLike, checkNumber, checkOptions } from "../validate.js";
import { bernsteinRadius } from "./_internal/bernstein-radius.js";
import { checkConfidence } from "./_internal/check-confidence.js";
import { checkMethods } from "./_internal/check-randomizer.js";
import type { Estimate, EstimateOptions, ReportsOptions } from "./estimate.js";
import type { NumberRandomizer } from "./number-randomizer.js";

/** The mean of the users' values. */
export interface MeanEstimate {
  /** n, the reports but for the dummies. */
  readonly users: number;
  /** The mean of the values, cut to the randomizer's bounds. */
  readonly mean: Estimate;
  /** How many numbers a report chooses from. */
  readonly levels: number;
  /** See {@link EstimateOptions}. */
  readonly confidence: number;
}

/** How a mean's error is stated, and what is among its reports. */
export interface MeanOptions extends EstimateOptions, Pick<ReportsOptions, "dummies"> {}

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
 * @param options.dummies    D, uniform reports of no user among them, fewer than all; default 0
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
  options: MeanOptions = {},
): MeanEstimate {
  const name = "estimateMean";
  const { dummies = 0 } = checkOptions(name, options);
  const confidence = checkConfidence(name, options);
  const { length } = checkArrayLike(`${name}: reports`, reports);
  checkMethods(name, randomizer, ["decodeMean"]);
  const max = Math.max(0, length - 1);
  const users = length - checkNumber(`${name}: dummies`, dummies, { min: 0, max, integer: true });
  const { lower, upper, worstVariance, worstError: reach, reportCount: levels } = randomizer;
  const center = lower + (upper - lower) / 2;
  // A dummy's expectation is the center: what all reports say beside it is the users'.
  const all = randomizer.decodeMean(reports);
  const estimate = dummies === 0 ? all : center + ((all - center) * length) / users;
  const halfWidth = (upper - lower) / 2;
  const variance = (users * worstVariance + dummies * dummyVariance(randomizer)) / length;
  const scale = (halfWidth * length) / users;
  const radius = scale * bernsteinRadius({ users: length, variance, reach }, 1 - confidence);
  const standardError = scale * Math.sqrt(variance / length);
  return {
    users,
    mean: { estimate, standardError, ...cutInterval(randomizer, estimate, radius) },
    levels,
    confidence,
  };
}

/**
 * Of a uniform report's estimate, which is the level over contrast, in units of the half width squared: the
 * levels' mean square (L + 1) / (3 (L - 1)) over contrast². Its size, 1 / contrast, is below `worstError`.
 */
function dummyVariance({ response, reportCount: levels }: NumberRandomizer): number {
  const contrast = response.truthProbability - response.probability(1, 0);
  return (levels + 1) / (3 * (levels - 1)) / contrast ** 2;
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
