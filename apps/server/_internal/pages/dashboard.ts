import { jsonAnswer } from "../../../../src/federated/messages/answers.js";
import type { BatchHeader, RoundResult } from "../../../../src/federated/messages/documents.js";
import type { Route } from "../../../../src/federated/messages/router.js";
import { documentId, type SignedDocument } from "../../../../src/federated/messages/signed-document.js";
import { nodeCrypto } from "../../../../src/federated/node/index.js";
import type { ShufflerRound, ShufflerStore } from "../../../../src/federated/shuffler/shuffler-store.js";
import type { OpenedStudy } from "../../../../src/federated/study/open-study.js";
import type { Study } from "../../../../src/federated/study/study.js";
import type {
  DashboardData,
  DashboardLedger,
  DashboardRound,
  DashboardSpent,
} from "../../../shared/pages/dashboard-data.js";
import { pageFigures } from "../../../shared/pages/page-figures.js";
import type { AnalyzerState } from "../roles/analyzer-role.js";
import { pageRoutes } from "./page-routes.js";

/** What a dashboard reads. It changes nothing. */
export interface DashboardSources {
  readonly opened: OpenedStudy;
  readonly operators: 1 | 2;
  readonly store: Pick<ShufflerStore, "rounds" | "chain" | "chainLength">;
  readonly refusals: () => Readonly<Record<string, number>>;
  /** Undefined where the analyzer runs elsewhere. */
  readonly analyzerState: () => AnalyzerState | undefined;
}

const LATEST = 100;

/** The dashboard on the private listener: a page, and its data. */
export function dashboard(sources: DashboardSources): readonly Route[] {
  const data = dashboardReader(sources);
  return [
    ...pageRoutes({ "/": "dashboard.html", "/dashboard.js": "dashboard.js", "/pages.css": "pages.css" }),
    { method: "GET", path: "/dashboard\\.json", handle: async () => jsonAnswer(await data()) },
  ];
}

/** Refusals are read between rounds alone: a count that moves while a round collects tells of its users. */
function dashboardReader(sources: DashboardSources): () => Promise<DashboardData> {
  const { opened, operators, store, analyzerState } = sources;
  const { id, study } = opened;
  const { title, purpose, task, population, adjacency, budget, floor, windowSeconds } = study;
  let refusals: DashboardData["refusals"] = {};
  return async () => {
    const rounds = (await store.rounds(id)).toReversed();
    if (rounds[0]?.state !== "collecting") refusals = sources.refusals();
    return {
      study: { id, title, purpose, task, population, adjacency, budget, floor, windowSeconds },
      operators,
      rounds: rounds.slice(0, LATEST).map((round) => shownRound(round, study)),
      spent: spentBy(rounds),
      refusals,
      ledger: { shuffler: await ledgerCopy(store, population), analyzer: analyzerLedger(analyzerState()) },
      now: Date.now(),
    };
  };
}

function shownRound(
  { number, state, closesAt, reports, outcome, result }: ShufflerRound,
  study: Study,
): DashboardRound {
  const isReleased = state === "released" || state === "done" || state === "expired";
  const accepted = state === "collecting" || reports === undefined ? null : reports;
  return {
    round: number,
    state,
    closesAt,
    reports: accepted,
    dummies: isReleased && outcome !== undefined ? payloadOf<BatchHeader>(outcome).dummies : null,
    invalid: result === undefined ? null : sumOf(payloadOf<RoundResult>(result).invalid),
    reportsPerSecond: accepted === null ? null : accepted / study.windowSeconds,
  };
}

/** The last published result's. */
function spentBy(rounds: readonly ShufflerRound[]): DashboardSpent | null {
  const result = rounds.find((round) => round.result !== undefined)?.result;
  if (result === undefined) return null;
  const { rounds: counts, figures } = payloadOf<RoundResult>(result);
  return { rounds: counts, figures: pageFigures(figures) };
}

async function ledgerCopy(store: DashboardSources["store"], population: string): Promise<DashboardLedger> {
  const rows = await store.chainLength(population);
  const [last] = rows === 0 ? [] : await store.chain(population, rows - 1);
  return { rows, head: await ledgerHead(last) };
}

/** The head of a ledger by its last entry. */
export async function ledgerHead(last: string | undefined): Promise<string | null> {
  return last === undefined ? null : documentId(nodeCrypto(), "entry", last);
}

function analyzerLedger(state: AnalyzerState | undefined): DashboardData["ledger"]["analyzer"] {
  if (state === undefined) return null;
  const { own, head, isCopied } = state;
  return { rows: own, head, isCopied };
}

function payloadOf<Document>(signed: string): Document {
  return JSON.parse((JSON.parse(signed) as SignedDocument).payload) as Document;
}

function sumOf(counts: readonly number[]): number {
  return counts.reduce((sum, count) => sum + count, 0);
}
