import { isReportShuffle } from "./report-shuffle.js";
import type { RoundEvent } from "./rounds-in.js";
import { unpermuted } from "./unpermuted.js";

/**
 * Into how many blocks a round cuts its users' vectors: with coins of their own each counts as a round.
 */
export function blocksOf(round: RoundEvent): number {
  const inner = unpermuted(round);
  return isReportShuffle(inner) ? (inner.blocks ?? 1) : 1;
}
