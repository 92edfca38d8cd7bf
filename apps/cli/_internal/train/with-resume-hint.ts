import { DpError } from "../../../../src/errors.js";

/** A worker's death is nothing that the run did: its last checkpoint is sound, and the error says how to go on from it. */
export function withResumeHint(error: unknown, folder: string): unknown {
  if (!(error instanceof DpError && error.code === "WORKER_DIED")) return error;
  return new DpError(
    "WORKER_DIED",
    `train: a worker thread stopped in mid-run; the last checkpoint is sound, go on with croupier train --resume ${folder}`,
    error.details,
    error,
  );
}
