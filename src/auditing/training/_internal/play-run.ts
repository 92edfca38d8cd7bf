import type { WebWorkerConstructor, WorkerScript } from "../../../tensor/worker-script.js";
import { type PlayRun, playParts } from "../../_internal/play-parts.js";
import type { Plays } from "../../_internal/plays.js";
import { timePlays } from "../../_internal/time-plays.js";
import type { RunTask } from "./run-task.js";

/** A page's own. */
declare const Worker: WebWorkerConstructor;

const GAME_WORKER: WorkerScript = {
  inPage: () => new Worker(new URL("./training-game-worker.js", import.meta.url), { type: "module" }),
  inNode: { path: "./training-game-worker.js", base: import.meta.url },
};

/**
 * A play takes long enough to be a part of its own: all threads have work to the end, and little is lost
 * where it stops.
 */
const PLAYS_PER_PART = 1;

/** Plays a run's rounds again on threads, each play by random numbers of its own. */
export function playRun(task: RunTask, trials: number, run: PlayRun): Promise<Plays> {
  return playParts({ script: GAME_WORKER, task, trials, playsPerPart: PLAYS_PER_PART }, run);
}

/**
 * Seconds from one play to the next, all threads together; plays that do not count, by other random numbers.
 */
export function timeRun({ seed: _, ...task }: RunTask, threads: number): Promise<number> {
  return timePlays({ script: GAME_WORKER, taskOf: () => task, playsPerPart: PLAYS_PER_PART, threads });
}
