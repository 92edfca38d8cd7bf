import { taskOf } from "../../../../src/training/config/configured-model.js";
import type { TaskName } from "../../../../src/training/config/tasks.js";
import type { TrainConfig } from "../../../../src/training/config/train-config.js";
import { loadCifar10 } from "../../../../src/training/data/load-cifar10.js";
import { loadMnist } from "../../../../src/training/data/load-mnist.js";
import { orientedGradients } from "../../../../src/training/data/oriented-gradients.js";
import { byteTokenizer } from "../../../../src/training/text/byte-tokenizer.js";
import { loadGlue } from "../../../../src/training/text/load-glue.js";
import { loadSpamAssassin } from "../../../../src/training/text/load-spam-assassin.js";
import type { Tokenizer } from "../../../../src/training/text/tokenizer.js";
import { classesTask, textClassesTask } from "./classes-task.js";
import { languageTask } from "./language-task.js";
import type { LoadedTask } from "./loaded-task.js";
import { meaningTask } from "./meaning-task.js";
import { missingData } from "./missing-data.js";

const DIGITS = Array.from({ length: 10 }, (_, digit) => String(digit));

const CIFAR10 = "airplane automobile bird cat deer dog frog horse ship truck".split(" ");

/** Where a task's data are, and how they are read. */
export interface TaskSource {
  /** By default those of a package that comes with the tests, where there is one. */
  readonly path?: string | undefined;
  /** What cuts texts into tokens; bytes by default. */
  readonly tokenizer?: Tokenizer | undefined;
  /** Hears what of the data was cut. */
  readonly warn: (message: string) => void;
}

type Source = TaskSource & { readonly tokenizer: Tokenizer };

type Load = (config: TrainConfig, source: Source) => Promise<LoadedTask>;

const glue =
  (task: "sst-2" | "cola" | "qqp" | "qnli" | "mnli"): Load =>
  async (config, { path, tokenizer }) => {
    return textClassesTask(await loadGlue({ directory: given(config, path), task }), config, tokenizer);
  };

const LOADERS: Readonly<Record<TaskName, Load>> = {
  mnist: loadMnistTask,
  cifar10: async (config, { path }) =>
    classesTask(await loadCifar10({ directory: given(config, path) }), CIFAR10),
  spam: async (config, { path, tokenizer }) =>
    textClassesTask(
      path === undefined ? await loadSpamAssassin() : await loadGlue({ directory: path, task: "sst-2" }),
      config,
      tokenizer,
    ),
  "sst-2": glue("sst-2"),
  cola: glue("cola"),
  qqp: glue("qqp"),
  qnli: glue("qnli"),
  mnli: glue("mnli"),
  text: async (config, { path, tokenizer }) => languageTask(config, path, tokenizer),
  e2e: async (config, { path, ...reading }) => meaningTask(config, given(config, path), reading),
};

/** The data of a configuration's task: those of `--data`, or of a package that comes with the tests. */
export function loadTask(
  config: TrainConfig,
  { path, tokenizer = byteTokenizer, warn }: TaskSource,
): Promise<LoadedTask> {
  return LOADERS[taskOf(config)](config, { path, tokenizer, warn });
}

async function loadMnistTask({ model }: TrainConfig, { path: directory }: Source): Promise<LoadedTask> {
  const data = await loadMnist(directory === undefined ? {} : { directory });
  if (model !== "mnist-hog") return classesTask(data, DIGITS);
  const features = { train: orientedGradients(data.train), test: orientedGradients(data.test) };
  return classesTask({ ...data, ...features }, DIGITS);
}

function given(config: TrainConfig, path: string | undefined): string {
  if (path !== undefined) return path;
  throw missingData(config);
}
