import type { DpErrorCode, DpErrorDetails } from "../../errors.js";

/**
 * What the pool sends to a worker. The setup counts as job 0, of which every worker answers one part. `next` is the number of
 * parts taken so far, in memory that the workers share.
 */
export type ToWorker<Setup, Task> =
  | { readonly setup: Setup; readonly job: 0; readonly index: number }
  | { readonly task: Task; readonly job: number; readonly parts: number; readonly next: ArrayBufferLike };

/** What a worker answers: a part, or the error that computing it threw. */
export type FromWorker<Part> =
  | { readonly job: number; readonly index: number; readonly part: Part }
  | {
      readonly job: number;
      readonly code: DpErrorCode;
      readonly message: string;
      readonly details: DpErrorDetails;
    };
