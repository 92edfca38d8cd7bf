import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { DpError } from "../../../../src/errors.js";
import { TASK_NAMES } from "../../../../src/training/config/tasks.js";
import { isTokenInput } from "../../../../src/training/layers/token-input.js";
import {
  classesOf,
  dimensionOf,
  frozenDimensionOf,
  type Model,
  targetOf,
} from "../../../../src/training/models/model.js";
import { modelTensors } from "../../../../src/training/models/model-tensors.js";
import { readModel } from "../../../../src/training/models/read-model.js";
import { openPredictor, type Predictor } from "../../../../src/training/prediction/predictor.js";
import { byteTokenizer } from "../../../../src/training/text/byte-tokenizer.js";
import type { Tokenizer } from "../../../../src/training/text/tokenizer.js";
import { checkArray, checkOneOf, checkOptions, show, wrongShape } from "../../../../src/validate.js";
import { checkVocabulary } from "../../../shared/train/check-tokenizer.js";
import { readTensors } from "../../../shared/train/read-tensors.js";
import { FROZEN_FILE, readFrozen } from "../train/frozen-file.js";
import { MODEL_FILE, MODEL_FORMAT, type ModelFile } from "../train/model-file.js";
import { openTokenizer, TOKENIZER_FILE } from "../train/tokenizer-files.js";

const WEIGHTS = "weights.safetensors";

/** A trained model from a run's folder. */
export interface Trained {
  readonly about: ModelFile;
  readonly predictor: Predictor;
  /** Of a model that reads texts. */
  readonly tokenizer: Tokenizer;
}

/** Opens what a run trained, with the weights that it ended with. */
export async function openTrained(folder: string, tokenizerPath: string | undefined): Promise<Trained> {
  const about = readModelFile(folder);
  const { model } = about;
  const file = join(folder, WEIGHTS);
  if (!existsSync(file)) {
    throw noRun(
      folder,
      `has no ${WEIGHTS}: the run has not ended; go on with croupier train --resume ${folder}`,
    );
  }
  const weights = new Float32Array(dimensionOf(model));
  await readTensors(file, modelTensors(model, weights));
  const frozen = await readFrozen(folder, model);
  if (frozen === undefined && frozenDimensionOf(model) > 0)
    throw noRun(folder, `has no ${FROZEN_FILE}: the weights that the run left alone are missing`);
  const tokenizer = await tokenizerOf(folder, about, tokenizerPath);
  return { about, predictor: await openPredictor({ model, weights, frozen }), tokenizer };
}

/** The tokenizer that is given, or the one that the run kept. */
async function tokenizerOf(folder: string, about: ModelFile, given: string | undefined): Promise<Tokenizer> {
  if (!isTokenInput(about.model.input)) return byteTokenizer;
  const kept = about.tokenizer === undefined ? undefined : join(folder, about.tokenizer);
  if (given === undefined && kept === undefined) return byteTokenizer;
  const opened =
    given === undefined ? openTokenizer(`--run ${folder}:`, kept!) : openTokenizer("--tokenizer", given);
  const { tokenizer } = await opened;
  checkVocabulary(about.model, tokenizer);
  return tokenizer;
}

function readModelFile(folder: string): ModelFile {
  const path = join(folder, MODEL_FILE);
  if (!existsSync(path))
    throw noRun(folder, `has no ${MODEL_FILE}: give the folder of a run of croupier train`);
  try {
    return checkModelFile(JSON.parse(readFileSync(path, "utf8")));
  } catch (cause) {
    const message = `${path} is not readable: ${(cause as Error).message}`;
    throw new DpError("DATA_UNREADABLE", message, { parameter: "--run", value: folder }, cause);
  }
}

/** Checked as a stranger's. */
function checkModelFile(value: unknown): ModelFile {
  const {
    format,
    task,
    model: given,
    classes,
    features,
    tokenizer,
  } = checkOptions(MODEL_FILE, value as ModelFile, "content");
  if (format !== MODEL_FORMAT) throw wrongShape("format", format, MODEL_FORMAT);
  const model = readModel(MODEL_FILE, given);
  if (tokenizer !== undefined) checkOneOf("tokenizer", tokenizer, [TOKENIZER_FILE]);
  if (features !== undefined) checkOneOf("features", features, ["oriented-gradients"]);
  return {
    format,
    task: checkOneOf("task", task, TASK_NAMES),
    model,
    ...(targetOf(model) === "class" ? { classes: checkClasses(model, classes) } : {}),
    ...(features === undefined ? {} : { features }),
    ...(tokenizer === undefined ? {} : { tokenizer }),
  };
}

function checkClasses(model: Model, classes: unknown): readonly string[] {
  const names = checkArray("classes", classes as readonly unknown[]);
  if (names.length === classesOf(model) && names.every((name) => typeof name === "string"))
    return names as string[];
  throw wrongShape("classes", show(names), `${classesOf(model)} names`);
}

function noRun(folder: string, problem: string): DpError {
  return new DpError("DATA_UNREADABLE", `--run ${folder} ${problem}`, {
    parameter: "--run",
    value: folder,
    allowed: "the folder of a run",
  });
}
