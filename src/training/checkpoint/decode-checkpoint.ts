import { DpError } from "../../errors.js";
import { wrongShape } from "../../validate.js";
import { readTrainConfig } from "../config/read-train-config.js";
import type { TrainConfig } from "../config/train-config.js";
import { chargesIn } from "../loop/_internal/charged-event.js";
import { readState } from "../loop/read-state.js";
import type { TrainingState } from "../loop/training-state.js";
import { hasGuarantee } from "../options/has-guarantee.js";
import { protocolKindOf } from "../options/kinds/protocol-kind-of.js";
import { runRounds } from "../options/run-rounds.js";
import { decodeSafetensors } from "../safetensors/decode-safetensors.js";
import type { NamedTensor } from "../safetensors/tensor-file.js";
import { digest } from "./_internal/digest.js";
import { FORMAT } from "./_internal/format.js";
import { reviveInfinity } from "./_internal/json-infinity.js";
import type { Checkpoint } from "./checkpoint.js";

/**
 * Reads a checkpoint back, to the last bit.
 *
 * @param bytes the whole file
 * @param file its name, for messages
 * @throws DpError DATA_UNREADABLE the file is truncated, corrupted or not a checkpoint, or its ledger does
 *   not cover its rounds; BAD_INPUT `bytes` are none; UNSUPPORTED the platform has no `crypto.subtle`
 */
export async function decodeCheckpoint(bytes: Uint8Array, file: string): Promise<Checkpoint> {
  const { tensors, metadata } = decodeSafetensors(bytes, file);
  const { format, run = "", sha256 } = metadata;
  if (format !== FORMAT) throw corrupted(file, `it is not of format ${FORMAT}`);
  if (sha256 !== (await digest(run, tensors))) throw corrupted(file, "its checksum does not match");
  try {
    return readRun(JSON.parse(run, reviveInfinity), tensors);
  } catch (cause) {
    throw corrupted(file, (cause as Error).message, cause);
  }
}

/** Every part is checked as if a stranger had written it: the checksum tells of accidents alone. */
function readRun(run: unknown, tensors: readonly NamedTensor[]): Checkpoint {
  if (typeof run !== "object" || run === null) throw wrongShape("run", run, "an object");
  const { name, config: given, examples, round, ledger, history } = run as Record<string, unknown>;
  if (typeof name !== "string") throw wrongShape("run.name", name, "a text");
  if (!Array.isArray(ledger)) throw wrongShape("run.ledger", ledger, "an array");
  const config = readTrainConfig(given);
  const state = readState("run", {
    examples,
    round,
    ...vectorsOf(tensors),
    ledger: { kind: "sequence", of: ledger },
    history,
  });
  checkRounds(config, state);
  return { name, config, state };
}

function vectorsOf(tensors: readonly NamedTensor[]): Pick<TrainingState, "weights" | "average" | "memory"> {
  const names = tensors.map((tensor) => tensor.name);
  const wanted = names.map((_, i) => ["weights", "average"][i] ?? `memory.${i - 2}`);
  if (names.length < 2 || names.join() !== wanted.join()) {
    throw wrongShape("tensors", names, "weights, average and what the optimizer keeps");
  }
  const [weights, average, ...memory] = tensors.map(({ values }) => values);
  return { weights: weights!, average: average!, memory };
}

/** The rounds are some of the run's own, and the ledger was charged for each. */
function checkRounds(config: TrainConfig, { round, examples, ledger }: TrainingState): void {
  const rounds = runRounds(config, examples);
  if (round > rounds) throw wrongShape("run.round", round, `at most the run's ${rounds} rounds`);
  const isCharged = hasGuarantee(config);
  const begun = isCharged ? Math.ceil(round / protocolKindOf(config).roundsPerEvent(config)) : 0;
  const charged = chargesIn(ledger).reduce((sum, { times }) => sum + times, 0);
  if (charged >= begun && (charged === 0 || isCharged)) return;
  throw wrongShape("run.ledger", ledger, `charged for the ${round} rounds done`);
}

function corrupted(file: string, why: string, cause?: unknown): DpError {
  const message = `${file} is not a readable checkpoint: ${why}; start a new run`;
  const details = { parameter: "checkpoint", value: file, allowed: "a whole checkpoint" };
  return new DpError("DATA_UNREADABLE", message, details, cause);
}
