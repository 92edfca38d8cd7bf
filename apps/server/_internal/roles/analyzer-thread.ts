import { setTimeout as sleep } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { DpError, type DpErrorCode, type DpErrorDetails } from "../../../../src/errors.js";
import type { AnalyzerNews, AnalyzerRoleOptions } from "./analyzer-role.js";

/** What the thread is told: look again; somebody wants a round; end. */
export type AnalyzerOrder = "look" | "open" | "stop";

/** What it tells. */
export type AnalyzerReport =
  | { readonly kind: "news"; readonly news: AnalyzerNews }
  | { readonly kind: "ended" }
  | {
      readonly kind: "died";
      readonly message: string;
      readonly code?: DpErrorCode;
      readonly details?: DpErrorDetails;
    };

/** An analyzer in a thread of its own. */
export interface AnalyzerThread {
  order(order: AnalyzerOrder): void;
  /** Resolves when it has ended as told; rejects when it cannot go on. */
  readonly ended: Promise<void>;
  /**
   * Ends it in good order, or after some seconds as a crash would: a figure may be in the making, and every
   * step can be repeated.
   */
  stop(): Promise<void>;
}

const GRACE_MS = 3_000;

/** Starts it. */
export function startAnalyzerThread(
  options: AnalyzerRoleOptions,
  tell: (news: AnalyzerNews) => void,
): AnalyzerThread {
  const worker = new Worker(new URL("./analyzer-worker.js", import.meta.url), { workerData: options });
  const ended = new Promise<void>((resolve, reject) => {
    worker.on("message", (report: AnalyzerReport) => {
      if (report.kind === "news") tell(report.news);
      else if (report.kind === "ended") resolve();
      else reject(errorOf(report));
    });
    worker.on("error", reject);
    worker.on("exit", () =>
      reject(new DpError("WORKER_DIED", "analyzer: its thread stopped; start the server again")),
    );
  });
  return {
    order: (order) => worker.postMessage(order),
    ended,
    async stop() {
      worker.postMessage("stop" satisfies AnalyzerOrder);
      const grace = new AbortController();
      const late = sleep(GRACE_MS, undefined, { signal: grace.signal }).catch(() => undefined);
      await Promise.race([ended.catch(() => undefined), late]);
      grace.abort();
      await worker.terminate();
    },
  };
}

function errorOf({ code, message, details }: Extract<AnalyzerReport, { kind: "died" }>): Error {
  return code === undefined ? new Error(message) : new DpError(code, message, details);
}
