/** The script of the threads that play training runs. */
import { secureSource, seededSource } from "../../../random/index.js";
import { serveTasks } from "../../../tensor/serve-tasks.js";
import { playChunk } from "../../_internal/plays.js";
import { openTrainingGame } from "../training-game.js";
import { gameOptionsOf, type RunTask } from "./run-task.js";

const isStopped = (): boolean => false;

serveTasks((_: null) => (task: RunTask) => {
  const game = openTrainingGame(gameOptionsOf(task));
  const source = task.seed === undefined ? secureSource() : seededSource(task.seed);
  return async (index) => playChunk(await game, source, { index, plays: 1, isStopped });
});
