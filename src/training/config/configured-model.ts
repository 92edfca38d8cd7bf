import { inputShape, isTokenInput } from "../layers/token-input.js";
import { byteBert } from "../models/byte-bert.js";
import { headModel } from "../models/head-model.js";
import { loraModel } from "../models/lora-model.js";
import type { Model } from "../models/model.js";
import { type ModelName, modelOf } from "../models/model-name.js";
import { architectureModel } from "../models/pretrained/architecture.js";
import { configuredArchitecture } from "./configured-architecture.js";
import type { ModelChoice } from "./model-choice.js";
import { isPublicModel } from "./public-models.js";
import { defaultTask, TASKS, type TaskName } from "./tasks.js";

/** The task of a configuration. */
export function taskOf({ model, task = defaultTask(model) }: ModelChoice): TaskName {
  return task;
}

/** The model that a configuration names, with its task's classes and its length, all of it trained. */
export function baseModel(choice: ModelChoice): Model {
  const architecture = configuredArchitecture(choice);
  if (architecture !== undefined) return architectureModel(architecture);
  const { model, sequenceLength: length, vocabulary } = choice;
  if (model !== "byte-bert") return modelOf(model as ModelName);
  return byteBert({
    classes: TASKS[taskOf(choice)].classes!,
    ...(length === undefined ? {} : { length }),
    ...(vocabulary === undefined ? {} : { vocabulary }),
  });
}

/** The model that a configuration trains: {@link baseModel}, frozen and adapted as it says. */
export function configuredModel(choice: ModelChoice): Model {
  const base = baseModel(choice);
  const { train = "all", loraRank } = choice;
  if (train === "all") return base;
  return train === "head" ? headModel(base) : loraModel(base, { rank: loraRank! });
}

/**
 * Whether a configuration's model reads texts by the tokens of a public vocabulary; else by their bytes, or
 * no texts.
 */
export function readsTokens(choice: ModelChoice): boolean {
  return (
    isTokenInput(baseModel(choice).input) && (choice.vocabulary !== undefined || isPublicModel(choice.model))
  );
}

/** One record of a configuration's data, in words: what its privacy figures protect. */
export function unitOf(choice: ModelChoice): string {
  const task = taskOf(choice);
  if (task !== "text") return TASKS[task].unit;
  const tokens = readsTokens(choice) ? "tokens" : "bytes";
  return `${TASKS.text.unit} of ${inputShape(baseModel(choice).input).height} ${tokens}`;
}
