import { Worker } from "node:worker_threads";
import { DpError } from "../../../../src/errors.js";
import type { Acceptance, Upload } from "../../../../src/federated/shuffler/shuffler-store.js";
import { packUploads } from "./pack-uploads.js";
import type { StoreAnswer, StoreCall } from "./store-call.js";

/** Who waits for an answer. */
interface Waiting {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
}
type WaitingUpload = Waiting & { readonly upload: Upload };

/** Most uploads in a transaction: a bound on how long the first one waits. */
const GROUP = 1000;

/**
 * The thread of a shuffler's store. While it writes, calls gather; then all of them go at once, the uploads
 * of a round as one transaction. So a commit's wait for the disk is shared, and no upload is answered before
 * its commit.
 */
export class StoreThread {
  readonly #worker: Worker;
  readonly #path: string;
  #calls: { readonly call: StoreCall; readonly waiting: Waiting }[] = [];
  readonly #uploads = new Map<string, { study: string; number: number; group: WaitingUpload[] }>();
  #flying: readonly Waiting[] | undefined;
  #failure: DpError | undefined;

  private constructor(path: string) {
    this.#path = path;
    this.#worker = new Worker(new URL("./shuffler-store-worker.js", import.meta.url), {
      workerData: { path },
    });
    this.#worker.on("message", (answers: readonly StoreAnswer[]) => this.#answer(answers));
    this.#worker.on("error", (error) => this.#fail(error));
    this.#worker.on("exit", () => this.#fail(new Error("its thread stopped")));
  }

  static async start(path: string): Promise<StoreThread> {
    const thread = new StoreThread(path);
    await new Promise<unknown>((resolve, reject) => {
      thread.#flying = [{ resolve, reject }];
    });
    return thread;
  }

  call<Result>(method: string, ...values: readonly unknown[]): Promise<Result> {
    return this.#wait<Result>((waiting) => this.#calls.push({ call: { method, values }, waiting }));
  }

  accept(study: string, number: number, upload: Upload): Promise<Acceptance> {
    return this.#wait<Acceptance>((waiting) => {
      const key = `${study} ${number}`;
      const round = this.#uploads.get(key) ?? { study, number, group: [] };
      this.#uploads.set(key, round);
      round.group.push({ ...waiting, upload });
    });
  }

  async stop(): Promise<void> {
    if (this.#failure === undefined) await this.call("shut");
    await this.#worker.terminate();
  }

  #wait<Result>(enqueue: (waiting: Waiting) => void): Promise<Result> {
    if (this.#failure !== undefined) return Promise.reject(this.#failure);
    const answer = new Promise<unknown>((resolve, reject) => enqueue({ resolve, reject }));
    if (this.#flying === undefined) {
      // Not at once: what else this turn brings goes along.
      this.#flying = [];
      setImmediate(() => this.#send());
    }
    return answer as Promise<Result>;
  }

  #send(): void {
    const calls = this.#calls.map(({ call }) => call);
    const waiting: Waiting[] = this.#calls.map((each) => each.waiting);
    this.#calls = [];
    const blocks: ArrayBuffer[] = [];
    for (const [key, { study, number, group }] of this.#uploads) {
      const part = group.splice(0, GROUP);
      if (group.length === 0) this.#uploads.delete(key);
      const packed = packUploads(part.map(({ upload }) => upload));
      blocks.push(packed.buffer);
      calls.push({ method: "accept", values: [study, number, packed] });
      waiting.push(forEach(part));
    }
    if (calls.length === 0) {
      this.#flying = undefined;
      return;
    }
    this.#flying = waiting;
    this.#worker.postMessage(calls, blocks);
  }

  #answer(answers: readonly StoreAnswer[]): void {
    const waiting = this.#flying ?? [];
    for (const [index, answer] of answers.entries()) {
      if ("result" in answer) waiting[index]!.resolve(answer.result);
      else waiting[index]!.reject(errorOf(answer.failure));
    }
    this.#send();
  }

  #fail(cause: Error): void {
    if (this.#failure !== undefined) return;
    const message = `store: the thread that writes ${this.#path} stopped: ${cause.message}; start the server again`;
    this.#failure = new DpError(
      "STORE_UNAVAILABLE",
      message,
      { parameter: "store", value: this.#path },
      cause,
    );
    const groups = [...this.#uploads.values()].flatMap(({ group }) => group);
    const all = [...(this.#flying ?? []), ...this.#calls.map(({ waiting }) => waiting), ...groups];
    for (const { reject } of all) reject(this.#failure);
  }
}

/** One that waits for a group's answers, for all who wait for one of them. */
function forEach(group: readonly WaitingUpload[]): Waiting {
  return {
    resolve: (acceptances) => {
      for (const [index, acceptance] of (acceptances as readonly Acceptance[]).entries())
        group[index]!.resolve(acceptance);
    },
    reject: (error) => {
      for (const { reject } of group) reject(error);
    },
  };
}

function errorOf({ code, message, details }: Extract<StoreAnswer, { failure: unknown }>["failure"]): Error {
  return code === undefined ? new Error(message) : new DpError(code, message, details);
}
