import type { Worker as NodeWorker } from "node:worker_threads";
import { DpError } from "../../errors.js";
import { nodeBuiltin } from "../node-builtin.js";
import type { WorkerScript } from "../worker-script.js";
import { pageWorker } from "./page-worker.js";
import { workerDied } from "./worker-died.js";
import type { WorkerHandle } from "./worker-handle.js";

/** @throws DpError UNSUPPORTED the page may not start workers */
export function startWorker(script: WorkerScript): WorkerHandle {
  const threads = nodeBuiltin<typeof import("node:worker_threads")>("node:worker_threads");
  if (threads === undefined) return pageWorker(script);
  const { path, base } = script.inNode;
  const url = new URL(path, base);
  const { execArgv } = nodeBuiltin<typeof import("node:process")>("node:process")!;
  return nodeWorker(new threads.Worker(url, { execArgv: forFiles(execArgv) }), url);
}

/**
 * Node's own options without the one that is for `node --eval` alone: with it a worker's file does not start.
 */
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

function isMissing(cause: unknown): boolean {
  return (
    cause instanceof Error && /^(ERR_)?MODULE_NOT_FOUND$/.test(String((cause as { code?: unknown }).code))
  );
}

function scriptMissing(url: URL, cause: unknown): DpError {
  const advice = "copy the worker scripts and kernels.wasm of croupier-dp/dist/lib beside the bundle";
  return new DpError("WORKER_DIED", `workers: cannot load ${url.href}; ${advice}`, {}, cause);
}
