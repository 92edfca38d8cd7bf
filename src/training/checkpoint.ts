import { DpError } from "../errors.js";
import { readTrainConfig } from "./config/read-train-config.js";
import type { TrainConfig } from "./config/train-config.js";
import { Charges } from "./loop/charges.js";
import type { TrainingState } from "./loop/training-state.js";
import { decodeSafetensors } from "./safetensors/decode-safetensors.js";
import { encodeSafetensors } from "./safetensors/encode-safetensors.js";
import type { NamedTensor } from "./safetensors/tensor-file.js";

/** A run in one file, to go on from: its configuration, before noise and rounds are settled, and its state. */
export interface Checkpoint {
  /** What the run is called, e.g. after its preset. */
  readonly name: string;
  readonly config: TrainConfig;
  readonly state: TrainingState;
}

const FORMAT = "croupier checkpoint 3";

/** The bytes of a checkpoint: a safetensors file whose SHA-256 covers numbers and words alike. */
export async function encodeCheckpoint({ name, config, state }: Checkpoint): Promise<Uint8Array> {
  const { examples, round, ledger, history } = state;
  const run = JSON.stringify(
    { name, config, examples, round, ledger: ledger.entries, history },
    keepInfinity,
  );
  const tensors = [
    vector("weights", state.weights),
    vector("average", state.average),
    ...state.memory.map((values, i) => vector(`memory.${i}`, values)),
  ];
  const metadata = { format: FORMAT, run, sha256: await digest(run, tensors) };
  return encodeSafetensors({ tensors, metadata });
}

/**
 * Reads a checkpoint back, to the last bit.
 *
 * @param bytes the whole file
 * @param file its name, for messages
 * @throws DpError DATA_UNREADABLE the file is truncated, corrupted or not a checkpoint
 */
export async function decodeCheckpoint(bytes: Uint8Array, file: string): Promise<Checkpoint> {
  const { tensors, metadata } = decodeSafetensors(bytes, file);
  const { format, run = "", sha256 } = metadata;
  if (format !== FORMAT) throw corrupted(file, `it is not of format ${FORMAT}`);
  if (sha256 !== (await digest(run, tensors))) throw corrupted(file, "its checksum does not match");
  const { name, config, examples, round, ledger, history } = JSON.parse(run, reviveInfinity);
  const [weights, average, ...memory] = tensors.map(({ values }) => values);
  return {
    name,
    config: readTrainConfig(config),
    state: {
      examples,
      round,
      weights: weights!,
      average: average!,
      memory,
      ledger: new Charges(ledger),
      history,
    },
  };
}

function vector(name: string, values: Float32Array): NamedTensor {
  return { name, shape: [values.length], values };
}

async function digest(run: string, tensors: readonly NamedTensor[]): Promise<string> {
  const words = JSON.stringify([run, tensors.map(({ name, shape }) => [name, shape])]);
  const numbers = tensors.map(({ values }) => new Uint8Array(values.slice().buffer));
  const bytes = await new Blob([new TextEncoder().encode(words), ...numbers]).arrayBuffer();
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** An unbounded epsilon is infinite, for which JSON has no word. */
function keepInfinity(_name: string, value: unknown): unknown {
  return value === Infinity ? "Infinity" : value;
}

function reviveInfinity(_name: string, value: unknown): unknown {
  return value === "Infinity" ? Infinity : value;
}

function corrupted(file: string, why: string): DpError {
  const message = `${file} is not a readable checkpoint: ${why}; start a new run`;
  return new DpError("DATA_UNREADABLE", message, {
    parameter: "checkpoint",
    value: file,
    allowed: "a whole checkpoint",
  });
}
