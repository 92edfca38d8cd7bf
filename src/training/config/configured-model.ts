import { inputShape } from "../layers/token-input.js";
import { byteBert } from "../models/byte-bert.js";
import { byteGpt } from "../models/byte-gpt.js";
import { headModel } from "../models/head-model.js";
import { loraModel } from "../models/lora-model.js";
import type { Model } from "../models/model.js";
import { modelOf } from "../models/model-name.js";
import { defaultTask, TASKS, type TaskName } from "./tasks.js";
import type { TrainConfig } from "./train-config.js";

/** What a configuration says about the model. */
export type ModelChoice = Pick<TrainConfig, "model" | "task" | "sequenceLength" | "train" | "loraRank">;

/** The task of a configuration. */
export function taskOf({ model, task = defaultTask(model) }: ModelChoice): TaskName {
  return task;
}

/** The model that a configuration names, with its task's classes and its length, all of it trained. */
export function baseModel(choice: ModelChoice): Model {
  const { model, sequenceLength } = choice;
  const length = sequenceLength === undefined ? {} : { length: sequenceLength };
  if (model === "byte-bert") return byteBert({ classes: TASKS[taskOf(choice)].classes!, ...length });
  return model === "byte-gpt" ? byteGpt(length) : modelOf(model);
}

/** The model that a configuration trains: {@link baseModel}, frozen and adapted as it says. */
export function configuredModel(choice: ModelChoice): Model {
  const base = baseModel(choice);
  const { train = "all", loraRank } = choice;
  if (train === "all") return base;
  return train === "head" ? headModel(base) : loraModel(base, { rank: loraRank! });
}

/** One record of a configuration's data, in words: what its privacy figures protect. */
export function unitOf(choice: ModelChoice): string {
  const task = taskOf(choice);
  if (task !== "text") return TASKS[task].unit;
  return `${TASKS.text.unit} of ${inputShape(baseModel(choice).input).height} bytes`;
}
