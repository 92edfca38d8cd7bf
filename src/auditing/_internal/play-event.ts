import { CAN_SHARE, sharedBuffer } from "../../tensor/shared-buffer.js";
import type { WorkerScript } from "../../tensor/worker-script.js";
import type { EventTask, StoppableTask } from "./audit-worker.js";
import { type PlayRun, playParts } from "./play-parts.js";
import { CHUNK, type Plays } from "./plays.js";
import { timePlays } from "./time-plays.js";

const AUDIT_WORKER: WorkerScript = {
  inPage: (Worker) => new Worker(new URL("./audit-worker.js", import.meta.url), { type: "module" }),
  inNode: { path: "./audit-worker.js", base: import.meta.url },
};

/**
 * Plays an event on threads. Where threads share memory the signal sets a flag there, and chunks that take
 * long end early; where they do not, it closes them, and the chunks that they were at are lost.
 */
export async function playEvent(task: EventTask, run: PlayRun): Promise<Plays> {
  const stop = sharedBuffer(4);
  const { signal } = run;
  const onAbort = (): void => void Atomics.store(new Int32Array(stop), 0, 1);
  signal?.addEventListener("abort", onAbort);
  if (signal?.aborted) onAbort();
  try {
    const stoppable: StoppableTask = { ...task, stop };
    return await playParts(
      { script: AUDIT_WORKER, task: stoppable, trials: task.trials, playsPerPart: CHUNK },
      { ...run, stopThemselves: CAN_SHARE },
    );
  } finally {
    signal?.removeEventListener("abort", onAbort);
  }
}

/**
 * Seconds from one play to the next on the threads together; plays that do not count, by other random
 * numbers.
 */
export function timeEvent({ event, between }: Omit<EventTask, "trials">, threads: number): Promise<number> {
  const stop = sharedBuffer(4);
  const taskOf = (trials: number): StoppableTask => ({ event, between, trials, stop });
  return timePlays({ script: AUDIT_WORKER, taskOf, playsPerPart: CHUNK, threads });
}
