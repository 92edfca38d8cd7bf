import type { PrivacyLossDistribution } from "../../../pld/privacy-loss-distribution.js";
import type { ReportOf } from "../../rounds/reports/report-kind.js";
import type { LocalReport } from "../../rounds/round.js";
import type { Holding } from "../answer-cohort.js";
import type { ReportScores } from "../report-scores.js";

/** What all others of a cohort hold. */
export interface OthersHold {
  readonly holding: Holding;
  /** In words, the reports with it. */
  readonly words: string;
}

/** Who sends reports. */
export interface Senders {
  /** At most the report's own: a smaller one spends less. */
  readonly localEpsilon: number;
  /** About how many others report. */
  readonly copies: number;
}

/** Cohorts of one kind of local randomizer. */
export interface CohortRow<Kind extends LocalReport["kind"]> {
  /** What is not known of the randomizer, where there is something. */
  remark?(report: ReportOf<Kind>): string | undefined;
  /** Of one report by itself. */
  loneLoss(report: ReportOf<Kind>): PrivacyLossDistribution;
  /** Of shuffled reports, the cohorts that are looked at; none where all inputs have one law. */
  cohorts(report: ReportOf<Kind>): readonly OthersHold[];
  scores(report: ReportOf<Kind>, holding: Holding, senders: Senders): ReportScores;
}
