import type { SubsetResponseEvent } from "../../privacy/index.js";

/** More than the rounding of an overlap, which sets must have at least. */
const ROUNDING_DOWN = 1 - 8 * Number.EPSILON;

/** What one report of a randomizer with sets of reports spends. */
export function subsetEvent(law: {
  readonly epsilon: number;
  readonly mass: number;
  readonly overlap: number;
}): SubsetResponseEvent {
  return { kind: "subsetResponse", ...law, overlap: law.overlap * ROUNDING_DOWN };
}
