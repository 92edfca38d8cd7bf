import { DpError } from "../../errors.js";
import type { BatchHeader, LedgerEntry, RoundResult } from "../messages/documents.js";
import { type EntryContent, entryAfter } from "../messages/ledger-chain.js";
import { readBatchHeader, readCancellation, readRoundResult } from "../messages/read-documents.js";
import {
  documentId,
  openDocument,
  readSigned,
  type SignedDocument,
  signDocument,
} from "../messages/signed-document.js";
import type { RoundDocuments } from "../shuffler/round-documents.js";
import type { OpenedStudy } from "../study/open-study.js";
import type { RoundProgress } from "./analyzer.js";
import { type AnalyzerContext, ledgerMoved } from "./analyzer-context.js";
import type { LedgerChange, StoredState } from "./analyzer-store.js";
import { sendAnnouncement } from "./announce-round.js";
import { makeResult } from "./make-result.js";
import { openBatch } from "./open-batch.js";
import { type LedgerRound, lastRound, type ReadLedger, readLedger } from "./read-ledger.js";
import type { RoundBatch } from "./round-batch.js";
import { unwrapKey } from "./round-keys.js";
import { surveyBatch } from "./survey-batch.js";
import { type TrainingRound, trainingBatch } from "./training-batch.js";

/** A round that is on its way. */
interface RoundOnWay {
  readonly context: AnalyzerContext;
  readonly opened: OpenedStudy;
  readonly ledger: ReadLedger;
  readonly round: LedgerRound;
  /** Id. */
  readonly announcement: string;
}

/** Takes the last round as far as it goes; every step is durable before the next, and may be repeated. */
export async function advanceRound(
  context: AnalyzerContext,
  opened: OpenedStudy,
  signal?: AbortSignal,
): Promise<RoundProgress> {
  const ledger = await readLedger(context, opened.study.population);
  const round = lastRound(ledger, opened.id);
  if (round === undefined) return { round: 0, stage: "none" };
  const number = round.entry.round;
  if (round.end !== undefined) return ended(context, opened, round);
  const announced = await context.store.document(opened.id, number, "announcement");
  if (announced === undefined) return abandon(context, opened, ledger, number);
  const documents = await context.door.round(opened.id, number);
  // A batch that was taken came from a shuffler that was restored since: the round is never collected again.
  const isTaken = round.taken !== undefined;
  if (isTaken && (documents === undefined || documents.state === "cancelled"))
    return abandon(context, opened, ledger, number);
  if (documents === undefined) {
    await sendAnnouncement(context, opened, ledger);
    return { round: number, stage: "collecting" };
  }
  const { payload } = JSON.parse(announced) as SignedDocument;
  const announcement = await documentId(context.crypto, "announcement", payload);
  const way = { context, opened, ledger, round, announcement };
  if (readSigned("announcement", documents.announcement).payload !== payload) throw ledgerMoved(ledger.name);
  switch (documents.state) {
    case "collecting":
    case "closed":
      return { round: number, stage: "collecting" };
    case "cancelled":
      return refund(way, documents.outcome);
    case "expired":
      return abandon(context, opened, ledger, number);
    case "released":
    case "done":
      return publish(way, documents, signal);
  }
}

/** A round that ended; a batch that is still there was not told so. */
async function ended(
  { store, door }: AnalyzerContext,
  { id }: OpenedStudy,
  { entry: { round }, end }: LedgerRound,
): Promise<RoundProgress> {
  if (end !== "published") return { round, stage: end! };
  const text = await store.document(id, round, "result");
  if (text === undefined) return { round, stage: "published" };
  const signed = JSON.parse(text) as SignedDocument;
  if ((await door.round(id, round))?.state === "released") await door.done(id, round, signed);
  return published(round, signed);
}

function published(round: number, signedResult: SignedDocument): RoundProgress {
  const result = JSON.parse(signedResult.payload) as RoundResult;
  return { round, stage: "published", result, signedResult };
}

