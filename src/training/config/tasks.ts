import type { ModelName } from "../models/model-name.js";

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
  /** The models that fit its examples; it is the default task of those whose names begin as it says. */
  readonly models: readonly ModelName[];
  readonly classes?: number;
  /** Whether an example is two texts. */
  readonly isPair?: true;
  /** One example, in words: what the privacy figures protect. */
  readonly unit: string;
}

const BYTES: readonly ModelName[] = ["byte-bert"];
const TEXT = "a text";
const PAIR = { isPair: true, unit: "a pair of texts" } as const;

/** Every task. */
export const TASKS: Readonly<Record<TaskName, Task>> = {
  mnist: {
    models: ["mnist-cnn", "mnist-cnn-relu", "mnist-hog", "mnist-vit"],
    classes: 10,
    unit: "a picture",
  },
  cifar10: { models: ["cifar10-cnn", "cifar10-cnn-relu"], classes: 10, unit: "a picture" },
  spam: { models: BYTES, classes: 2, unit: "a mail" },
  "sst-2": { models: BYTES, classes: 2, unit: TEXT },
  cola: { models: BYTES, classes: 2, unit: TEXT },
  qqp: { models: BYTES, classes: 2, ...PAIR },
  qnli: { models: BYTES, classes: 2, ...PAIR },
  mnli: { models: BYTES, classes: 3, ...PAIR },
  text: { models: ["byte-gpt"], unit: "a window of text" },
  e2e: { models: ["byte-gpt"], unit: "a meaning with one text that says it" },
};

/** The task that a model is for where nothing else is said. */
export function defaultTask(model: ModelName): TaskName {
  return TASK_NAMES.find((name) => TASKS[name].models.includes(model))!;
}
