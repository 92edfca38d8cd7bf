import { checkOptions, wrongShape } from "../../validate.js";
import { readTrainConfig } from "../config/read-train-config.js";
import { chargesIn } from "../loop/_internal/charged-event.js";
import { readState } from "../loop/read-state.js";
import { encodeSafetensors } from "../safetensors/encode-safetensors.js";
import type { NamedTensor } from "../safetensors/tensor-file.js";
import { digest } from "./_internal/digest.js";
import { FORMAT } from "./_internal/format.js";
import { keepInfinity } from "./_internal/json-infinity.js";
import type { Checkpoint } from "./checkpoint.js";

/**
 * The bytes of a checkpoint: a safetensors file whose SHA-256 covers numbers and words alike.
 *
 * @throws DpError BAD_INPUT or OUT_OF_RANGE the name is no text, or configuration or state are not a run's;
 *   UNSUPPORTED the platform has no `crypto.subtle`
 */
export async function encodeCheckpoint(checkpoint: Checkpoint): Promise<Uint8Array> {
  const { name, config: given, state } = checkOptions("encodeCheckpoint", checkpoint);
  if (typeof name !== "string") throw wrongShape("encodeCheckpoint: name", name, "a text");
  const config = readTrainConfig(given);
  const { examples, round, ledger, history, ...vectors } = readState("encodeCheckpoint: state", state);
  const run = JSON.stringify(
    { name, config, examples, round, ledger: chargesIn(ledger), history },
    keepInfinity,
  );
  const tensors = [
    vector("weights", vectors.weights),
    vector("average", vectors.average),
    ...vectors.memory.map((values, i) => vector(`memory.${i}`, values)),
  ];
  const metadata = { format: FORMAT, run, sha256: await digest(run, tensors) };
  return encodeSafetensors({ tensors, metadata });
}

function vector(name: string, values: Float32Array): NamedTensor {
  return { name, shape: [values.length], values };
}
