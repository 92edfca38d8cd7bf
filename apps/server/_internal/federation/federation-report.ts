import { uploadBytes } from "../../../../src/federated/messages/report-bytes.js";
import type { StudyFigures } from "../../../../src/federated/messages/study-figures.js";
import type { Guarantee } from "../../../../src/privacy/index.js";
import { formatTable } from "../../../shared/words/format-table.js";
import { groupDigits } from "../../../shared/words/group-digits.js";
import { wrapText } from "../../../shared/words/wrap-text.js";
import {
  type ReportedBudget,
  type ReportedShare,
  reportedBudget,
  reportedShares,
} from "../clients/result-report.js";
import { sharesText, spentText } from "../clients/result-text.js";
import type { FederationOutcome } from "./run-federation.js";
import type { SurveyPlan } from "./survey-plan.js";

/** What a federation prints as JSON. */
export interface FederationReport {
  readonly task: "survey";
  readonly study: string;
  readonly clients: number;
  readonly processes: { readonly shuffler: 1; readonly analyzer: 1; readonly clients: number };
  /** How often each party was killed and started again. */
  readonly kills: Readonly<Record<string, number>>;
  readonly seconds: number;
  /** Body of the one request that a user sends in each round. */
  readonly uploadBytes: number;
  /** After the last round, against readers of the results. */
  readonly guarantee: Guarantee;
  readonly figures: StudyFigures;
  readonly budget: ReportedBudget;
  readonly rounds: readonly ReportedRound[];
}

/** A round's verified result beside the truth. */
export interface ReportedRound {
  readonly round: number;
  readonly reports: number;
  readonly dummies: number;
  readonly invalid: readonly number[];
  readonly estimates: readonly ReportedShare[];
}

/** Puts together what is printed. */
export function federationReport(plan: SurveyPlan, outcome: FederationOutcome): FederationReport {
  const { opened, results, kills, seconds } = outcome;
  const { id, study } = opened;
  const last = results.at(-1)!;
  return {
    task: "survey",
    study: id,
    clients: plan.users.answers.length,
    processes: { shuffler: 1, analyzer: 1, clients: plan.groups.length },
    kills,
    seconds,
    uploadBytes: uploadBytes({ hasCredential: study.admission === "credentials", slots: study.slots }),
    guarantee: last.figures.full.guarantee,
    figures: last.figures,
    budget: reportedBudget(study, last),
    rounds: results.map((result) => ({
      round: result.round,
      reports: result.reports,
      dummies: result.dummies,
      invalid: result.invalid,
      estimates: reportedShares(result, plan.users.truthOf),
    })),
  };
}

/** For a person. */
export function federationText(report: FederationReport, width: number): string {
  const { clients, processes, rounds, seconds, kills, uploadBytes: bytes } = report;
  const head =
    `Study ${report.study}: ${groupDigits(clients)} users in ${processes.clients} processes, a shuffler and an analyzer, ` +
    `each a process of its own, over HTTP: ${rounds.length} rounds in ${seconds.toFixed(1)} s. ` +
    `A user uploads ${groupDigits(bytes)} bytes a round. Every result was verified by its signatures.`;
  const killed = Object.entries(kills).map(([name, count]) => `${name} ${count}`);
  return [
    wrapText(head, { width }),
    ...(killed.length === 0 ? [] : [wrapText(`Killed and started again: ${killed.join(", ")}.`, { width })]),
    "",
    roundsText(rounds, width),
    "",
    `Round ${rounds.at(-1)!.round}:`,
    "",
    sharesText(rounds.at(-1)!.estimates, width),
    "",
    spentText(report, width),
  ].join("\n");
}

function roundsText(rounds: readonly ReportedRound[], width: number): string {
  return formatTable(
    [
      { title: "round", align: "right" },
      { title: "reports", align: "right" },
      { title: "dummies a slot", align: "right" },
      { title: "invalid", align: "right" },
      { title: "largest error", align: "right" },
    ],
    rounds.map(({ round, reports, dummies, invalid, estimates }) => [
      String(round),
      groupDigits(reports),
      groupDigits(dummies),
      invalid.join(", "),
      `${(100 * Math.max(...estimates.map(({ estimate, truth }) => Math.abs(estimate - truth)))).toFixed(1)} %`,
    ]),
    width,
  );
}
