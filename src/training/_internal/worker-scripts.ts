import type { WebWorkerConstructor, WorkerScript } from "../../tensor/worker-script.js";

/** A page's own. */
declare const Worker: WebWorkerConstructor;

const base = import.meta.url;

/** The threads that compute gradients. */
export const GRADIENT_WORKER: WorkerScript = {
  inPage: () => new Worker(new URL("./gradient-worker.js", import.meta.url), { type: "module" }),
  inNode: { path: "./gradient-worker.js", base },
};

/** The thread that accounts while training goes on. */
export const ACCOUNTING_WORKER: WorkerScript = {
  inPage: () => new Worker(new URL("./accounting-worker.js", import.meta.url), { type: "module" }),
  inNode: { path: "./accounting-worker.js", base },
};
