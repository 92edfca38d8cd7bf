import { DpError } from "../../errors.js";
import type { Guarantee } from "../../privacy/index.js";
import type { Announcement, RoundEntry } from "../messages/documents.js";
import { toHex } from "../messages/hex.js";
import { entryAfter, headAfter } from "../messages/ledger-chain.js";
import { readAnnounced } from "../messages/read-announced.js";
import { signDocument } from "../messages/signed-document.js";
import type { OpenedStudy } from "../study/open-study.js";
import { chargedEvent } from "../study/round-event.js";
import type { Study } from "../study/study.js";
import { type AnalyzerContext, ledgerMoved } from "./analyzer-context.js";
import { announcedWeights, currentWeights } from "./announced-weights.js";
import { chargesOf, lastRound, type ReadLedger, readLedger } from "./read-ledger.js";
import { wrapKey } from "./round-keys.js";

/** What the error is about where all rounds of a study are charged. */
export const ALL_CHARGED = "study.rounds";

/**
 * Step A: the charge and the round's wrapped key in one transaction. The figure is computed before it, and
 * the transaction holds only if the ledger is as it was read.
 *
 * @returns the ledger after it
 */
export async function chargeRound(
  context: AnalyzerContext,
  opened: OpenedStudy,
  ledger: ReadLedger,
): Promise<ReadLedger> {
  const { id, study } = opened;
  const { crypto, store, keys, masters, accounting } = context;
  await checkNotBehind(context, ledger);
  const charge = chargedEvent(study);
  const mine = ledger.rounds.filter(({ entry }) => entry.study === id);
  if (mine.filter(({ end }) => end !== "cancelled").length >= study.rounds) throw allCharged(study);
  const round = (lastRound(ledger, id)?.entry.round ?? 0) + 1;
  const added = { entry: { charge } as RoundEntry, taken: undefined, end: undefined };
  const query = { adjacency: study.adjacency, delta: study.budget.delta };
  checkBudget(study, await accounting.spent(chargesOf([...ledger.rounds, added]), query));
  const { sha256: weights, state } = await announcedWeights(context, opened, ledger);
  const roundKeys = await crypto.hpke.generateKeyPair();
  const publicKey = toHex(roundKeys.publicKey);
  const entry = entryAfter(ledger.end, { type: "round", study: id, round, publicKey, charge });
  const end = await headAfter(crypto, ledger.end, entry);
  const announcement: Announcement = {
    study: id,
    round,
    publicKey,
    ledger: ledger.name,
    sequence: end.length,
    head: end.head,
    weights,
  };
  const signed = await signDocument(crypto, "announcement", announcement, keys);
  const place = { study: id, round, publicKey };
  const isCommitted = await store.commit({
    ledger: ledger.name,
    after: ledger.end.length,
    entries: [entry],
    key: await wrapKey(crypto, masters()[0]!, roundKeys.privateKey, place),
    documents: [{ study: id, round, name: "announcement", text: JSON.stringify(signed) }],
    ...(state && { state }),
  });
  if (!isCommitted) throw ledgerMoved(ledger.name);
  return readLedger(context, ledger.name);
}

/**
 * Step B: sends the last round's announcement, with what the shuffler's copy of the ledger lacks; again after
 * a crash, the same.
 */
export async function sendAnnouncement(
  context: AnalyzerContext,
  opened: OpenedStudy,
  ledger: ReadLedger,
): Promise<void> {
  const { crypto, store, door } = context;
  const { round } = lastRound(ledger, opened.id)!.entry;
  const text = await store.document(opened.id, round, "announcement");
  if (text === undefined) throw ledgerMoved(ledger.name);
  const announcement = JSON.parse(text);
  const { length } = await door.ledger(ledger.name, ledger.end.length);
  const copied = Math.min(length, ledger.end.length);
  const { sequence, weights } = JSON.parse(announcement.payload) as Announcement;
  const current = await currentWeights(context, opened);
  if ((current?.sha256 ?? null) !== weights) throw ledgerMoved(ledger.name);
  if (current !== undefined) await door.giveWeights(opened.id, current.sha256, current.bytes);
  const after = Math.max(0, Math.min(copied, sequence - 1));
  const entries = ledger.texts.slice(after, sequence);
  const documents = await door.announce(opened.id, { announcement, after, entries });
  const { id } = await readAnnounced(crypto, opened, documents);
  const isOurs =
    (await readAnnounced(crypto, opened, { announcement, opening: documents.opening })).id === id;
  if (!isOurs) throw ledgerMoved(ledger.name);
  const opening = JSON.stringify(documents.opening);
  const document = { study: opened.id, round, name: "opening", text: opening } as const;
  const change = { ledger: ledger.name, after: ledger.end.length, entries: [], documents: [document] };
  if (!(await store.commit(change))) throw ledgerMoved(ledger.name);
}

/** @throws DpError LEDGER_BEHIND the shuffler's copy has more entries */
async function checkNotBehind({ door }: AnalyzerContext, { name, end }: ReadLedger): Promise<void> {
  const { length } = await door.ledger(name, end.length);
  if (length <= end.length) return;
  throw new DpError(
    "LEDGER_BEHIND",
    `ledger ${name}: must have at least the ${length} entries of its copy, has ${end.length}; an old backup was restored: recover the ledger from the copy`,
    { parameter: "ledger", value: end.length, allowed: `at least ${length}` },
  );
}

function allCharged({ rounds }: Study): DpError {
  const message = `announce: a study has ${rounds} rounds, all are charged; plan another study`;
  return new DpError("REFUSED", message, {
    parameter: ALL_CHARGED,
    value: rounds + 1,
    allowed: `at most ${rounds}`,
  });
}

function checkBudget({ budget, adjacency }: Study, { epsilon: { upper }, method }: Guarantee): void {
  if (upper <= budget.epsilon) return;
  throw new DpError(
    "BUDGET_EXCEEDED",
    `announce: epsilon in all must be at most ${budget.epsilon} (${adjacency}, delta ${budget.delta}), got ${upper} by ${method}; nothing is charged`,
    { parameter: "epsilon", value: upper, allowed: `at most ${budget.epsilon}` },
  );
}
