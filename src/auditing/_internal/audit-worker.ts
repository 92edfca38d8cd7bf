/** The script of the threads that play events. */
import type { MechanismEvent } from "../../privacy/index.js";
import { secureSource, seededSource } from "../../random/index.js";
import { serveTasks } from "../../tensor/serve-tasks.js";
import { gameOf } from "../games/game-of.js";
import type { GameOptions } from "../games/game-options.js";
import { CHUNK, playChunkNow } from "./plays.js";

/** What the threads play. */
export interface EventTask {
  readonly event: MechanismEvent;
  readonly between: GameOptions;
  readonly trials: number;
  /** Without one, the platform's CSPRNG. */
  readonly seed?: number;
}

serveTasks(() => ({ event, between, trials, seed }: EventTask) => {
  const { trial } = gameOf(event, between);
  const source = seed === undefined ? secureSource() : seededSource(seed);
  return (index) => {
    const plays = Math.min(CHUNK, trials - index * CHUNK);
    return playChunkNow(trial, source, { index, plays });
  };
});
