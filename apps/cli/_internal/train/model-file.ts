import { readFileSync } from "node:fs";
import { join } from "node:path";
import { configuredModel, readsTokens, taskOf } from "../../../../src/training/config/configured-model.js";
import type { TaskName } from "../../../../src/training/config/tasks.js";
import type { TrainConfig } from "../../../../src/training/config/train-config.js";
import type { Model } from "../../../../src/training/models/model.js";
import { toJson } from "../to-json.js";
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
}

/** The text of the file. */
export function modelFile(
  config: TrainConfig,
  { classes, init }: { readonly classes?: readonly string[] | undefined; readonly init?: string | undefined },
): string {
  const file: ModelFile = {
    format: MODEL_FORMAT,
    task: taskOf(config),
    model: configuredModel(config),
    ...(classes === undefined ? {} : { classes }),
    ...(config.model === "mnist-hog" ? { features: "oriented-gradients" } : {}),
    ...(readsTokens(config) ? { tokenizer: TOKENIZER_FILE } : {}),
    ...(init === undefined ? {} : { init }),
  };
  return `${toJson(file)}\n`;
}

/** Where the first weights of a run in this folder came from, which a resumed run goes on saying; undefined where nothing is known. */
export function initOf(folder: string): string | undefined {
  try {
    const { init }: Partial<ModelFile> = JSON.parse(readFileSync(join(folder, MODEL_FILE), "utf8"));
    return typeof init === "string" ? init : undefined;
  } catch {
    return undefined;
  }
}
