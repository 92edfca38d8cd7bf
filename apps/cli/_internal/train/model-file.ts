import { configuredModel, taskOf } from "../../../../src/training/config/configured-model.js";
import type { TaskName } from "../../../../src/training/config/tasks.js";
import type { TrainConfig } from "../../../../src/training/config/train-config.js";
import type { Model } from "../../../../src/training/models/model.js";
import { toJson } from "../to-json.js";

/** The file of a run folder that says what its weights are of. */
export const MODEL_FILE = "model.json";

/** The format's name, and its version. */
export const MODEL_FORMAT = "croupier-model-1";

/** What predictions need besides the weights. */
export interface ModelFile {
  readonly format: typeof MODEL_FORMAT;
  readonly task: TaskName;
  readonly model: Model;
  /** What the classes are called; absent where tokens are predicted. */
  readonly classes?: readonly string[];
  /** What becomes of a picture before the model sees it. */
  readonly features?: "oriented-gradients";
}

/** The text of the file. */
export function modelFile(config: TrainConfig, classes: readonly string[] | undefined): string {
  const file: ModelFile = {
    format: MODEL_FORMAT,
    task: taskOf(config),
    model: configuredModel(config),
    ...(classes === undefined ? {} : { classes }),
    ...(config.model === "mnist-hog" ? { features: "oriented-gradients" } : {}),
  };
  return `${toJson(file)}\n`;
}
