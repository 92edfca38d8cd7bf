import { DpError } from "../../errors.js";
import type { TrainingState } from "../../training/loop/training-state.js";
import { decodeSafetensors } from "../../training/safetensors/decode-safetensors.js";
import { encodeSafetensors } from "../../training/safetensors/encode-safetensors.js";
import type { NamedTensor } from "../../training/safetensors/tensor-file.js";

/** What an analyzer keeps of a training: all but the charges, which only its ledger knows. */
export type KeptState = Pick<TrainingState, "round" | "weights" | "memory" | "average">;

const FORMAT = "croupier training state 1";

/** The bytes of a state: a safetensors file. */
export function encodeState({ round, weights, memory, average }: KeptState): Uint8Array {
  const tensors = [
    tensor("weights", weights),
    tensor("average", average),
    ...memory.map((values, index) => tensor(`memory.${index}`, values)),
  ];
  return encodeSafetensors({ tensors, metadata: { format: FORMAT, round: String(round) } });
}

/** @throws DpError DATA_UNREADABLE it is no state */
export function decodeState(bytes: Uint8Array): KeptState {
  const { tensors, metadata } = decodeSafetensors(bytes, "training state");
  const [weights, average, ...memory] = tensors.map(({ values }) => values);
  const round = Number(metadata.round);
  const isState = metadata.format === FORMAT && Number.isSafeInteger(round) && average !== undefined;
  if (isState) return { round, weights: weights!, average, memory };
  const message = "training state: must be one that an analyzer kept, is not; restore the store";
  throw new DpError("DATA_UNREADABLE", message, { parameter: "state", value: undefined });
}

function tensor(name: string, values: Float32Array): NamedTensor {
  return { name, shape: [values.length], values };
}
