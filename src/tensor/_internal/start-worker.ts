import type { Worker as NodeWorker } from "node:worker_threads";
import { DpError } from "../../errors.js";
import { nodeBuiltin } from "../node-builtin.js";
import type { WorkerScript } from "../worker-script.js";

/** A worker as the pool sees it: a worker thread of Node's or a page's Web Worker. */
export interface WorkerHandle {
  post(message: unknown): void;
  onMessage(listener: (message: unknown) => void): void;
  /** Called if the worker stops, whatever the reason. */
  onDeath(listener: (error: DpError) => void): void;
  terminate(): Promise<unknown>;
}

/** @throws DpError UNSUPPORTED the page may not start workers */
export function startWorker(script: WorkerScript): WorkerHandle {
  const threads = nodeBuiltin<typeof import("node:worker_threads")>("node:worker_threads");
  if (threads === undefined) return pageWorker(script);
  const { path, base } = script.inNode;
  const url = new URL(path, base);
  const { execArgv } = nodeBuiltin<typeof import("node:process")>("node:process")!;
  return nodeWorker(new threads.Worker(url, { execArgv: forFiles(execArgv) }), url);
}

/** Node's own options without the one that is for `node --eval` alone: with it a worker's file does not start. */
function forFiles(execArgv: readonly string[]): string[] {
  return execArgv.filter(
    (option, i) => !option.startsWith("--input-type") && execArgv[i - 1] !== "--input-type",
  );
}

function nodeWorker(worker: NodeWorker, url: URL): WorkerHandle {
  return {
    post: (message) => worker.postMessage(message),
    onMessage: (listener) => void worker.on("message", listener),
    onDeath(listener) {
      let cause: unknown;
      worker.on("error", (error) => {
        cause = error;
      });
      worker.on("exit", () => listener(isMissing(cause) ? scriptMissing(url, cause) : workerDied(cause)));
    },
    terminate: () => worker.terminate(),
  };
}

/** A Web Worker reports an error of its script and one of starting it alike: before its first message it has not started. */
function pageWorker(script: WorkerScript): WorkerHandle {
  const worker = openInPage(script);
  let started = false;
  worker.addEventListener("message", () => {
    started = true;
  });
  return {
    post: (message) => worker.postMessage(message),
    onMessage: (listener) => worker.addEventListener("message", ({ data }) => listener(data)),
    onDeath(listener) {
      const report = ({ message }: { readonly message?: string }) =>
        listener(started ? workerDied(message) : workersBlocked(message));
      worker.addEventListener("error", report);
      worker.addEventListener("messageerror", report);
    },
    terminate: async () => worker.terminate(),
  };
}

function openInPage(script: WorkerScript): ReturnType<WorkerScript["inPage"]> {
  try {
    return script.inPage();
  } catch (cause) {
    throw workersBlocked(cause);
  }
}

function isMissing(cause: unknown): boolean {
  return (
    cause instanceof Error && /^(ERR_)?MODULE_NOT_FOUND$/.test(String((cause as { code?: unknown }).code))
  );
}

function scriptMissing(url: URL, cause: unknown): DpError {
  const advice = "copy the worker scripts and kernels.wasm of croupier-dp/dist/lib beside the bundle";
  return new DpError("WORKER_DIED", `workers: cannot load ${url.href}; ${advice}`, {}, cause);
}

function workerDied(cause: unknown): DpError {
  return new DpError("WORKER_DIED", "workers: a worker stopped; open the engine again", {}, cause);
}

function workersBlocked(cause: unknown): DpError {
  const advice =
    "serve the built scripts from the page's own origin, with its Cross-Origin-Embedder-Policy, and let its Content-Security-Policy allow worker-src 'self'";
  return new DpError("UNSUPPORTED", `workers: this page could not start a Web Worker; ${advice}`, {}, cause);
}
