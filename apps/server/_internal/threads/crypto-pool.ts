import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import { DpError } from "../../../../src/errors.js";
import type {
  OpenedRecords,
  OpenOrder,
  OpenRecords,
} from "../../../../src/federated/analyzer/open-records.js";
import { joinBytes } from "../../../../src/federated/messages/join-bytes.js";
import type { DummyOrder, MakeDummies } from "../../../../src/federated/shuffler/make-dummies.js";
import type { CryptoAnswer, CryptoTask } from "./crypto-task.js";

/** Threads that seal and open, so that requests are answered meanwhile. */
export interface CryptoPool {
  readonly openRecords: OpenRecords;
  readonly makeDummies: MakeDummies;
  shut(): Promise<void>;
}

/** Records in one thread's task: enough that the message costs little, few enough that a stop comes soon. */
const TASK = { least: 64, most: 4096 };

interface Job {
  readonly task: CryptoTask;
  readonly resolve: (answer: CryptoAnswer) => void;
  readonly reject: (error: DpError) => void;
}

/** Starts the threads when the first task comes: as many as the machine has cores, or as given. */
export function openCryptoPool(threads: number = availableParallelism()): CryptoPool {
  const pool = new Threads(threads);
  return {
    async openRecords(order) {
      const tasks = parts(order.records.length / order.sealedLength, threads).map(
        ({ start, count }): OpenOrder => {
          const { sealedLength } = order;
          return {
            ...order,
            records: order.records.slice(start * sealedLength, (start + count) * sealedLength),
          };
        },
      );
      const answers = await Promise.all(tasks.map((task) => pool.run({ kind: "open", order: task })));
      const opened = answers.map((answer) => (answer as { opened: OpenedRecords }).opened);
      return {
        plaintexts: joinBytes(...opened.map(({ plaintexts }) => plaintexts)),
        valid: joinBytes(...opened.map(({ valid }) => valid)),
      };
    },
    async makeDummies(order) {
      const tasks = parts(order.indices.length, threads).map(
        ({ start, count }): DummyOrder => ({ ...order, indices: order.indices.slice(start, start + count) }),
      );
      const answers = await Promise.all(tasks.map((task) => pool.run({ kind: "dummies", order: task })));
      return joinBytes(...answers.map((answer) => (answer as { sealed: Uint8Array }).sealed));
    },
    shut: () => pool.shut(),
  };
}

function parts(
  records: number,
  threads: number,
): readonly { readonly start: number; readonly count: number }[] {
  const size = Math.min(TASK.most, Math.max(TASK.least, Math.ceil(records / threads)));
  return Array.from({ length: Math.ceil(records / size) }, (_, index) => {
    const start = index * size;
    return { start, count: Math.min(size, records - start) };
  });
}

class Threads {
  readonly #most: number;
  readonly #idle: Worker[] = [];
  readonly #busy = new Map<Worker, Job>();
  readonly #queue: Job[] = [];
  #isShut = false;

  constructor(most: number) {
    this.#most = most;
  }

  run(task: CryptoTask): Promise<CryptoAnswer> {
    return new Promise((resolve, reject) => {
      this.#queue.push({ task, resolve, reject });
      this.#dispatch();
    });
  }

  async shut(): Promise<void> {
    this.#isShut = true;
    await Promise.all([...this.#idle, ...this.#busy.keys()].map((worker) => worker.terminate()));
  }

  #dispatch(): void {
    while (this.#queue.length > 0) {
      const worker = this.#idle.pop() ?? (this.#busy.size < this.#most ? this.#start() : undefined);
      if (worker === undefined) return;
      const job = this.#queue.shift()!;
      this.#busy.set(worker, job);
      worker.postMessage(job.task);
    }
  }

  #start(): Worker {
    const worker = new Worker(new URL("./crypto-worker.js", import.meta.url));
    worker.on("message", (answer: CryptoAnswer) => {
      const { resolve, reject } = this.#busy.get(worker)!;
      this.#busy.delete(worker);
      this.#idle.push(worker);
      if ("failure" in answer) reject(died(answer.failure));
      else resolve(answer);
      this.#dispatch();
    });
    worker.on("error", (error) => this.#lose(worker, error.message));
    worker.on("exit", () => this.#lose(worker, this.#isShut ? "the server stops" : "it stopped"));
    return worker;
  }

  /** Whoever waits is told; the next task starts another thread. */
  #lose(worker: Worker, why: string): void {
    this.#busy.get(worker)?.reject(died(why));
    this.#busy.delete(worker);
    const index = this.#idle.indexOf(worker);
    if (index >= 0) this.#idle.splice(index, 1);
    if (!this.#isShut) this.#dispatch();
  }
}

function died(why: string): DpError {
  return new DpError(
    "WORKER_DIED",
    `threads: a thread that seals or opens failed: ${why}; the work is done again`,
  );
}
