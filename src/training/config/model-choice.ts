import type { TrainConfig } from "./train-config.js";

/** What a configuration says about the model. */
export type ModelChoice = Pick<
  TrainConfig,
  "model" | "task" | "sequenceLength" | "vocabulary" | "separator" | "train" | "loraRank"
>;
