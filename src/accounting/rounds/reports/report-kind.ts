import type { Adjacency, LocalEvent, MechanismEvent } from "../../../privacy/index.js";
import type { Bearings } from "../bearing.js";
import type { ChannelReport, Report } from "../round.js";
import type { Work } from "./work.js";

/** What coverage calls reports of a kind that it does not take for one. */
interface Divided {
  /** By whether delta is 0. */
  readonly local: { readonly pureLocal: LocalEvent; readonly approximateLocal: LocalEvent };
  /** By whether epsilon is finite. */
  readonly discreteChannel: {
    readonly discreteChannel: ChannelReport;
    readonly unboundedChannel: ChannelReport;
  };
}

/** The reports by the kinds that coverage distinguishes. */
export type ReportsByKind = Divided["local"] &
  Divided["discreteChannel"] & {
    readonly [Kind in Exclude<Report["kind"], keyof Divided>]: Extract<Report, { readonly kind: Kind }>;
  };

/**
 * The kinds of reports that coverage distinguishes: a local randomizer with delta = 0 is pure, and a channel
 * bounded where its epsilon is finite.
 */
export type ReportKind =
  | "gaussian"
  | "pureLocal"
  | "approximateLocal"
  | "randomizedResponse"
  | "subsetResponse"
  | "discreteChannel"
  | "unboundedChannel"
  | "laplaceScalar"
  | "gaussianScalar"
  | "answers"
  | "dummyCounts";

/** A report of one of these kinds. */
export type ReportOf<Kind extends Report["kind"]> = Extract<Report, { readonly kind: Kind }>;

/** The kinds that coverage makes of one. */
export type CoveredAs<Kind extends Report["kind"]> = Kind extends keyof Divided ? keyof Divided[Kind] : Kind;

/** Those of a finite epsilon and delta = 0. */
export type PureAs<Kind extends Report["kind"]> = Exclude<
  CoveredAs<Kind>,
  "approximateLocal" | "unboundedChannel"
>;

/** Reports of one kind, as accounting has them; their laws are each method's. */
export interface ReportRow<Kind extends Report["kind"]> {
  /** What coverage calls them. */
  readonly words: Readonly<Record<CoveredAs<Kind>, string>>;
  /** Which of these one is. */
  coveredAs(report: ReportOf<Kind>): CoveredAs<Kind>;
  /** A whole release, which nothing samples or shuffles. */
  readonly standsAlone?: true;
  /** What they spend. */
  readonly bearings: Bearings<ReportOf<Kind>>;
  work(report: ReportOf<Kind>): Work;
  /** The event's, in the normal form. */
  read(event: Extract<MechanismEvent, { readonly kind: Kind }>, adjacency: Adjacency): ReportOf<Kind>;
}
