import type { RoundEvent } from "./rounds-in.js";

/**
 * Into how many blocks a round cuts its users' vectors: with coins of their own each counts as a round.
 */
export function blocksOf(round: RoundEvent): number {
  switch (round.kind) {
    case "shuffle":
    case "subsampledShuffle":
    case "checkInShuffle":
      return round.blocks ?? 1;
    case "weightShuffle":
      return round.of.kind === "repeat" || round.of.kind === "sequence" ? 1 : blocksOf(round.of);
    default:
      return 1;
  }
}
