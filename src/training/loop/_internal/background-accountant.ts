import type { GuaranteesReport } from "../../../accounting/guarantees.js";
import type { Adjacency } from "../../../privacy/adjacency.js";
import type { MechanismEvent } from "../../../privacy/mechanism-event.js";
import { openWorkerPool, type WorkerPool } from "../../../tensor/open-worker-pool.js";
import type { WebWorkerConstructor, WorkerScript } from "../../../tensor/worker-script.js";
import type { RunConfig } from "../../options/run-config.js";
import type { Charges } from "../charges.js";

/** A page's own. */
declare const Worker: WebWorkerConstructor;

const ACCOUNTING_WORKER: WorkerScript = {
  inPage: () => new Worker(new URL("./accounting-worker.js", import.meta.url), { type: "module" }),
  inNode: { path: "./accounting-worker.js", base: import.meta.url },
};

export interface AccountingSetup {
  readonly adjacency: Adjacency;
  readonly delta: number;
}

export type AccountingTask = MechanismEvent;

/** Accounts on a thread of its own, so that training does not wait. */
export interface BackgroundAccountant {
  /** What a ledger has spent, under the configuration's adjacency and delta; the last answer is remembered. */
  report(ledger: Charges): Promise<GuaranteesReport>;
  close(): Promise<void>;
}

/** The accountant of a configuration; none where there is nothing to account for. */
export async function openAccountant(config: RunConfig): Promise<BackgroundAccountant | undefined> {
  if (config.protocol === "nonprivate") return undefined;
  const { adjacency, delta } = config;
  const pool = await openWorkerPool<AccountingSetup, AccountingTask, GuaranteesReport>({
    script: ACCOUNTING_WORKER,
    threads: 1,
    setup: { adjacency, delta },
  });
  let last: { readonly key: string; readonly report: Promise<GuaranteesReport> } | undefined;
  return {
    report: ({ event }) => {
      const key = JSON.stringify(event);
      if (last?.key !== key) last = { key, report: ask(pool, event) };
      return last.report;
    },
    close: () => pool.close(),
  };
}

async function ask(
  pool: WorkerPool<AccountingTask, GuaranteesReport>,
  event: MechanismEvent,
): Promise<GuaranteesReport> {
  let report: GuaranteesReport | undefined;
  await pool.run(event, 1, (part) => {
    report = part;
  });
  return report!;
}
