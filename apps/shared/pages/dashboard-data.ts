import type { RoundState } from "../../../src/federated/shuffler/shuffler-store.js";
import type { Study } from "../../../src/federated/study/study.js";
import type { SurveyPageData } from "./survey-page-data.js";

/** A round as the dashboard shows it. Counts are null while it collects. */
export interface DashboardRound {
  readonly round: number;
  readonly state: RoundState;
  /** Milliseconds since 1970. */
  readonly closesAt: number;
  readonly reports: number | null;
  /** Of each slot; null before the batch is released. */
  readonly dummies: number | null;
  /** Of all slots; null before there is a result. */
  readonly invalid: number | null;
  /** Accepted reports for each second of its window; null while it collects. */
  readonly reportsPerSecond: number | null;
}

/** What rounds have spent of the study's budget. */
export interface DashboardSpent {
  readonly rounds: { readonly charged: number; readonly planned: number };
  readonly figures: SurveyPageData["figures"];
}

/** One party's ledger. */
export interface DashboardLedger {
  readonly rows: number;
  /** SHA-256 of the last entry, hexadecimal; null where it is not known here, or there are no rows. */
  readonly head: string | null;
}

/** `GET /dashboard.json` of a private listener: nothing of a round that collects but its age. */
export interface DashboardData {
  readonly study: Pick<
    Study,
    "title" | "purpose" | "task" | "population" | "adjacency" | "budget" | "floor"
  > & {
    readonly id: string;
    readonly windowSeconds: number;
  };
  readonly operators: 1 | 2;
  /** The latest 100, latest first. */
  readonly rounds: readonly DashboardRound[];
  /** As of the last published result; null before. */
  readonly spent: DashboardSpent | null;
  /** Refused requests by listener and code, as of the last round's end. */
  readonly refusals: Readonly<Record<string, number>>;
  readonly ledger: {
    readonly shuffler: DashboardLedger;
    /** Null where the analyzer runs elsewhere. */
    readonly analyzer: (DashboardLedger & { readonly isCopied: boolean }) | null;
  };
  /** When this was read, milliseconds since 1970. */
  readonly now: number;
}
