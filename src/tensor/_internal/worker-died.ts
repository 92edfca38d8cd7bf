import { DpError } from "../../errors.js";

/** The error of a worker that had started. */
export function workerDied(cause: unknown): DpError {
  return new DpError("WORKER_DIED", "workers: a worker stopped; open the engine again", {}, cause);
}
