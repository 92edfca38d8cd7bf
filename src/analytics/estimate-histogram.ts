import { checkArrayLike } from "../validate.js";
import { checkSimultaneous } from "./_internal/check-confidence.js";
import { checkLists } from "./_internal/check-randomizer.js";
import { countChoices } from "./_internal/choice-counts.js";
import type { BinRandomizer } from "./bin-randomizer.js";
import type { BinChoice } from "./choices.js";
import type { Estimate, ReportsOptions } from "./estimate.js";

/** The number of users in a bin, `from` to `to`; `lower` and `upper` are the interval's ends. */
export interface BinEstimate extends BinChoice, Estimate {}

/** How many users are in each bin. */
export interface HistogramEstimates {
  /** n, the reports. */
  readonly users: number;
  /** One estimate per bin, in ascending order. */
  readonly bins: readonly BinEstimate[];
  /** See {@link EstimateOptions}. */
  readonly confidence: number;
  /** See {@link SimultaneousOptions}. */
  readonly simultaneous: boolean;
}

/**
 * The analyzer's role: how many users' values are in each bin, from one randomized response of every user.
 *
 * Estimates, standard errors and intervals are those of {@link estimateFrequencies}, with bins as categories.
 * Assumes: one report of each user, made by this randomizer.
 *
 * @param reports    the users' reports, in any order
 * @param randomizer the one that the clients used
 * @param options.confidence   [0.5, 1 - 1e-6], default 0.95
 * @param options.simultaneous default false
 * @returns the estimates
 * @throws DpError OUT_OF_RANGE a report or the confidence is outside its range; BAD_INPUT there are no
 *   reports
 * @example
 * const randomizer = binRandomizer({ localEpsilon: 3, edges: [18, 30, 50, 100] });
 * estimateHistogram(encodeReports([25, 60, 99], randomizer), randomizer).bins.map(({ from }) => from); // [18,30,50]
 */
export function estimateHistogram(
  reports: ArrayLike<number>,
  randomizer: BinRandomizer,
  options: ReportsOptions = {},
): HistogramEstimates {
  const name = "estimateHistogram";
  const { bins: all } = checkLists(name, randomizer, ["bins"]);
  const { error, dummies, ...stated } = checkSimultaneous(name, options, all.length);
  const counts = countChoices(randomizer.response, checkArrayLike(`${name}: reports`, reports), dummies);
  const bins = all.map((bin, index) => ({
    ...bin,
    ...counts.holders(counts.subset(index, index + 1), error),
  }));
  return { users: counts.users, bins, ...stated };
}
