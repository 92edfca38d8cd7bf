import type { RoundResult } from "../../../../src/federated/messages/documents.js";
import { uploadBytes } from "../../../../src/federated/messages/report-bytes.js";
import type { StudyFigures } from "../../../../src/federated/messages/study-figures.js";
import type { Guarantee } from "../../../../src/privacy/index.js";
import { counted } from "../../../shared/words/counted.js";
import { formatTable } from "../../../shared/words/format-table.js";
import { groupDigits } from "../../../shared/words/group-digits.js";
import { wrapText } from "../../../shared/words/wrap-text.js";
import { type ReportedBudget, reportedBudget } from "../clients/result-report.js";
import type { FederationPlan } from "./plan.js";
import type { FederationOutcome } from "./run-federation.js";

/** What a federation of any task prints as JSON. */
export interface FederationReport {
  readonly study: string;
  readonly clients: number;
  readonly processes: { readonly shuffler: 1; readonly analyzer: 1; readonly clients: number };
  /** How often each party was killed and started again. */
  readonly kills: Readonly<Record<string, number>>;
  /** Of these, those that came after the last round. */
  readonly lateKills: number;
  readonly seconds: number;
  /** Body of the one request that a user sends in each round. */
  readonly uploadBytes: number;
  /** After the last round, against readers of the results. */
  readonly guarantee: Guarantee;
  readonly figures: StudyFigures;
  readonly budget: ReportedBudget;
}

/** What of a round is reported whatever the task. */
export interface ReportedCounts {
  readonly round: number;
  readonly reports: number;
  readonly dummies: number;
  readonly invalid: readonly number[];
}

/** Puts together what all tasks print. */
export function federationReport(
  { groups }: FederationPlan,
  { opened, results, kills, seconds }: FederationOutcome,
): FederationReport {
  const { id, study } = opened;
  const last = results.at(-1)!;
  return {
    study: id,
    clients: groups.reduce((sum, { users }) => sum + users, 0),
    processes: { shuffler: 1, analyzer: 1, clients: groups.length },
    kills: kills.byParty,
    lateKills: kills.late,
    seconds,
    uploadBytes: uploadBytes({ hasCredential: study.admission === "credentials", slots: study.slots }),
    guarantee: last.figures.full.guarantee,
    figures: last.figures,
    budget: reportedBudget(study, last),
  };
}

/** A round's counts. */
export function reportedCounts({ round, reports, dummies, invalid }: RoundResult): ReportedCounts {
  return { round, reports, dummies, invalid };
}

/** For a person: who took part, and that it was verified. */
export function federationHead(report: FederationReport, rounds: number, width: number): string {
  const { clients, processes, seconds, kills, lateKills, uploadBytes: bytes } = report;
  const head =
    `Study ${report.study}: ${counted(clients, "user")} in ${counted(processes.clients, "process", "processes")}, a shuffler and an analyzer, ` +
    `each a process of its own, over HTTP: ${counted(rounds, "round")} in ${seconds.toFixed(1)} s. ` +
    `A user uploads ${groupDigits(bytes)} bytes a round. Every result was verified by its signatures.`;
  const killed = Object.entries(kills).map(([name, count]) => `${name} ${count}`);
  const lines = [
    head,
    ...(killed.length === 0
      ? []
      : [
          `Killed and started again: ${killed.join(", ")}${lateKills === 0 ? "" : `; ${lateKills} of them after the last round`}.`,
        ]),
  ];
  return lines.map((line) => wrapText(line, { width })).join("\n");
}

/** For a person: a line a round, with one figure of the task's own. */
export function roundsTable(
  rounds: readonly ReportedCounts[],
  { title, cells }: { readonly title: string; readonly cells: readonly string[] },
  width: number,
): string {
  return formatTable(
    [
      { title: "round", align: "right" },
      { title: "reports", align: "right" },
      { title: "dummies a slot", align: "right" },
      { title: "invalid", align: "right" },
      { title, align: "right" },
    ],
    rounds.map(({ round, reports, dummies, invalid }, index) => [
      String(round),
      groupDigits(reports),
      groupDigits(dummies),
      groupDigits(invalid.reduce((sum, count) => sum + count, 0)),
      cells[index]!,
    ]),
    width,
  );
}
