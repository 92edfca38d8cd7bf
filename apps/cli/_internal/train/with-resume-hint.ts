import { DpError } from "../../../../src/errors.js";
import type { Run } from "./open-run.js";

/**
 * What a failed run says about going on: a worker's death is nothing that the run did, so its last checkpoint
 * is sound; a state that training refuses is a checkpoint that cannot be read.
 */
export function withResumeHint(error: unknown, { folder, from }: Run): unknown {
  if (!(error instanceof DpError)) return error;
  if (error.code === "WORKER_DIED" && folder.hasCheckpoint) {
    const message = `train: a worker thread stopped in mid-run; the last checkpoint is sound, go on with croupier train --resume ${folder.path}`;
    return new DpError("WORKER_DIED", message, error.details, error);
  }
  if (from !== undefined && error.details.parameter?.startsWith("train: from")) {
    const message = `--resume ${folder.path}: its checkpoint cannot be gone on from: ${error.message}; start a new run`;
    return new DpError("DATA_UNREADABLE", message, error.details, error);
  }
  return error;
}
