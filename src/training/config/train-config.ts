import type { ModelName } from "../models/model-name.js";
import type { RunConfig } from "../options/run-config.js";

/**
 * Everything that decides what a training run computes, but for the data; plain JSON, as configuration files, presets and the
 * command line have it. {@link readTrainConfig} makes one from untrusted input, {@link trainOptionsOf} turns it into options for
 * `train`.
 */
export type TrainConfig = RunConfig & {
  readonly model: ModelName;
  /** Makes the run a repeatable simulation: its noise can be recomputed, so nothing in it is private. */
  readonly seed?: number;
};
