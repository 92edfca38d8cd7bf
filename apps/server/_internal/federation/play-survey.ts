import { type ReportedShare, reportedShares } from "../clients/result-report.js";
import { sharesText, spentText } from "../clients/result-text.js";
import { surveyResultOf } from "../clients/survey-of.js";
import {
  type FederationReport,
  federationHead,
  federationReport,
  type ReportedCounts,
  reportedCounts,
  roundsTable,
} from "./federation-report.js";
import { type FederationRun, runFederation } from "./run-federation.js";
import type { SurveyPlan } from "./survey-plan.js";

/** A survey over the wire: each round's verified shares beside the truth. */
export interface SurveyReport extends FederationReport {
  readonly task: "survey";
  readonly rounds: readonly (ReportedCounts & { readonly estimates: readonly ReportedShare[] })[];
}

/** Plays a survey. */
export async function playSurvey(run: FederationRun & { readonly plan: SurveyPlan }): Promise<SurveyReport> {
  const { plan } = run;
  const outcome = await runFederation(run);
  return {
    task: "survey",
    ...federationReport(plan, outcome),
    rounds: outcome.results.map((result) => ({
      ...reportedCounts(result),
      estimates: reportedShares(surveyResultOf(result), plan.users.truthOf),
    })),
  };
}

/** For a person. */
export function surveyText(report: SurveyReport, width: number): string {
  const { rounds } = report;
  const last = rounds.at(-1)!;
  const errors = rounds.map(({ estimates }) => {
    const largest = Math.max(...estimates.map(({ estimate, truth }) => Math.abs(estimate - truth)));
    return `${(100 * largest).toFixed(1)} %`;
  });
  return [
    federationHead(report, rounds.length, width),
    "",
    roundsTable(rounds, { title: "largest error", cells: errors }, width),
    "",
    `Round ${last.round}:`,
    "",
    sharesText(last.estimates, width),
    "",
    spentText(report, width),
  ].join("\n");
}
