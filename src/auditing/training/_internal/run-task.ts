import type { Model } from "../../../training/models/model.js";
import { protocolOf, type SettledConfig } from "../../../training/options/protocol-of.js";
import type { TrainingAdjacency } from "../../../training/protocols/training-adjacency.js";
import type { CanaryKind } from "../../canaries/canary-gradient.js";
import type { TrainingGameOptions } from "../training-game-options.js";

/** A game by its protocol's configuration, in plain data that can go to a thread. */
export interface RunTask {
  readonly config: SettledConfig;
  readonly examples: number;
  readonly model: Model;
  readonly adjacency: TrainingAdjacency;
  readonly rounds: number;
  readonly canary: CanaryKind;
  readonly normToClip: number;
  /** Without one, the platform's CSPRNG. */
  readonly seed?: number;
}

/** The game that a task names. */
export function gameOptionsOf({ config, examples, seed: _, ...game }: RunTask): TrainingGameOptions {
  return { ...game, protocol: protocolOf(config, examples, game.model) };
}
