import { type Calibration, type CalibrationTarget, calibrationQueries } from "../accounting/calibrate.js";
import type { DeltasOptions, DeltasReport } from "../accounting/deltas.js";
import type { GuaranteesOptions, GuaranteesReport } from "../accounting/guarantees.js";
import type { RenyiDivergencesOptions, RenyiDivergencesReport } from "../accounting/renyi-divergences.js";
import { DpError } from "../errors.js";
import type { MechanismEvent } from "../privacy/mechanism-event.js";
import { openWorkerPool } from "../tensor/open-worker-pool.js";
import type { WebWorkerConstructor, WorkerScript } from "../tensor/worker-script.js";
import type { AccountingTask } from "./accounting-worker.js";

/** A page's own. */
declare const Worker: WebWorkerConstructor;

const ACCOUNTING_WORKER: WorkerScript = {
  inPage: () => new Worker(new URL("./accounting-worker.js", import.meta.url), { type: "module" }),
  inNode: { path: "./accounting-worker.js", base: import.meta.url },
};

/** The options of a function of `croupier-dp/accounting` that can go to another thread: all but its callback. */
export type BackgroundOptions<Options> = Omit<Options, "onMethod">;

/** The functions of `croupier-dp/accounting` on a thread of their own. Questions are answered one after the other. */
export interface BackgroundAccountant {
  /** See `guarantees` of `croupier-dp/accounting`. */
  guarantees(event: MechanismEvent, options: BackgroundOptions<GuaranteesOptions>): Promise<GuaranteesReport>;
  /** See `deltas`. */
  deltas(event: MechanismEvent, options: BackgroundOptions<DeltasOptions>): Promise<DeltasReport>;
  /** See `renyiDivergences`. */
  renyiDivergences(
    event: MechanismEvent,
    options: BackgroundOptions<RenyiDivergencesOptions>,
  ): Promise<RenyiDivergencesReport>;
  /** See `calibrate`; `eventOf` is called on the caller's own thread. */
  calibrate(eventOf: (value: number) => MechanismEvent, target: CalibrationTarget): Promise<Calibration>;
  /** Stops the thread at once; what is pending is rejected with `CANCELLED`. */
  close(): Promise<void>;
}

/**
 * Starts a thread that accounts. A question that may take seconds, asked of it, leaves a page or a server free to go on.
 *
 * Answers and refusals are those of `croupier-dp/accounting`: a `DpError` keeps its code, message and details on the way. An event or
 * option that is no plain data (a function, say) is refused with `BAD_INPUT`. To give up a question, close the accountant and open another.
 *
 * @throws DpError UNSUPPORTED the page may not start workers; WORKER_DIED the thread stopped
 * @example
 * const accountant = await openBackgroundAccountant();
 * const round = { kind: "shuffle", users: 60_000, of: { kind: "gaussian", noiseMultiplier: 9.48 } } as const;
 * const report = await accountant.guarantees(round, { adjacency: "zero-out", delta: 1e-5 });
 * await accountant.close();
 * report.guarantees[0]?.status; // "proven"
 */
export async function openBackgroundAccountant(): Promise<BackgroundAccountant> {
  const pool = await openWorkerPool<null, AccountingTask, unknown>({
    script: ACCOUNTING_WORKER,
    threads: 1,
    setup: null,
  });
  const ask = async <Answer>(task: AccountingTask): Promise<Answer> => {
    let answer: unknown;
    await pool.run(plain(task), 1, (part) => {
      answer = part;
    });
    return answer as Answer;
  };
  const guarantees: BackgroundAccountant["guarantees"] = (event, options) =>
    ask({ question: "guarantees", event, options });
  return {
    guarantees,
    deltas: (event, options) => ask({ question: "deltas", event, options }),
    renyiDivergences: (event, options) => ask({ question: "renyiDivergences", event, options }),
    async calibrate(eventOf, target) {
      const queries = calibrationQueries(eventOf, target);
      let step = queries.next();
      while (!step.done) step = queries.next(await guarantees(step.value.event, step.value.options));
      return step.value;
    },
    close: () => pool.close(),
  };
}

/** A copy such as goes to another thread. */
function plain(task: AccountingTask): AccountingTask {
  try {
    return structuredClone(task);
  } catch (cause) {
    const allowed = "plain data";
    throw new DpError(
      "BAD_INPUT",
      `${task.question}: event and options must be ${allowed}, got what cannot go to another thread; leave out functions`,
      { parameter: "event", value: undefined, allowed },
      cause,
    );
  }
}
