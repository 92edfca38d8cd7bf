import type { DpError } from "../../errors.js";

/** A worker as the pool sees it: a worker thread of Node's or a page's Web Worker. */
export interface WorkerHandle {
  post(message: unknown): void;
  onMessage(listener: (message: unknown) => void): void;
  /** Called if the worker stops, whatever the reason. */
  onDeath(listener: (error: DpError) => void): void;
  terminate(): Promise<unknown>;
}
