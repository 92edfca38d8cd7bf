/** The script of the threads that play events. */
import type { MechanismEvent } from "../../privacy/index.js";
import { secureSource, seededSource } from "../../random/index.js";
import { serveTasks } from "../../tensor/serve-tasks.js";
import { gameOf } from "../games/game-of.js";
import type { GameOptions } from "../games/game-options.js";
import { CHUNK, type Plays, playChunkNow } from "./plays.js";

/** What the threads play. */
export interface EventTask {
  readonly event: MechanismEvent;
  readonly between: GameOptions;
  readonly trials: number;
  /** Without one, the platform's CSPRNG. */
  readonly seed?: number;
}

/** With a flag in shared memory: other than 0, and the threads are to stop. */
export interface StoppableTask extends EventTask {
  readonly stop: ArrayBufferLike;
}

/** A chunk that takes less is played to its end. */
const LONG_CHUNK_MS = 200;
const NO_PLAYS: Plays = { secrets: new Uint8Array(), scores: new Float64Array() };

serveTasks(() => ({ event, between, trials, seed, stop }: StoppableTask) => {
  const { trial } = gameOf(event, between);
  const source = seed === undefined ? secureSource() : seededSource(seed);
  const flag = new Int32Array(stop);
  const isFlagged = (): boolean => Atomics.load(flag, 0) !== 0;
  return (index) => {
    if (isFlagged()) return NO_PLAYS;
    const start = performance.now();
    const isStopped = (): boolean => isFlagged() && performance.now() - start > LONG_CHUNK_MS;
    const plays = Math.min(CHUNK, trials - index * CHUNK);
    return playChunkNow(trial, source, { index, plays, isStopped });
  };
});
