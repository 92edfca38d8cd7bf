import { checkArray, checkArrayLike, checkNumber, checkOptions, RANGES } from "../validate.js";
import { checkSimultaneous } from "./_internal/check-confidence.js";
import { checkLists } from "./_internal/check-randomizer.js";
import { type ChoiceCounts, countChoices } from "./_internal/choice-counts.js";
import { type CumulatedShares, quantileInBins } from "./_internal/quantile-in-bins.js";
import type { BinRandomizer } from "./bin-randomizer.js";
import type { QuantileEstimate, ReportsOptions } from "./estimate.js";

/** Which quantiles {@link estimateQuantiles} estimates, and how it states their errors. */
export interface QuantileOptions extends ReportsOptions {
  /** τ of each quantile, (0, 1); 0.5 is the median. */
  readonly probabilities: readonly number[];
}

/** Quantiles of the users' values. */
export interface QuantileEstimates {
  /** n, the reports. */
  readonly users: number;
  /** One estimate per probability, in the order given. */
  readonly quantiles: readonly QuantileEstimate[];
  /** See {@link EstimateOptions}. */
  readonly confidence: number;
  /** See {@link SimultaneousOptions}. */
  readonly simultaneous: boolean;
}

/**
 * The analyzer's role: quantiles of the users' values, cut to the outer edges, from one randomized response
 * over bins of every user.
 *
 * The quantile at τ is the smallest number x with at least τ n values <= x. Its interval goes from edge to
 * edge and holds it with probability at least `confidence`, for all data and any number of users: the number
 * of users below an edge has an exact interval, as one category has, and the quantile's interval joins the
 * bins that those intervals leave possible. It is never narrower than a bin. The estimate interpolates the
 * nearest ascending distribution function. Assumes: one report of each user, made by this randomizer.
 *
 * @param reports    the users' reports, in any order
 * @param randomizer the one that the clients used
 * @param options.probabilities at least one τ in (0, 1)
 * @param options.confidence    [0.5, 1 - 1e-6], default 0.95
 * @param options.simultaneous  default false
 * @returns the estimates
 * @throws DpError OUT_OF_RANGE a report, a probability or the confidence is outside its range; BAD_INPUT
 *   there are no reports
 * @example
 * const randomizer = binRandomizer({ localEpsilon: 3, edges: [18, 30, 50, 100] });
 * const { quantiles } = estimateQuantiles(encodeReports([25, 60, 99], randomizer), randomizer, { probabilities: [0.5] });
 * quantiles.every(({ lower, upper }) => lower >= 18 && upper <= 100); // true
 */
export function estimateQuantiles(
  reports: ArrayLike<number>,
  randomizer: BinRandomizer,
  options: QuantileOptions,
): QuantileEstimates {
  const name = "estimateQuantiles";
  const probabilities = checkProbabilities(name, options);
  checkLists(name, randomizer, ["bins"]);
  const { error, dummies, ...stated } = checkSimultaneous(name, options, probabilities.length);
  const counts = countChoices(randomizer.response, checkArrayLike(`${name}: reports`, reports), dummies);
  const shares = cumulatedShares(counts, randomizer, error);
  const quantiles = probabilities.map((probability) => quantileInBins(shares, probability));
  return { users: counts.users, quantiles, ...stated };
}

/** Checks which quantiles are wanted. */
export function checkProbabilities(name: string, options: QuantileOptions): readonly number[] {
  const probabilities = checkArray(`${name}: probabilities`, checkOptions(name, options).probabilities);
  return probabilities.map((probability, index) =>
    checkNumber(`${name}: probabilities[${index}]`, probability, RANGES.openProbability),
  );
}

/**
 * More than the rounding of τ n, so that both neighbours are possible where it is an integer but for
 * rounding.
 */
const ROUNDING = 4 * Number.EPSILON;

function cumulatedShares(counts: ChoiceCounts, { bins }: BinRandomizer, error: number): CumulatedShares {
  const { users } = counts;
  const upTo = (bin: number) => counts.holders(counts.subset(0, bin + 1), error);
  return {
    bins,
    share: (bin) => upTo(bin).estimate / users,
    mayReach: (bin, probability) => upTo(bin).upper >= probability * users * (1 - ROUNDING),
    mayFallShort: (bin, probability) => upTo(bin).lower < probability * users * (1 + ROUNDING),
  };
}
