import type { DpErrorCode } from "../../errors.js";

/**
 * What the pool tells a worker. The setup counts as job 0, of which every worker answers one part. `next` is the number of
 * parts taken so far, in shared memory.
 */
export type ToWorker<Setup, Task> =
  | { readonly setup: Setup; readonly job: 0; readonly index: number }
  | { readonly task: Task; readonly job: number; readonly parts: number; readonly next: SharedArrayBuffer };

export type FromWorker<Part> =
  | { readonly job: number; readonly index: number; readonly part: Part }
  | { readonly job: number; readonly code: DpErrorCode; readonly message: string };
