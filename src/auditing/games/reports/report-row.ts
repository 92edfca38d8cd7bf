import type { Report } from "../../../accounting/rounds/round.js";
import type { Adjacency, MechanismEvent } from "../../../privacy/index.js";
import type { CohortLaws, ReportLaws } from "../_internal/report-laws.js";
import type { Records } from "./records.js";

/** Kinds that are one report; counts with dummies are all users'. */
export type ReportKind = Exclude<Report["kind"], "dummyCounts">;

export type ReportEvent<Kind extends ReportKind = ReportKind> = Extract<
  MechanismEvent,
  { readonly kind: Kind }
>;

/** Reports of one kind, as games play them. */
export interface ReportRow<Kind extends ReportKind, Laws extends ReportLaws = ReportLaws> {
  /** What others may hold. */
  records(event: ReportEvent<Kind>): Records;
  /**
   * The laws about the changed user's record, about what stands in its place, and about the others' different
   * records; without these, about the record that hides it worst.
   */
  lawsOf(event: ReportEvent<Kind>, about: Neighbours): CohortLaws<Laws>;
  /** With the law of a dummy as the last one, where docs/theorems/dummies.md says of one. */
  withDummy?(event: ReportEvent<Kind>, laws: Laws): Laws;
  /** The report of one block of a vector. */
  ofBlock?(event: ReportEvent<Kind>, blocks: number): ReportEvent<Kind>;
  /** Others who hold no record; only where there are such may one be missing (add-or-remove). */
  readonly emptyCohort?: readonly number[];
  /** The others of a report by itself, where they matter. */
  readonly loneCohort?: readonly number[];
}

/** Data sets that a report is about. */
export interface Neighbours {
  readonly adjacency: Adjacency;
  /** The others' different ones. */
  readonly records?: readonly number[] | undefined;
}
