import type { Adjacency } from "../../privacy/index.js";
import type { ClaimBasis } from "../core/compose-claims.js";
import type { CoveredRound, ReportKind } from "../core/coverage.js";
import type { RoundKind } from "../core/round.js";

/** What one round's reports cost, before credit for sampling: an (epsilon, delta) trade-off that is `proven`. */
export interface ReportBound extends Omit<ClaimBasis, "status" | "remark"> {
  /** epsilon at delta, rounded up; +Infinity where no epsilon holds, NOT_APPLICABLE where the theorem's condition fails. delta may be 0. */
  epsilonAtDelta(delta: number): number;
  /** delta at epsilon, rounded up, where the theorem gives it without a search. */
  deltaAtEpsilon?(epsilon: number): number;
}

/**
 * Bounds a report among its cohort.
 *
 * @param reports how many honest reports are shuffled, the changed one among them; 1 where nothing is shuffled
 * @throws DpError NOT_APPLICABLE where the theorem's condition fails
 */
export type BoundReports<Reports extends ReportKind = ReportKind> = (
  report: CoveredRound<RoundKind, Reports>["report"],
  reports: number,
  adjacency: Adjacency,
) => ReportBound;
