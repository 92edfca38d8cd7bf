/** A worker as the pool sees it: Node's worker threads now, a browser's Web Workers when there is a page to run in. */
export interface WorkerHandle {
  post(message: unknown): void;
  onMessage(listener: (message: unknown) => void): void;
  /** Called once if the worker stops, whatever the reason. */
  onDeath(listener: (cause: unknown) => void): void;
  terminate(): Promise<unknown>;
}
