import { DpError } from "../../errors.js";
import { checkWeights } from "../../training/gradients/_internal/check-gradients.js";
import { dimensionOf, type Model } from "../../training/models/model.js";
import { modelOf } from "../../training/models/model-name.js";
import { modelTensors } from "../../training/models/model-tensors.js";
import { readModel } from "../../training/models/read-model.js";
import { decodeSafetensors } from "../../training/safetensors/decode-safetensors.js";
import { encodeSafetensors } from "../../training/safetensors/encode-safetensors.js";
import { checkOptions } from "../../validate.js";
import { checkCrypto } from "../crypto/check-parts.js";
import type { CryptoProvider } from "../crypto/crypto-provider.js";
import { toHex } from "../messages/hex.js";
import type { TrainingStudy } from "../study/study.js";

/** Weights as they travel. */
export interface WeightsFile {
  /** A safetensors file: the same weights are always the same bytes. */
  readonly bytes: Uint8Array;
  /** Of the bytes, hexadecimal: what an announcement names. */
  readonly sha256: string;
}

/** The safetensors file of a study's weights, one tensor after the other as the model names them. */
export async function weightsFile(
  crypto: CryptoProvider,
  study: Pick<TrainingStudy, "model">,
  weights: Float32Array,
): Promise<WeightsFile> {
  checkCrypto("weightsFile: crypto", crypto);
  const model = modelIn("weightsFile", study);
  checkWeights("weightsFile: weights", weights, dimensionOf(model));
  const bytes = encodeWeights(model, weights);
  return { bytes, sha256: toHex(await crypto.sha256(bytes)) };
}

/** How many bytes the file of a study's weights has. */
export function weightsBytes(study: Pick<TrainingStudy, "model">): number {
  const model = modelIn("weightsBytes", study);
  return encodeWeights(model, new Float32Array(dimensionOf(model))).length;
}

/**
 * The weights behind a file.
 *
 * @throws DpError DATA_UNREADABLE it is no such file; REFUSED its tensors are not the model's, or not finite
 */
export function readWeights(study: Pick<TrainingStudy, "model">, bytes: Uint8Array): Float32Array {
  const model = modelIn("readWeights", study);
  const weights = new Float32Array(dimensionOf(model));
  const wanted = modelTensors(model, weights);
  const { tensors } = decodeSafetensors(bytes, "weights");
  const byName = new Map(tensors.map((tensor) => [tensor.name, tensor]));
  for (const { name, shape, values } of wanted) {
    const found = byName.get(name);
    if (found === undefined || found.shape.join() !== shape.join() || !found.values.every(Number.isFinite))
      throw notTheModels(name);
    values.set(found.values);
  }
  if (byName.size !== wanted.length) throw notTheModels("others");
  return weights;
}

function modelIn(where: string, study: Pick<TrainingStudy, "model">): Model {
  return readModel(where, modelOf(checkOptions(where, study, "study").model));
}

function encodeWeights(model: Model, weights: Float32Array): Uint8Array {
  return encodeSafetensors({ tensors: modelTensors(model, weights), metadata: {} });
}

function notTheModels(value: string): DpError {
  const message = `weights: their tensors must be those of the study's model and finite, ${value} is not; give the file that the study was made with`;
  return new DpError("REFUSED", message, { parameter: "weights", value });
}
