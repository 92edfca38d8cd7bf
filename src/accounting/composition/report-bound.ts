import type { Adjacency, Assumption, MechanismEvent } from "../../privacy/index.js";

/** What one round's reports cost, before credit for sampling: an (epsilon, delta) trade-off that is `proven`. */
export interface ReportBound {
  /** epsilon at delta, rounded up; +Infinity where no epsilon holds, NOT_APPLICABLE where the theorem's condition fails. delta may be 0. */
  epsilonAtDelta(delta: number): number;
  /** delta at epsilon, rounded up, where the theorem gives it without a search. */
  deltaAtEpsilon?(epsilon: number): number;
  readonly assumptions: readonly Assumption[];
  readonly source: string;
}

/**
 * Bounds a report among its cohort.
 *
 * @param users the honest users whose reports are shuffled, the changed one among them; undefined where nothing is shuffled
 * @throws DpError NOT_APPLICABLE where the theorem does not cover the report
 */
export type BoundReports = (
  report: MechanismEvent,
  users: number | undefined,
  adjacency: Adjacency,
) => ReportBound;
