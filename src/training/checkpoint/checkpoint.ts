import type { TrainConfig } from "../config/train-config.js";
import type { TrainingState } from "../loop/training-state.js";

/**
 * A run in one file, to go on from: its configuration, before noise and rounds are settled, and its state.
 */
export interface Checkpoint {
  /** What the run is called, e.g. after its preset. */
  readonly name: string;
  readonly config: TrainConfig;
  readonly state: TrainingState;
}
