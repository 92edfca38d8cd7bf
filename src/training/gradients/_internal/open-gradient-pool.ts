import { compileKernels } from "../../../tensor/compile-kernels.js";
import { openWorkerPool, type WorkerPool } from "../../../tensor/open-worker-pool.js";
import type { WorkerScript } from "../../../tensor/worker-script.js";
import type { GradientPart, GradientSetup, GradientTask } from "./gradient-task.js";

const GRADIENT_WORKER: WorkerScript = {
  inPage: (Worker) => new Worker(new URL("./gradient-worker.js", import.meta.url), { type: "module" }),
  inNode: { path: "./gradient-worker.js", base: import.meta.url },
};

/** What the pool's workers are given, but for the kernels. */
type PoolOptions = Omit<GradientSetup, "module"> & {
  readonly threads: number;
  readonly signal?: AbortSignal | undefined;
};

/** Starts the threads that compute gradients, each with its own instance of the kernels. */
export async function openGradientPool(
  options: PoolOptions,
): Promise<WorkerPool<GradientTask, GradientPart>> {
  const { threads, signal, ...given } = options;
  const setup: GradientSetup = { module: await compileKernels(), ...given };
  return openWorkerPool({ script: GRADIENT_WORKER, threads, setup, signal });
}
