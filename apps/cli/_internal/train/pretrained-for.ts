import { DpError } from "../../../../src/errors.js";
import type { RandomSource } from "../../../../src/random/random-source.js";
import { secureSource } from "../../../../src/random/secure-source.js";
import { baseModel, configuredModel } from "../../../../src/training/config/configured-model.js";
import type { TrainConfig } from "../../../../src/training/config/train-config.js";
import type { PretrainedWeights } from "../../../../src/training/loop/train-circumstances.js";
import { headWeights } from "../../../../src/training/models/head-weights.js";
import { loraWeights } from "../../../../src/training/models/lora-weights.js";
import { frozenDimensionOf } from "../../../../src/training/models/model.js";
import { readFrozen } from "./frozen-file.js";
import { initFromFile } from "./init-from-file.js";
import type { Run } from "./open-run.js";

export interface PretrainedSources {
  /** Of `--init`. */
  readonly init: string | undefined;
  /** Of what begins at random; the platform's CSPRNG where the run has no seed. */
  readonly source: RandomSource | undefined;
}

/**
 * The weights that a run does not make itself: those to begin with, and the frozen ones, which a resumed run
 * finds in its folder.
 */
export async function pretrainedFor(
  { config, folder, from }: Run,
  { init, source = secureSource() }: PretrainedSources,
): Promise<PretrainedWeights | undefined> {
  if (from !== undefined) return resumed(config, folder.path);
  if (init === undefined) return undefined;
  const weights = await initFromFile(init, config, source.fork(2));
  return startOf(config, weights, source.fork(3));
}

function startOf(config: TrainConfig, weights: Float32Array, source: RandomSource): PretrainedWeights {
  const base = baseModel(config);
  switch (config.train ?? "all") {
    case "all":
      return { weights };
    case "head":
      return headWeights(base, weights);
    case "lora":
      return loraWeights(base, weights, { rank: config.loraRank! }, source);
  }
}

async function resumed(config: TrainConfig, folder: string): Promise<PretrainedWeights | undefined> {
  const model = configuredModel(config);
  if (frozenDimensionOf(model) === 0) return undefined;
  const frozen = await readFrozen(folder, model);
  if (frozen !== undefined) return { frozen };
  throw new DpError(
    "DATA_UNREADABLE",
    `--resume ${folder}: its frozen weights are missing; start a new run`,
    {
      parameter: "--resume",
      value: folder,
      allowed: "a folder with frozen.safetensors",
    },
  );
}