/** Closes a round whose key or batch is lost: it stays charged. */
export async function abandon(
  context: AnalyzerContext,
  { id }: OpenedStudy,
  ledger: ReadLedger,
  round: number,
): Promise<RoundProgress> {
  await append(context, ledger, { type: "abandoned", study: id, round }, { eraseKey: { study: id, round } });
  return { round, stage: "abandoned" };
}

/** Deletes the key, then refunds: both in one transaction, and only with the shuffler's signature. */
async function refund(
  { context, opened, ledger, round, announcement }: RoundOnWay,
  outcome: SignedDocument | null,
): Promise<RoundProgress> {
  const signed = readSigned("cancellation", outcome);
  const key = opened.study.shuffler.publicKey;
  const opening = await openDocument(context.crypto, "cancellation", signed, key);
  const cancellation = readCancellation("cancellation", opening);
  if (cancellation.announcement !== announcement) throw another("cancellation");
  const place = { study: opened.id, round: round.entry.round };
  const id = await documentId(context.crypto, "cancellation", signed.payload);
  await append(
    context,
    ledger,
    { type: "cancelled", ...place, cancellation: id },
    { eraseKey: place, documents: [{ ...place, name: "cancellation", text: JSON.stringify(signed) }] },
  );
  return { round: place.round, stage: "cancelled" };
}

/** Steps D to F. */
async function publish(
  way: RoundOnWay,
  documents: RoundDocuments,
  signal?: AbortSignal,
): Promise<RoundProgress> {
  const { context, opened, round } = way;
  const place = { study: opened.id, round: round.entry.round };
  const { header, batch, ledger } = await take(way, documents.outcome);
  let text = await context.store.document(opened.id, place.round, "result");
  if (text === undefined) {
    const made =
      documents.result === null
        ? await estimate({ ...way, ledger }, { header, batch }, signal)
        : await ownResult(way, batch, documents.result);
    if (made === undefined) return abandon(context, opened, ledger, place.round);
    text = JSON.stringify(made.result);
    await keepResult(context, ledger, place, text, made.state);
  }
  const signed = JSON.parse(text) as SignedDocument;
  const result = await documentId(context.crypto, "result", signed.payload);
  await append(context, ledger, { type: "published", ...place, result }, { eraseKey: place });
  await context.door.done(opened.id, place.round, signed);
  return published(place.round, signed);
}

interface TakenBatch {
  readonly header: BatchHeader;
  /** Id. */
  readonly batch: string;
  readonly ledger: ReadLedger;
}

/** Step D: the header's id is in the ledger before anything is opened; another header is refused for ever. */
async function take(way: RoundOnWay, outcome: SignedDocument | null): Promise<TakenBatch> {
  const { context, opened, ledger, round, announcement } = way;
  const { study } = opened;
  const signed = readSigned("batch", outcome);
  const header = readBatchHeader(
    "batch",
    await openDocument(context.crypto, "batch", signed, study.shuffler.publicKey),
  );
  const batch = await documentId(context.crypto, "batch", signed.payload);
  const isAllowed =
    header.announcement === announcement &&
    header.reports >= study.floor &&
    header.reports <= study.cap &&
    header.dummies === study.dummies &&
    header.slots.length === study.slots.length;
  if (!isAllowed || (round.taken !== undefined && round.taken !== batch)) throw another("batch");
  if (round.taken !== undefined) return { header, batch, ledger };
  const place = { study: opened.id, round: round.entry.round };
  const document = { ...place, name: "batch", text: JSON.stringify(signed) } as const;
  await append(context, ledger, { type: "taken", ...place, batch }, { documents: [document] });
  return { header, batch, ledger: await readLedger(context, ledger.name) };
}

/** A result, and the state of the training that it made. */
interface MadeResult {
  readonly result: SignedDocument;
  readonly state?: StoredState;
}

