import { DpError } from "../../errors.js";
import { openWorkerPool, type WorkerPoolOptions } from "../../tensor/open-worker-pool.js";
import type { Plays } from "./plays.js";

/** What threads play, and how it is cut into parts. */
export interface PlayedTask<Task> {
  readonly script: WorkerPoolOptions<null>["script"];
  readonly task: Task;
  readonly trials: number;
  /** Plays of every part but the last. */
  readonly playsPerPart: number;
}

/** How threads play. */
export interface PlayRun {
  readonly threads: number;
  /** Closes the threads at once, unless they stop by themselves. */
  readonly signal: AbortSignal | undefined;
  readonly stopThemselves?: boolean;
  readonly onPlayed: (played: number) => void;
}

/**
 * Plays on threads; stopped early, the plays are those before the first that is missing, in the order of
 * their numbers.
 */
export async function playParts<Task>(
  { script, task, trials, playsPerPart }: PlayedTask<Task>,
  { threads, signal, stopThemselves = false, onPlayed }: PlayRun,
): Promise<Plays> {
  const secrets = new Uint8Array(trials);
  const scores = new Float64Array(trials);
  let played = 0;
  let expected = 0;
  const onPart = (part: Plays): void => {
    if (played < expected) throw new DpError("CANCELLED", "audit: plays before these are missing");
    secrets.set(part.secrets, played);
    scores.set(part.scores, played);
    played += part.scores.length;
    expected += playsPerPart;
    onPlayed(played);
  };
  try {
    const closing = stopThemselves ? undefined : signal;
    const pool = await openWorkerPool<null, Task, Plays>({ script, threads, setup: null, signal: closing });
    await pool.run(task, Math.ceil(trials / playsPerPart), onPart).finally(() => pool.close());
  } catch (error) {
    if (signal?.aborted !== true) throw error;
  }
  return { secrets: secrets.subarray(0, played), scores: scores.subarray(0, played) };
}
