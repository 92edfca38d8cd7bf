import { checkArrayLike, checkNumber, checkOptions } from "../validate.js";
import { bernsteinRadius } from "./_internal/bernstein-radius.js";
import { checkConfidence, checkDummies } from "./_internal/check-confidence.js";
import { checkMethods } from "./_internal/check-randomizer.js";
import { chernoffRadius } from "./_internal/chernoff-radius.js";
import { dummiesAmong, type GivenDummies } from "./_internal/dummies-among.js";
import { levelNoise, levelsOf } from "./_internal/level-noise.js";
import type { Estimate, MeanOptions } from "./estimate.js";
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

/**
 * The analyzer's role: the mean of the users' values, cut to the randomizer's bounds, from one randomized
 * report of every user.
 *
 * The standard error is the largest that any values within the bounds can cause: known before the first
 * report, never too small. The interval holds the mean *of these users' cut values* with probability at least
 * `confidence`, for all data and any number of users (Bernstein's inequality); at 0.95 it is about 1.4 times
 * as wide as one from the normal law. With random numbers of dummies their noise counts in both (Chernoff's
 * bound). How many values were cut is not estimated: the clients do not report it. Edges: noise may take the
 * estimate farther beyond a bound than the interval reaches; then both ends are that bound, and the interval
 * misses every other mean. Assumes: one report of each user, made by this randomizer.
 *
 * @param reports    the users' reports, in any order
 * @param randomizer the one that the clients used
 * @param options.confidence [0.5, 1 - 1e-6], default 0.95
 * @param options.dummies    D, uniform reports of no user among them, fewer than all; default 0. Or random
 *   numbers of dummies, with the number of `users`
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
  const confidence = checkConfidence(name, checkOptions(name, options));
  checkArrayLike(`${name}: reports`, reports);
  checkMethods(name, randomizer, ["decodeMean"]);
  const dummies = checkDummies(name, options);
  const error = 1 - confidence;
  const { users, estimate, standardError, radius } =
    typeof dummies === "number"
      ? amongUniform(name, reports, randomizer, { dummies, error })
      : amongDummies(reports, randomizer, { dummies, error });
  return {
    users,
    mean: { estimate, standardError, ...cutInterval(randomizer, estimate, radius) },
    levels: randomizer.reportCount,
    confidence,
  };
}

/** A mean, and how far it may be off. */
interface RoughMean extends Pick<Estimate, "estimate" | "standardError"> {
  readonly users: number;
  readonly radius: number;
}

/** Dummies that are uniform reports: the expectation of each is the center. */
function amongUniform(
  name: string,
  reports: ArrayLike<number>,
  randomizer: NumberRandomizer,
  { dummies, error }: { readonly dummies: number; readonly error: number },
): RoughMean {
  const { lower, upper, worstVariance, worstError: reach } = randomizer;
  const { length } = reports;
  checkNumber(`${name}: dummies`, dummies, { min: 0, max: Math.max(0, length - 1) });
  const users = length - dummies;
  const center = lower + (upper - lower) / 2;
  const all = randomizer.decodeMean(reports);
  const variance = (users * worstVariance + dummies * dummyVariance(randomizer)) / length;
  const scale = (((upper - lower) / 2) * length) / users;
  return {
    users,
    estimate: dummies === 0 ? all : center + ((all - center) * length) / users,
    standardError: scale * Math.sqrt(variance / length),
    radius: scale * bernsteinRadius({ users: length, variance, reach }, error),
  };
}

function amongDummies(
  reports: ArrayLike<number>,
  { lower, upper, worstVariance: variance, worstError: reach, response }: NumberRandomizer,
  { dummies, error }: { readonly dummies: Exclude<GivenDummies, number>; readonly error: number },
): RoughMean {
  const { users } = dummiesAmong(dummies, reports.length, response.reportCount);
  const { contrast } = response;
  const noise = levelNoise(dummies.numbers);
  const named = response.decodeHistogram(reports); // of all reports; the levels' sum is zero
  const sum = levelsOf(named.length).reduce((total, level, index) => total + level * named[index]!, 0);
  const halfWidth = (upper - lower) / 2;
  return {
    users,
    estimate: lower + halfWidth * (1 + sum / users),
    standardError: (halfWidth * Math.sqrt(users * variance + noise.variance / contrast ** 2)) / users,
    radius: halfWidth * chernoffRadius({ users, variance, reach, noise, contrast }, error),
  };
}

/**
 * Of a uniform report's estimate, which is the level over contrast, in units of the half width squared: the
 * levels' mean square (L + 1) / (3 (L - 1)) over contrast². Its size, 1 / contrast, is below `worstError`.
 */
function dummyVariance({ response, reportCount: levels }: NumberRandomizer): number {
  return (levels + 1) / (3 * (levels - 1)) / response.contrast ** 2;
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