/** Step E; undefined where the key is lost. */
async function estimate(
  { context, opened, ledger, round, announcement }: RoundOnWay,
  { header, batch }: Omit<TakenBatch, "ledger">,
  signal?: AbortSignal,
): Promise<MadeResult | undefined> {
  const { store, crypto, keys, version } = context;
  const { round: number, publicKey } = round.entry;
  const wrapped = await store.key(opened.id, number);
  if (wrapped === undefined) return undefined;
  const roundKeys = await unwrapKey(context, wrapped, { study: opened.id, round: number, publicKey });
  const { length: charged } = ledger.rounds.filter(
    ({ entry, end }) => entry.study === opened.id && entry.round <= number && end !== "cancelled",
  );
  const read = batchOf(context, opened, { round: number, header, charged });
  const place = { round: number, announcementId: announcement, header, readers: read.readers };
  const invalid = await openBatch(context, opened, place, roundKeys, signal);
  const allowed = (1 - opened.study.honestShare) * header.reports;
  const { content, state } = await read.finish(
    invalid,
    invalid.every((count) => count <= allowed),
  );
  const result = makeResult(opened, content, {
    round: number,
    announcement,
    batch,
    header,
    invalid,
    head: await takenHead(context, ledger, { study: opened.id, round: number }),
    charged,
    figures: await context.accounting.figures(opened.study, charged),
    version,
  });
  return { result: await signDocument(crypto, "result", result, keys), ...(state && { state }) };
}

/** What is made of the batch, by the study's task. */
function batchOf(
  context: AnalyzerContext,
  { id, study }: OpenedStudy,
  place: Pick<TrainingRound, "round" | "header" | "charged">,
): RoundBatch {
  if (study.task === "survey") return surveyBatch(study, place.header);
  return trainingBatch(context, { id, study, ...place });
}

/**
 * The result that the shuffler keeps, after an old backup was restored here: it must be this analyzer's own,
 * of this batch.
 */
async function ownResult(
  { context, opened }: RoundOnWay,
  batch: string,
  result: SignedDocument,
): Promise<MadeResult> {
  const { analyzer, task } = opened.study;
  const said = await openDocument(context.crypto, "result", result, analyzer.publicKey);
  const read = readRoundResult[task]("result", said);
  if (read.batch !== batch) throw another("result");
  return { result: readSigned("result", result) };
}

/** The ledger's end after the batch was taken: the same whenever the result is made. */
async function takenHead({ crypto }: AnalyzerContext, { texts }: ReadLedger, place: Place): Promise<string> {
  const isTaken = (text: string): boolean => {
    const { type, study, round } = JSON.parse(text) as LedgerEntry;
    return type === "taken" && study === place.study && round === place.round;
  };
  return documentId(crypto, "entry", texts.find(isTaken)!);
}

type Place = { readonly study: string; readonly round: number };

/** The result and the weights that it names are kept together: a crash leaves both, or none. */
async function keepResult(
  { store }: AnalyzerContext,
  { name, end }: ReadLedger,
  place: Place,
  text: string,
  state: StoredState | undefined,
): Promise<void> {
  const documents = [{ ...place, name: "result", text } as const];
  const change = { ledger: name, after: end.length, entries: [], documents, ...(state && { state }) };
  if (!(await store.commit(change))) throw ledgerMoved(name);
}

async function append(
  { store }: AnalyzerContext,
  { name, end }: ReadLedger,
  content: EntryContent,
  more: Pick<LedgerChange, "eraseKey" | "documents">,
): Promise<void> {
  const entries = [entryAfter(end, content)];
  if (!(await store.commit({ ledger: name, after: end.length, entries, ...more }))) throw ledgerMoved(name);
}

function another(parameter: string): DpError {
  const message = `${parameter}: must be this round's first and only one, within the study's limits, is not; it is refused`;
  return new DpError("REFUSED", message, { parameter, value: undefined });
}
