import { DpError } from "../../errors.js";
import { decodeState, type KeptState } from "../training/state-file.js";
import type { AnalyzerContext } from "./analyzer-context.js";

/**
 * Where a training stands.
 *
 * @throws DpError DATA_UNREADABLE the store has lost it
 */
export async function keptState({ store }: AnalyzerContext, study: string): Promise<KeptState> {
  const stored = await store.state(study);
  if (stored !== undefined) return decodeState(stored.bytes);
  const message =
    "training state: the store must have that of the last round, has none; restore a backup that has it: without it the training cannot go on";
  throw new DpError("DATA_UNREADABLE", message, { parameter: "state", value: undefined });
}
