import { checkArrayLike, wrongShape } from "../validate.js";
import { checkSimultaneous } from "./_internal/check-confidence.js";
import { checkLists } from "./_internal/check-randomizer.js";
import { type ChoiceCounts, countChoices } from "./_internal/choice-counts.js";
import { type CumulatedShares, quantileInBins } from "./_internal/quantile-in-bins.js";
import type { BinChoice, Choice } from "./choices.js";
import type { QuantileEstimate } from "./estimate.js";
import { checkProbabilities, type QuantileOptions } from "./estimate-quantiles.js";
import type { GroupRandomizer } from "./group-randomizer.js";

/** Quantiles of a group's values. */
export interface GroupQuantiles {
  /** The group: a category or a bin. */
  readonly group: Choice;
  /**
   * One estimate per probability; undefined where the group may be empty, for then nothing is known of it.
   */
  readonly quantiles: readonly QuantileEstimate[] | undefined;
}

/** Quantiles of the values of each group. */
export interface GroupQuantileEstimates {
  /** n, the reports. */
  readonly users: number;
  /** One entry per group, in the order of the groups. */
  readonly groups: readonly GroupQuantiles[];
  /** See {@link EstimateOptions}. */
  readonly confidence: number;
  /** See {@link SimultaneousOptions}. */
  readonly simultaneous: boolean;
}

/**
 * The analyzer's role: quantiles of the values of each group, from one randomized response of every user
 * about group and bin.
 *
 * As {@link estimateQuantiles}; an edge is below the quantile at τ where the group's B users below it and its
 * A users above it have (1 - τ) B < τ A, and the exact intervals of B and A, each with half the error, say
 * whether they may. Each interval holds its quantile with probability at least `confidence`, for all data.
 * Assumes: one report of each user, made by this randomizer.
 *
 * @param reports    the users' reports, in any order
 * @param randomizer the one that the clients used; its values are bins
 * @param options.probabilities at least one τ in (0, 1)
 * @param options.confidence    [0.5, 1 - 1e-6], default 0.95
 * @param options.simultaneous  whether the intervals of all groups hold together; default false
 * @returns the estimates
 * @throws DpError OUT_OF_RANGE a report, a probability or the confidence is outside its range; BAD_INPUT
 *   there are no reports, or the values are categories
 * @example
 * const randomizer = groupRandomizer({
 *   localEpsilon: 3, groups: { categories: ["north", "south"] }, values: { edges: [18, 30, 50, 100] },
 * });
 * const reports = encodeReports([{ group: "north", value: 60 }], randomizer);
 * estimateGroupQuantiles(reports, randomizer, { probabilities: [0.5] }).groups[0]?.group; // {"category":"north"}
 */
export function estimateGroupQuantiles(
  reports: ArrayLike<number>,
  randomizer: GroupRandomizer,
  options: QuantileOptions,
): GroupQuantileEstimates {
  const name = "estimateGroupQuantiles";
  const probabilities = checkProbabilities(name, options);
  const { groups } = checkLists(name, randomizer, ["groups", "values"]);
  const bins = checkBins(name, randomizer);
  const { error, dummies, ...stated } = checkSimultaneous(
    name,
    options,
    groups.length * probabilities.length,
  );
  const counts = countChoices(randomizer.response, checkArrayLike(`${name}: reports`, reports), dummies);
  const estimates = groups.map((group, index) => {
    const shares = cumulatedShares(counts, { bins, first: index * bins.length }, error);
    return { group, quantiles: shares && probabilities.map((each) => quantileInBins(shares, each)) };
  });
  return { users: counts.users, groups: estimates, ...stated };
}

function checkBins(name: string, { values }: GroupRandomizer): readonly BinChoice[] {
  const bins = values.filter((value) => "from" in value);
  if (bins.length === values.length) return bins;
  throw wrongShape(`${name}: randomizer.values`, values, "bins");
}

/** More than the rounding of the products. */
const ROUNDING = 1 + 8 * Number.EPSILON;

function cumulatedShares(
  counts: ChoiceCounts,
  { bins, first }: { readonly bins: readonly BinChoice[]; readonly first: number },
  error: number,
): CumulatedShares | undefined {
  const end = first + bins.length;
  const size = counts.holders(counts.subset(first, end), error);
  if (size.lower === 0) return undefined;
  const below = (bin: number) => counts.holders(counts.subset(first, first + bin + 1), error / 2);
  const above = (bin: number) => counts.holders(counts.subset(first + bin + 1, end), error / 2);
  return {
    bins,
    share: (bin) => below(bin).estimate / size.estimate,
    mayReach: (bin, probability) =>
      (1 - probability) * below(bin).upper * ROUNDING >= probability * above(bin).lower,
    mayFallShort: (bin, probability) =>
      (1 - probability) * below(bin).lower < probability * above(bin).upper * ROUNDING,
  };
}
