import { openWorkerPool, type WorkerPoolOptions } from "../../tensor/open-worker-pool.js";
import type { Plays } from "./plays.js";

/** Long enough for a rate, short enough to wait for; the first plays are slower than the others. */
const LONG_ENOUGH_SECONDS = 0.25;
const LONG_ENOUGH_AT_FIRST_SECONDS = 2;
const GROWTH = 4;
const MAX_PLAYS = 2 ** 14;

/** What is timed; of the task's plays none counts. */
export interface TimedTask<Task> {
  readonly script: WorkerPoolOptions<null>["script"];
  readonly taskOf: (trials: number) => Task;
  readonly playsPerPart: number;
  readonly threads: number;
}

/** Seconds from one play to the next on the threads together, once they are started. */
export async function timePlays<Task>(timed: TimedTask<Task>): Promise<number> {
  const { script, taskOf, playsPerPart, threads } = timed;
  const pool = await openWorkerPool<null, Task, Plays>({ script, threads, setup: null });
  try {
    const first = playsPerPart === 1 ? pool.threads : 1;
    for (let trials = first; ; trials *= GROWTH) {
      const start = performance.now();
      await pool.run(taskOf(trials), Math.ceil(trials / playsPerPart), () => {});
      const seconds = (performance.now() - start) / 1000;
      const enough = trials === first ? LONG_ENOUGH_AT_FIRST_SECONDS : LONG_ENOUGH_SECONDS;
      if (seconds >= enough || trials >= MAX_PLAYS) return seconds / trials;
    }
  } finally {
    await pool.close();
  }
}
