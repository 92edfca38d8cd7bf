import type { BoundedRounds } from "./composition-accountant.js";
import type { ReportBound } from "./report-bound.js";

/** The bound of the only round, which composes with nothing. */
export function loneRound(rounds: readonly BoundedRounds[]): ReportBound | undefined {
  return rounds.length === 1 && rounds[0]!.times === 1 ? rounds[0]!.bound : undefined;
}
