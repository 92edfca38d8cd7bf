import { openWorkerPool } from "../../tensor/open-worker-pool.js";
import type { WorkerScript } from "../../tensor/worker-script.js";
import type { EventTask } from "./audit-worker.js";
import { CHUNK, type Plays } from "./plays.js";

const AUDIT_WORKER: WorkerScript = {
  inPage: (Worker) => new Worker(new URL("./audit-worker.js", import.meta.url), { type: "module" }),
  inNode: { path: "./audit-worker.js", base: import.meta.url },
};

/** Plays an event on threads; once the signal comes, the plays are those of the chunks before the first that is missing. */
export async function playEvent(
  task: EventTask,
  run: {
    readonly threads: number;
    readonly signal: AbortSignal | undefined;
    readonly onPlayed: (played: number) => void;
  },
): Promise<Plays> {
  const secrets = new Uint8Array(task.trials);
  const scores = new Float64Array(task.trials);
  let played = 0;
  const onPart = (part: Plays): void => {
    secrets.set(part.secrets, played);
    scores.set(part.scores, played);
    played += part.scores.length;
    run.onPlayed(played);
  };
  try {
    const { threads, signal } = run;
    const pool = await openWorkerPool<null, EventTask, Plays>({
      ...{ script: AUDIT_WORKER, threads, setup: null, signal },
    });
    await pool.run(task, Math.ceil(task.trials / CHUNK), onPart).finally(() => pool.close());
  } catch (error) {
    if (run.signal?.aborted !== true) throw error;
  }
  return { secrets: secrets.subarray(0, played), scores: scores.subarray(0, played) };
}
