import { checkArrayLike } from "../validate.js";
import { checkSimultaneous } from "./_internal/check-confidence.js";
import { checkLists } from "./_internal/check-randomizer.js";
import { type ChoiceCounts, countChoices } from "./_internal/choice-counts.js";
import { groupShare } from "./_internal/group-share.js";
import type { Choice } from "./choices.js";
import type { Estimate, ReportsOptions } from "./estimate.js";
import type { GroupRandomizer } from "./group-randomizer.js";

/** The users of a group who hold a value. */
export interface GroupValueEstimate {
  /** The value: a category or a bin. */
  readonly value: Choice;
  /** How many users are in the group and hold it. */
  readonly count: Estimate;
  /**
   * Their share of the group, a ratio of two estimates; undefined where the group may be empty, for then
   * nothing is known of it.
   */
  readonly share: Estimate | undefined;
}

/** A group: how large it is, and what its users hold. */
export interface GroupEstimate {
  /** The group: a category or a bin. */
  readonly group: Choice;
  /** How many users are in it. */
  readonly size: Estimate;
  /** One estimate per value, in the order of the values. */
  readonly values: readonly GroupValueEstimate[];
}

/** What the users of each group hold. */
export interface GroupEstimates {
  /** n, the reports. */
  readonly users: number;
  /** One estimate per group, in the order of the groups. */
  readonly groups: readonly GroupEstimate[];
  /** See {@link EstimateOptions}. */
  readonly confidence: number;
  /** See {@link SimultaneousOptions}. */
  readonly simultaneous: boolean;
}

/**
 * The analyzer's role: how large each group is and what its users hold, from one randomized response of every
 * user about both.
 *
 * Counts and sizes are estimated like {@link estimateFrequencies}' counts: whole groups are sums of pairs,
 * and a report names one of s pairs with probability s q + (p - q) or s q. All intervals hold with
 * probability at least `confidence` for all data. A share is count / size, both estimates; its interval joins
 * the exact ones of the users who hold the value and of the group's others. Assumes: one report of each user,
 * made by this randomizer.
 *
 * @param reports    the users' reports, in any order
 * @param randomizer the one that the clients used
 * @param options.confidence   [0.5, 1 - 1e-6], default 0.95
 * @param options.simultaneous whether all sizes, counts and shares hold together; default false
 * @returns the estimates
 * @throws DpError OUT_OF_RANGE a report or the confidence is outside its range; BAD_INPUT there are no
 *   reports
 * @example
 * const randomizer = groupRandomizer({
 *   localEpsilon: 3, groups: { categories: ["north", "south"] }, values: { categories: ["no", "yes"] },
 * });
 * const reports = encodeReports([{ group: "north", value: "yes" }], randomizer);
 * estimateGroups(reports, randomizer).groups[1]?.values[0]?.value; // {"category":"no"}
 */
export function estimateGroups(
  reports: ArrayLike<number>,
  randomizer: GroupRandomizer,
  options: ReportsOptions = {},
): GroupEstimates {
  const name = "estimateGroups";
  const { groups, values } = checkLists(name, randomizer, ["groups", "values"]);
  const { error, dummies, ...stated } = checkSimultaneous(
    name,
    options,
    groups.length * (1 + 2 * values.length),
  );
  const counts = countChoices(randomizer.response, checkArrayLike(`${name}: reports`, reports), dummies);
  return {
    users: counts.users,
    groups: groups.map((group, index) => estimateGroup(counts, { group, index, values }, error)),
    ...stated,
  };
}

function estimateGroup(
  counts: ChoiceCounts,
  {
    group,
    index,
    values,
  }: { readonly group: Choice; readonly index: number; readonly values: readonly Choice[] },
  error: number,
): GroupEstimate {
  const first = index * values.length;
  const whole = counts.subset(first, first + values.length);
  const size = counts.holders(whole, error);
  const estimates = values.map((value, place) => {
    const part = counts.subset(first + place, first + place + 1);
    const rest = { size: whole.size - 1, named: whole.named - part.named };
    const share = size.lower > 0 ? groupShare(counts, { part, rest }, error) : undefined;
    return { value, count: counts.holders(part, error), share };
  });
  return { group, size, values: estimates };
}
