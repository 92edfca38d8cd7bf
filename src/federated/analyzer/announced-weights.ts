import { DpError } from "../../errors.js";
import type { TrainingResult } from "../messages/documents.js";
import { readRoundResult } from "../messages/read-documents.js";
import { openDocument } from "../messages/signed-document.js";
import type { OpenedStudy } from "../study/open-study-with.js";
import type { TrainingStudy } from "../study/study.js";
import { decodeState, encodeState } from "../training/state-file.js";
import { firstState } from "../training/study-trainer.js";
import { readWeights, type WeightsFile, weightsFile } from "../training/weights-file.js";
import type { AnalyzerContext } from "./analyzer-context.js";
import type { StoredState } from "./analyzer-store.js";
import { keptState } from "./kept-state.js";
import type { ReadLedger } from "./read-ledger.js";

/** The weights that the next round is about. */
export interface AnnouncedWeights {
  /** Null in a survey. */
  readonly sha256: string | null;
  /** Of the first round: kept in the transaction that charges it. */
  readonly state?: StoredState;
}

/**
 * The weights of the round that is charged next: those of the state, or the first ones.
 *
 * @throws DpError REFUSED the first weights must be given, and are others or none; DATA_UNREADABLE the state
 *   is lost
 */
export async function announcedWeights(
  context: AnalyzerContext,
  { id, study }: OpenedStudy,
  { rounds }: ReadLedger,
): Promise<AnnouncedWeights> {
  if (study.task === "survey") return { sha256: null };
  const stored = await context.store.state(id);
  if (stored !== undefined) {
    const { weights } = decodeState(stored.bytes);
    const { sha256 } = await weightsFile(context.crypto, study, weights);
    const published = await publishedWeights(context, { id, study }, rounds);
    if (published !== undefined && published !== sha256) throw oldState(published, sha256);
    return { sha256 };
  }
  if (rounds.some(({ entry, end }) => entry.study === id && end === "published"))
    await keptState(context, id);
  const first = firstState(study, givenWeights(context, id, study));
  const { sha256 } = await weightsFile(context.crypto, study, first.weights);
  if (study.weights !== null && sha256 !== study.weights) throw otherWeights(study.weights, sha256);
  return { sha256, state: { study: id, round: 0, bytes: encodeState(first) } };
}

/**
 * The SHA-256 of the weights that the last published update left, by the result here or at the shuffler;
 * undefined where there is none. A round whose publication was lost with a backup counts too.
 */
async function publishedWeights(
  { store, door, crypto }: AnalyzerContext,
  { id, study }: Pick<OpenedStudy, "id"> & { readonly study: TrainingStudy },
  rounds: ReadLedger["rounds"],
): Promise<string | undefined> {
  for (const { entry, end } of rounds.toReversed()) {
    if (entry.study !== id || end === undefined || end === "cancelled") continue;
    const text = await store.document(id, entry.round, "result");
    const signed = text === undefined ? (await door.round(id, entry.round))?.result : JSON.parse(text);
    if (signed === undefined || signed === null) continue;
    const result = await openDocument(crypto, "result", signed, study.analyzer.publicKey);
    const { update } = readRoundResult.training("result", result) as TrainingResult;
    if (update !== null) return update.weights;
  }
  return undefined;
}

function oldState(allowed: string, value: string): DpError {
  const message = `training state: its weights must have the SHA-256 ${allowed} of the last published result, have ${value}; restore a backup that has them: without it the training cannot go on`;
  return new DpError("DATA_UNREADABLE", message, { parameter: "state", value, allowed });
}

/** The file of a training's weights as they stand: what the last announcement named. */
export async function currentWeights(
  context: AnalyzerContext,
  { id, study }: OpenedStudy,
): Promise<WeightsFile | undefined> {
  if (study.task === "survey") return undefined;
  return weightsFile(context.crypto, study, (await keptState(context, id)).weights);
}

function givenWeights(
  { weights }: AnalyzerContext,
  id: string,
  study: TrainingStudy,
): Float32Array | undefined {
  const bytes = Object.hasOwn(weights, id) ? weights[id] : undefined;
  if (bytes !== undefined) return readWeights(study, bytes);
  if (study.weights === null) return undefined;
  throw otherWeights(study.weights, undefined);
}

function otherWeights(allowed: string, value: string | undefined): DpError {
  const got = value === undefined ? "none were given" : `got ${value}`;
  const message = `weights: the first ones must have the SHA-256 ${allowed} that the study says, ${got}; give their safetensors file`;
  return new DpError("REFUSED", message, { parameter: "weights", value, allowed });
}
