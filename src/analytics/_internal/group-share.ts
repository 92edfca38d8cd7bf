import type { Estimate } from "../estimate.js";
import type { ChoiceCounts, Subset } from "./choice-counts.js";

/** Some values within a group, and the group's other values. */
export interface GroupParts {
  readonly part: Subset;
  readonly rest: Subset;
}

/**
 * The share of a group that holds the part.
 *
 * The interval misses with probability at most `error`: it follows from those of part and rest, which miss
 * with half of that each. The standard error is the delta method's, that of (part - share · group) / group.
 */
export function groupShare(counts: ChoiceCounts, parts: GroupParts, error: number): Estimate {
  const part = counts.holders(parts.part, error / 2);
  const rest = counts.holders(parts.rest, error / 2);
  const group = part.estimate + rest.estimate;
  const estimate = part.estimate / group;
  const deviation = counts.deviationOfSum([
    { size: parts.part.size, holders: Math.max(0, part.estimate), weight: 1 - estimate },
    { size: parts.rest.size, holders: Math.max(0, rest.estimate), weight: -estimate },
  ]);
  return {
    estimate,
    standardError: deviation / group,
    lower: part.lower > 0 ? part.lower / (part.lower + rest.upper) : 0,
    upper: rest.lower > 0 ? part.upper / (part.upper + rest.lower) : 1,
  };
}
