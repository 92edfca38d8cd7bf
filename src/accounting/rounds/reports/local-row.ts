import type { LocalReport } from "../round.js";
import type { PureAs, ReportOf, ReportRow } from "./report-kind.js";

/** Randomized responses, one after the other. */
export interface Responses {
  readonly epsilon: number;
  /** Default 2. */
  readonly categories?: number;
  readonly times: number;
}

/** Where what is said of a report by itself comes from. */
export interface OwnSources {
  readonly epsilon: string;
  readonly curve: string;
  readonly loss: string;
}

/**
 * Inputs' sets of reports, under the base law of a randomizer of two levels: the mass of one, and the least
 * that two have in common.
 */
export interface ResponseSets {
  readonly mass: number;
  readonly overlap: number;
}

/**
 * A local randomizer of two levels, of which k-ary randomized response is one, for two inputs whose sets of
 * reports meet least.
 */
export interface ResponseShape {
  readonly localEpsilon: number;
  /** One over the mass of an input's set of reports under the base law (k = 1 / A), real, >= 1. */
  readonly categories: number;
  /**
   * The share of an input's set that is outside of the other's (1 - I / A), in [0, min(1, categories - 1)].
   */
  readonly ownShare: number;
}

/** Reports of one kind of local randomizer. */
export interface LocalRow<Kind extends LocalReport["kind"]> extends ReportRow<Kind> {
  /** What coverage calls those of a finite epsilon and delta = 0, and only those. */
  readonly pure: PureAs<Kind>;
  readonly sources: OwnSources;
  /** Whether the report's epsilon is what it spends, or was rounded up on the way. */
  readonly epsilonIs: "exact" | "an upper bound";
  /** delta of one report by itself; 0 where it is pure. */
  delta(report: ReportOf<Kind>): number;
  /** Whose composition dominates one report but for its delta. */
  responses(report: ReportOf<Kind>): readonly Responses[];
  /**
   * Whether two of its inputs are answered as by binary randomized response, which attains GDD21 Theorem 2;
   * of `local` the worst randomizer's are.
   */
  isBinary(report: ReportOf<Kind>): boolean;
  /**
   * The report that is "absent" with probability 1 - joins, whatever its sender holds; left out where that
   * would not hide as any other report does.
   */
  withAbsence?(report: ReportOf<Kind>, joins: number): LocalReport;
}

/** Reports of one kind of randomizer of two levels; any pure one is at worst binary randomized response. */
export interface LevelsRow<Kind extends LocalReport["kind"]> extends LocalRow<Kind> {
  setsOf(report: ReportOf<Kind>): ResponseSets;
  /** Of the sets, or of more and disjoint ones than `maxCategories`. */
  shapeOf(report: ReportOf<Kind>, maxCategories: number): Omit<ResponseShape, "localEpsilon">;
  withAbsence(report: ReportOf<Kind>, joins: number): LocalReport;
}
