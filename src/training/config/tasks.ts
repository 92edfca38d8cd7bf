import type { ModelName } from "../models/model-name.js";
import type { PublicModelName } from "./public-models.js";

/** What a run learns from its data. */
export const TASK_NAMES = [
  "mnist",
  "cifar10",
  "spam",
  "sst-2",
  "cola",
  "qqp",
  "qnli",
  "mnli",
  "text",
  "e2e",
] as const;

/** A task, by name. */
export type TaskName = (typeof TASK_NAMES)[number];

/** What is known about a task without its data. */
export interface Task {
  /** The models that fit its examples; each is for the first task that it fits, unless another is named. */
  readonly models: readonly (ModelName | PublicModelName)[];
  readonly classes?: number;
  /** Whether an example is two texts. */
  readonly isPair?: true;
  /** One example, in words: what the privacy figures protect. */
  readonly unit: string;
}

const ENCODERS: Task["models"] = [
  "byte-bert",
  "bert-tiny",
  "bert-mini",
  "bert-small",
  "bert-medium",
  "bert-base",
  "roberta-base",
];
const DECODERS: Task["models"] = ["byte-gpt", "gpt2"];
const TEXT = "a text";
const PAIR = { isPair: true, unit: "a pair of texts" } as const;

/** Every task. */
export const TASKS: Readonly<Record<TaskName, Task>> = {
  mnist: {
    models: ["mnist-cnn", "mnist-cnn-relu", "mnist-hog", "mnist-vit"],
    classes: 10,
    unit: "a picture",
  },
  cifar10: { models: ["cifar10-cnn", "cifar10-cnn-relu", "vit-base"], classes: 10, unit: "a picture" },
  spam: { models: ENCODERS, classes: 2, unit: "a mail" },
  "sst-2": { models: ENCODERS, classes: 2, unit: TEXT },
  cola: { models: ENCODERS, classes: 2, unit: TEXT },
  qqp: { models: ENCODERS, classes: 2, ...PAIR },
  qnli: { models: ENCODERS, classes: 2, ...PAIR },
  mnli: { models: ENCODERS, classes: 3, ...PAIR },
  text: { models: DECODERS, unit: "a window of text" },
  e2e: { models: DECODERS, unit: "a meaning with one text that says it" },
};

/** The task that a model is for where nothing else is said. */
export function defaultTask(model: ModelName | PublicModelName): TaskName {
  return TASK_NAMES.find((name) => TASKS[name].models.includes(model))!;
}
