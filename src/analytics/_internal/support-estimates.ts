import type { FrequencyRandomizer } from "../../mechanisms/index.js";
import { memoize } from "../../numerics/memoize.js";
import type { Estimate } from "../estimate.js";
import { holdersInterval } from "./holders-interval.js";

/**
 * How many users hold each category, from how many reports support it: with h holders these are Bin(h, p) + Bin(n - h, q), whatever
 * the randomizer. The interval misses the number with probability at most `error`, whatever the data.
 */
export function supportEstimates<Report>(
  randomizer: FrequencyRandomizer<Report>,
  reports: ArrayLike<Report>,
  error: number,
): Estimate[] {
  const { supportProbability, falseSupportProbability, contrast } = randomizer;
  const users = reports.length;
  const interval = memoize((count: number) =>
    holdersInterval(
      {
        count,
        users,
        lieProbability: 1 - supportProbability,
        falsePositiveProbability: falseSupportProbability,
      },
      error,
    ),
  );
  return Array.from(randomizer.decodeHistogram(reports), (estimate) => {
    const holders = Math.max(0, Math.min(users, Math.round(estimate)));
    const standardError = Math.sqrt(randomizer.countVariance(users, holders));
    const supports = Math.round(estimate * contrast + users * falseSupportProbability);
    return { estimate, standardError, ...interval(supports) };
  });
}
