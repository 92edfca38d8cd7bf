import { isReportShuffle } from "./report-shuffle.js";
import type { RoundEvent } from "./rounds-in.js";

/**
 * Into how many blocks a round cuts its users' vectors: with coins of their own each counts as a round.
 */
export function blocksOf(round: RoundEvent): number {
  if (isReportShuffle(round)) return round.blocks ?? 1;
  if (round.kind !== "weightShuffle") return 1;
  return round.of.kind === "repeat" || round.of.kind === "sequence" ? 1 : blocksOf(round.of);
}
