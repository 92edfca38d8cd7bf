import type { Calibration, CalibrationTarget } from "../accounting/calibrate.js";
import type { DeltasOptions, DeltasReport } from "../accounting/deltas.js";
import type { GuaranteesOptions, GuaranteesReport } from "../accounting/guarantees.js";
import type { RenyiDivergencesOptions, RenyiDivergencesReport } from "../accounting/renyi-divergences.js";
import type { MechanismEvent } from "../privacy/mechanism-event.js";
import type { WorkerScript } from "../tensor/worker-script.js";
import { checkFunction, checkOptions, checkSignal } from "../validate.js";
import type { CalibrationStep, FiguresTask } from "./_internal/accounting-task.js";
import { AccountingThread } from "./_internal/accounting-thread.js";

const ACCOUNTING_WORKER: WorkerScript = {
  inPage: (Worker) => new Worker(new URL("./accounting-worker.js", import.meta.url), { type: "module" }),
  inNode: { path: "./accounting-worker.js", base: import.meta.url },
};

/** What {@link openBackgroundAccountant} takes. */
export interface BackgroundAccountantOptions {
  /** Closes the accountant; what is pending is rejected with `CANCELLED`. */
  readonly signal?: AbortSignal;
}

/**
 * The options of a function of `croupier-dp/accounting` that can go to another thread: all but its callback.
 * A signal gives the question up: it is rejected with `CANCELLED` at once, and the questions after it are
 * answered.
 */
export type BackgroundOptions<Options> = Omit<Options, "onMethod"> & { readonly signal?: AbortSignal };

/**
 * The functions of `croupier-dp/accounting` on a thread of their own. Questions are answered one after the
 * other.
 */
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
  calibrate(
    eventOf: (value: number) => MechanismEvent,
    target: BackgroundOptions<CalibrationTarget>,
  ): Promise<Calibration>;
  /** Stops the thread at once; what is pending is rejected with `CANCELLED`. */
  close(): Promise<void>;
}

/**
 * Starts a thread that accounts. A question that may take seconds, asked of it, leaves a page or a server
 * free to go on.
 *
 * Answers and refusals are those of `croupier-dp/accounting`: a `DpError` keeps its code, message and details
 * on the way. An event or option that is no plain data (a function, say) is refused with `BAD_INPUT`. Each
 * question takes a `signal` that gives it up.
 *
 * @throws DpError UNSUPPORTED the page may not start workers; WORKER_DIED the thread stopped; CANCELLED by
 *   `options.signal`; BAD_INPUT it is no AbortSignal
 * @example
 * const accountant = await openBackgroundAccountant();
 * const round = { kind: "shuffle", users: 60_000, of: { kind: "gaussian", noiseMultiplier: 9.48 } } as const;
 * const report = await accountant.guarantees(round, { adjacency: "zero-out", delta: 1e-5 });
 * await accountant.close();
 * report.guarantees[0]?.status; // "proven"
 */
export async function openBackgroundAccountant(
  options: BackgroundAccountantOptions = {},
): Promise<BackgroundAccountant> {
  const { signal } = checkOptions("openBackgroundAccountant", options);
  checkSignal("openBackgroundAccountant: signal", signal);
  const thread = new AccountingThread(ACCOUNTING_WORKER, signal);
  await thread.open();
  const asking =
    <Answer>(question: FiguresTask["question"]) =>
    (event: unknown, given: BackgroundOptions<object>): Promise<Answer> => {
      const [sent, stop] = withoutSignal(given);
      return thread.inTurn(question, stop, (ask) => ask({ question, event, options: sent }));
    };
  return {
    guarantees: asking("guarantees"),
    deltas: asking("deltas"),
    renyiDivergences: asking("renyiDivergences"),
    async calibrate(eventOf, given) {
      checkFunction("calibrate: eventOf", eventOf);
      const [target, stop] = withoutSignal(given);
      return thread.inTurn("calibrate", stop, async (ask) => {
        let step: CalibrationStep = await ask({ question: "calibrate", target });
        while (!step.done) step = await ask({ question: "calibrate", event: eventOf(step.value) });
        const { value, ...found } = step.value;
        return { value, event: eventOf(value), ...found };
      });
    },
    close: () => thread.close(),
  };
}

/**
 * Options without the signal, which stays on this side; what is no object goes to the thread, which refuses
 * it.
 */
function withoutSignal(options: BackgroundOptions<object>): [object, AbortSignal | undefined] {
  if (typeof options !== "object" || options === null) return [options, undefined];
  const { signal, ...sent } = options;
  return [sent, signal];
}
