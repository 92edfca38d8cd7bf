import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { DpError } from "../../../../src/errors.js";
import type { RandomSource } from "../../../../src/random/random-source.js";
import { configuredArchitecture } from "../../../../src/training/config/configured-architecture.js";
import { baseModel } from "../../../../src/training/config/configured-model.js";
import type { TrainConfig } from "../../../../src/training/config/train-config.js";
import { isTokenInput } from "../../../../src/training/layers/token-input.js";
import { isLayer } from "../../../../src/training/models/block.js";
import { initialWeights } from "../../../../src/training/models/initial-weights.js";
import type { Model } from "../../../../src/training/models/model.js";
import { modelTensors } from "../../../../src/training/models/model-tensors.js";
import { checkpointHasHead } from "../../../../src/training/models/pretrained/checkpoint-has-head.js";
import { weightsFromCheckpoint } from "../../../../src/training/models/pretrained/weights-from-checkpoint.js";
import { openSafetensors } from "../../../../src/training/safetensors/open-safetensors.js";
import type { NamedTensor } from "../../../../src/training/safetensors/tensor-file.js";
import type { TensorReader } from "../../../../src/training/safetensors/tensor-reader.js";
import { readTensors } from "../../../shared/train/read-tensors.js";
import { printError } from "../run-program.js";
import { FROZEN_FILE } from "./frozen-file.js";

/** The embedding of a public checkpoint has a row for each token. */
const EMBEDDING = /(word_embeddings|wte)\.weight$/;

/** How names of tensors begin in weights.safetensors: with the layer's place. */
const OWN_NAME = /^\d+\./;

/**
 * The weights of a configuration's whole model from the file of `--init`, which has its tensors' names or, of
 * public architectures, those of public checkpoints; a head that the file lacks, or has for other classes,
 * begins at random.
 */
export async function initFromFile(
  file: string,
  config: TrainConfig,
  source: RandomSource,
): Promise<Float32Array> {
  try {
    const reader = await openSafetensors(file);
    try {
      const isOwn = reader.tensors.some(({ name }) => OWN_NAME.test(name));
      return isOwn
        ? await fromOwnNames(file, config, source, reader)
        : await fromPublicNames(file, config, source, reader);
    } finally {
      await reader.close();
    }
  } catch (error) {
    if (!(error instanceof DpError)) throw error;
    throw new DpError(error.code, `--init: ${error.message}`, error.details, error);
  }
}

async function fromOwnNames(
  file: string,
  config: TrainConfig,
  source: RandomSource,
  reader: TensorReader,
): Promise<Float32Array> {
  const model = baseModel(config);
  const weights = initialWeights(model, source);
  const tensors = modelTensors(model, weights);
  const lastBlock = model.layers.findLastIndex((block) => !isLayer(block));
  const isHead = ({ name }: { readonly name: string }) => Number(name.split(".", 1)[0]) > lastBlock;
  const head = new Set(lastBlock < 0 ? [] : tensors.filter(isHead).map(({ name }) => name));
  checkWhole(file, tensors, reader);
  const left = await readTensors(file, tensors, head);
  if (left.length > 0) printError(`${file} has no such head: ${left.join(", ")} begin at random`);
  return weights;
}

async function fromPublicNames(
  file: string,
  config: TrainConfig,
  source: RandomSource,
  reader: TensorReader,
): Promise<Float32Array> {
  const architecture = configuredArchitecture(config);
  if (architecture === undefined) {
    const allowed = `the tensors of weights.safetensors: ${config.model} is no public architecture`;
    const message = `${file} must have ${allowed}, and has ${reader.tensors[0]?.name ?? "none"}`;
    throw new DpError("DATA_UNREADABLE", message, { parameter: "--init", value: file, allowed });
  }
  checkTokens(file, baseModel(config), reader);
  const hasHead = checkpointHasHead(architecture, reader);
  const { weights } = await weightsFromCheckpoint(architecture, reader, hasHead ? {} : { newHead: source });
  if (!hasHead) printError(`${file} has no such head: it begins at random`);
  return weights;
}

/** A run that left most weights alone keeps them in a file of their own. */
function checkWhole(file: string, tensors: readonly NamedTensor[], reader: TensorReader): void {
  const names = new Set(reader.tensors.map(({ name }) => name));
  const isWhole = tensors.every(({ name }) => names.has(name));
  if (isWhole || !existsSync(join(dirname(file), FROZEN_FILE))) return;
  const allowed = "the file that this run began with, or weights of a run with --train all";
  const message = `${file} has only the weights that its run trained; give ${allowed}`;
  throw new DpError("DATA_UNREADABLE", message, { parameter: "--init", value: file, allowed });
}

function checkTokens(file: string, { input }: Model, { tensors }: TensorReader): void {
  const known = tensors.find(({ name }) => EMBEDDING.test(name))?.shape[0];
  if (!isTokenInput(input) || known === undefined || known === input.vocabulary) return;
  const problem = `knows ${known} tokens, and the tokenizer has ${input.vocabulary}`;
  const message = `${file} ${problem}; take the tokenizer that came with it`;
  throw new DpError("DATA_UNREADABLE", message, { parameter: "--init", value: known });
}
