import type { DpErrorCode, DpErrorDetails } from "../../errors.js";

/**
 * What the pool sends to a worker. The setup counts as job 0, of which every worker answers one part. `next`
 * is the number of parts taken so far, in memory that the workers share.
 */
export type ToWorker<Setup, Task> =
  | { readonly setup: Setup; readonly job: 0; readonly index: number }
  | { readonly task: Task; readonly job: number; readonly parts: number; readonly next: ArrayBufferLike };

/** What a worker answers: parts, with their numbers, or the error that computing one threw. */
export type FromWorker<Part> =
  | { readonly job: number; readonly parts: readonly NumberedPart<Part>[] }
  | {
      readonly job: number;
      readonly code: DpErrorCode;
      readonly message: string;
      readonly details: DpErrorDetails;
    };

/** A part and its number. */
export interface NumberedPart<Part> {
  readonly index: number;
  readonly part: Part;
}
