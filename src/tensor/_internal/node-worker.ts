import { Worker } from "node:worker_threads";
import type { WorkerHandle } from "./worker-handle.js";

export function nodeWorker(script: URL): WorkerHandle {
  const worker = new Worker(script);
  return {
    post: (message) => worker.postMessage(message),
    onMessage: (listener) => void worker.on("message", listener),
    onDeath(listener) {
      let cause: unknown;
      worker.on("error", (error) => {
        cause = error;
      });
      worker.on("exit", () => listener(cause));
    },
    terminate: () => worker.terminate(),
  };
}
