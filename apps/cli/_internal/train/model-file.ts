import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { configuredModel, readsTokens, taskOf } from "../../../../src/training/config/configured-model.js";
import type { TaskName } from "../../../../src/training/config/tasks.js";
import type { TrainConfig } from "../../../../src/training/config/train-config.js";
import type { Model } from "../../../../src/training/models/model.js";
import { toJson } from "../../../shared/words/to-json.js";
import { TOKENIZER_FILE } from "./tokenizer-files.js";

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
  /** The file beside it that cuts texts into tokens; absent where their bytes are the tokens. */
  readonly tokenizer?: typeof TOKENIZER_FILE;
  /** The file that the run's first weights came from. */
  readonly init?: string;
  /** The absolute path that `--data` named; absent where the data come with a package. */
  readonly data?: string;
}

/** What of a model file follows from the data and the command line. */
export interface ModelCircumstances {
  readonly classes?: readonly string[] | undefined;
  readonly init?: string | undefined;
  readonly data?: string | undefined;
}

/** The text of the file. */
export function modelFile(config: TrainConfig, { classes, init, data }: ModelCircumstances): string {
  const file: ModelFile = {
    format: MODEL_FORMAT,
    task: taskOf(config),
    model: configuredModel(config),
    ...(classes === undefined ? {} : { classes }),
    ...(config.model === "mnist-hog" ? { features: "oriented-gradients" } : {}),
    ...(readsTokens(config) ? { tokenizer: TOKENIZER_FILE } : {}),
    ...(init === undefined ? {} : { init }),
    ...(data === undefined ? {} : { data: resolve(data) }),
  };
  return `${toJson(file)}\n`;
}

/**
 * Where the first weights of a run in this folder and its data came from, which a resumed run goes on with;
 * empty where nothing is known.
 */
export function originsOf(folder: string): Pick<ModelCircumstances, "init" | "data"> {
  try {
    const { init, data }: Record<string, unknown> = JSON.parse(
      readFileSync(join(folder, MODEL_FILE), "utf8"),
    );
    const known = (path: unknown): string | undefined => (typeof path === "string" ? path : undefined);
    return { init: known(init), data: known(data) };
  } catch {
    return {};
  }
}
