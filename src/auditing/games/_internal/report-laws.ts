import type { RandomSource } from "../../../random/index.js";

/**
 * The laws of one report by what its sender holds: 0 is the changed user's record, 1 what stands in its place
 * on the other data set, from 2 on the records of the other users.
 */
export type ReportLaws = FiniteLaws | NumberLaws;

/** Reports with names. */
export interface FiniteLaws {
  readonly kind: "finite";
  /** For each holder the probability of each report. */
  readonly rows: readonly (readonly number[])[];
}

/** A number with noise. */
export interface NumberLaws {
  readonly kind: "number";
  /** The number of each holder. */
  readonly places: readonly number[];
  fillNoise(source: RandomSource, out: Float64Array): void;
  /** log of the density of a report about a place, up to a term that all places share. */
  logDensity(report: number, place: number): number;
}

/** The laws of a report, with those of the others' records. */
export interface CohortLaws<Laws extends ReportLaws = ReportLaws> {
  readonly laws: Laws;
  /** The different records of the others. */
  readonly records: readonly number[];
}
