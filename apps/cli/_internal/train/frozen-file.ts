import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Model } from "../../../../src/training/models/model.js";
import { frozenDimensionOf } from "../../../../src/training/models/model.js";
import { modelTensors } from "../../../../src/training/models/model-tensors.js";
import { encodeSafetensors } from "../../../../src/training/safetensors/encode-safetensors.js";
import { readTensors } from "../../../shared/train/read-tensors.js";

/** The file of a run folder with the weights that the run did not change. */
export const FROZEN_FILE = "frozen.safetensors";

/** The bytes of the file. */
export function frozenFile(model: Model, frozen: Float32Array): Uint8Array {
  return encodeSafetensors({ tensors: modelTensors(model, frozen, "frozen"), metadata: {} });
}

/** What the file of a folder holds; undefined where there is none. */
export async function readFrozen(folder: string, model: Model): Promise<Float32Array | undefined> {
  const file = join(folder, FROZEN_FILE);
  if (!existsSync(file)) return undefined;
  const frozen = new Float32Array(frozenDimensionOf(model));
  await readTensors(file, modelTensors(model, frozen, "frozen"));
  return frozen;
}
