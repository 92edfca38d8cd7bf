import { DpError } from "../errors.js";
import { RunningJob } from "./_internal/running-job.js";
import { startWorker } from "./_internal/start-worker.js";
import type { WorkerHandle } from "./_internal/worker-handle.js";
import type { FromWorker, ToWorker } from "./_internal/worker-messages.js";
import { CAN_SHARE, sharedBuffer } from "./shared-buffer.js";
import type { WorkerScript } from "./worker-script.js";

/** Threads that share the parts of a task: each takes the next part when it is done with one. */
export interface WorkerPool<Task, Part> {
  /** Workers that run: as many as requested, or one where threads cannot share memory. */
  readonly threads: number;
  /**
   * Has parts 0 .. parts - 1 of a task computed. `onPart` gets them in that order, whoever computed them, so
   * that a sum over them does not depend on the threads.
   *
   * @throws DpError WORKER_DIED a worker stopped, or computing a part threw something else than a DpError;
   *   CANCELLED the pool was closed; whatever DpError computing a part threw, and whatever `onPart` threw
   */
  run(task: Task, parts: number, onPart: (part: Part) => void): Promise<void>;
  /** Stops the workers; what is pending is rejected. */
  close(): Promise<void>;
}

/** What a pool runs. */
export interface WorkerPoolOptions<Setup> {
  /** A module that calls {@link serveTasks}. */
  readonly script: WorkerScript;
  /** Workers to start, where they can share memory. */
  readonly threads: number;
  /** Goes to every worker; shared buffers in it are shared, all else is copied. */
  readonly setup: Setup;
  /** Closes the pool. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Starts workers and waits until all have taken their setup.
 *
 * @throws DpError WORKER_DIED a worker stopped; UNSUPPORTED the page may not start workers; CANCELLED by the
 *   signal; whatever DpError taking the setup threw
 */
export async function openWorkerPool<Setup, Task, Part>(
  options: WorkerPoolOptions<Setup>,
): Promise<WorkerPool<Task, Part>> {
  const pool = new Pool<Setup, Task, Part>(options);
  try {
    await pool.opened;
  } catch (error) {
    await pool.close();
    throw error;
  }
  return pool;
}

/** All of them, or none: a machine may be out of threads. */
function startWorkers(script: WorkerScript, count: number): readonly WorkerHandle[] {
  const started: WorkerHandle[] = [];
  try {
    while (started.length < count) started.push(startWorker(script));
    return started;
  } catch (cause) {
    for (const worker of started) void worker.terminate();
    if (cause instanceof DpError) throw cause;
    const message = `workers: ${count} threads must start, number ${started.length + 1} does not (${(cause as Error).message}); take fewer`;
    throw new DpError("WORKER_DIED", message, { parameter: "threads", value: count }, cause);
  }
}

class Pool<Setup, Task, Part> implements WorkerPool<Task, Part> {
  readonly threads: number;
  readonly opened: Promise<void>;
  readonly #workers: readonly WorkerHandle[];
  readonly #running = new Map<number, RunningJob<Part>>();
  readonly #signal: AbortSignal | undefined;
  readonly #abort = (): void => void this.close();
  #jobs = 0;
  #ended: DpError | undefined;

  constructor({ script, threads, setup, signal }: WorkerPoolOptions<Setup>) {
    this.threads = CAN_SHARE ? threads : 1;
    this.#workers = startWorkers(script, this.threads);
    for (const worker of this.#workers) this.#listen(worker);
    this.opened = this.#start(
      this.threads,
      () => {},
      (index) => ({ setup, job: 0, index }),
    );
    this.#signal = signal;
    signal?.addEventListener("abort", this.#abort);
    if (signal?.aborted) this.#abort();
  }

  async run(task: Task, parts: number, onPart: (part: Part) => void): Promise<void> {
    if (this.#ended !== undefined) throw this.#ended;
    if (parts === 0) return;
    const next = sharedBuffer(4);
    await this.#start(parts, onPart, (_, job) => ({ task, job, parts, next }));
  }

  async close(): Promise<void> {
    await this.#end(new DpError("CANCELLED", "workers: closed before the answer"));
  }

  #start(
    parts: number,
    onPart: (part: Part) => void,
    message: (worker: number, job: number) => ToWorker<Setup, Task>,
  ): Promise<void> {
    const job = this.#jobs++;
    const running = new RunningJob(parts, onPart);
    this.#running.set(job, running);
    for (const [i, worker] of this.#workers.entries()) worker.post(message(i, job));
    return running.finished.finally(() => this.#running.delete(job));
  }

  #listen(worker: WorkerHandle): void {
    worker.onMessage((message) => this.#receive(message as FromWorker<Part>));
    worker.onDeath((error) => void this.#end(error));
  }

  #receive(message: FromWorker<Part>): void {
    const running = this.#running.get(message.job);
    try {
      if ("code" in message) throw new DpError(message.code, message.message, message.details);
      for (const { index, part } of message.parts) running?.accept(index, part);
    } catch (error) {
      running?.reject(error);
    }
  }

  async #end(reason: DpError): Promise<void> {
    this.#ended ??= reason;
    this.#signal?.removeEventListener("abort", this.#abort);
    for (const running of this.#running.values()) running.reject(this.#ended);
    await Promise.all(this.#workers.map((worker) => worker.terminate()));
  }
}
