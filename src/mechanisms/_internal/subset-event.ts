import type { SubsetResponseEvent } from "../../privacy/index.js";

/** More than the rounding of a mass or an overlap, relatively. */
const ROUNDING = 8 * Number.EPSILON;

/**
 * What one report of a randomizer with sets of reports spends; a smaller set spends less, and so do sets that
 * meet in more.
 */
export function subsetEvent({
  epsilon,
  mass,
  overlap,
}: {
  readonly epsilon: number;
  readonly mass: number;
  readonly overlap: number;
}): SubsetResponseEvent {
  const above = mass * (1 + ROUNDING);
  return {
    kind: "subsetResponse",
    epsilon,
    mass: mass <= 1 / 2 ? Math.min(1 / 2, above) : above,
    overlap: overlap * (1 - ROUNDING),
  };
}
