import { DpError } from "../../errors.js";
import { openWorkerPool, type WorkerPool } from "../../tensor/open-worker-pool.js";
import type { WorkerScript } from "../../tensor/worker-script.js";
import { checkSignal } from "../../validate.js";
import type { AccountingTask } from "./accounting-task.js";

type Pool = WorkerPool<AccountingTask, unknown>;

/** Asks the thread, and waits for its answer. */
export type Ask = <Answer>(task: AccountingTask) => Promise<Answer>;

/**
 * One thread, and the questions that wait for it. A question that is given up in the middle ends the thread:
 * the next one starts another.
 */
export class AccountingThread {
  readonly #script: WorkerScript;
  readonly #signal: AbortSignal | undefined;
  #pool: Pool | undefined;
  #last: Promise<unknown> = Promise.resolve();
  #isClosed = false;

  constructor(script: WorkerScript, signal: AbortSignal | undefined) {
    this.#script = script;
    this.#signal = signal;
  }

  async open(): Promise<Pool> {
    this.#checkOpen();
    if (this.#pool !== undefined) return this.#pool;
    const script = this.#script;
    const signal = this.#signal;
    this.#pool = await openWorkerPool<null, AccountingTask, unknown>({
      script,
      threads: 1,
      setup: null,
      signal,
    });
    if (this.#isClosed) await this.#stop();
    this.#checkOpen();
    return this.#pool;
  }

  /** Has a question answered after those before it, unless its signal comes first. */
  async inTurn<Answer>(
    where: string,
    signal: AbortSignal | undefined,
    answer: (ask: Ask) => Promise<Answer>,
  ): Promise<Answer> {
    checkSignal(`${where}: signal`, signal);
    let isOurs = false;
    const turn = this.#last.then(async () => {
      const pool = signal?.aborted ? undefined : await this.open();
      if (pool === undefined || signal?.aborted) return undefined;
      isOurs = true;
      return answer((task) => askPool(pool, plain(task))).finally(() => {
        isOurs = false;
      });
    });
    this.#last = turn.catch(() => {});
    return (await orAborted(where, signal, turn, () => (isOurs ? this.#stop() : undefined))) as Answer;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#stop();
  }

  #checkOpen(): void {
    if (this.#isClosed || this.#signal?.aborted) throw cancelled("background accountant", this.#signal);
  }

  async #stop(): Promise<void> {
    const pool = this.#pool;
    this.#pool = undefined;
    await pool?.close();
  }
}

async function askPool<Answer>(pool: Pool, task: AccountingTask): Promise<Answer> {
  let answer: unknown;
  await pool.run(task, 1, (part) => {
    answer = part;
  });
  return answer as Answer;
}

/** The answer, or the refusal as soon as the signal comes; `stop` is called then. */
function orAborted<Answer>(
  where: string,
  signal: AbortSignal | undefined,
  answer: Promise<Answer>,
  stop: () => unknown,
): Promise<Answer> {
  if (signal === undefined) return answer;
  return new Promise((resolve, reject) => {
    const onAbort = () => {
      reject(cancelled(where, signal));
      stop();
    };
    answer.then(resolve, reject).finally(() => signal.removeEventListener("abort", onAbort));
    if (signal.aborted) onAbort();
    else signal.addEventListener("abort", onAbort, { once: true });
  });
}

function cancelled(where: string, signal: AbortSignal | undefined): DpError {
  const message = `${where}: given up before the answer; ask again, of another accountant if this one is closed`;
  return new DpError("CANCELLED", message, {}, signal?.reason);
}

/** A copy such as goes to another thread. */
function plain(task: AccountingTask): AccountingTask {
  try {
    return structuredClone(task);
  } catch (cause) {
    const allowed = "plain data";
    throw new DpError(
      "BAD_INPUT",
      `${task.question}: event and options must be ${allowed}, got what cannot go to another thread; leave out functions`,
      { parameter: "event", value: undefined, allowed },
      cause,
    );
  }
}
