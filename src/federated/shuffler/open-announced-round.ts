import { DpError } from "../../errors.js";
import { canonicalJson } from "../messages/canonical-json.js";
import type { Announcement, LedgerEntry } from "../messages/documents.js";
import { EMPTY_LEDGER, type LedgerHead, readChain } from "../messages/ledger-chain.js";
import { readAnnouncement } from "../messages/read-documents.js";
import { documentId, openDocument, type SignedDocument, signDocument } from "../messages/signed-document.js";
import type { OpenedStudy } from "../study/open-study.js";
import { chargedEvent } from "../study/round-event.js";
import type { ShufflerContext } from "./shuffler-context.js";
import type { ShufflerRound } from "./shuffler-store.js";

/** What an analyzer sends to open a round. */
export interface AnnouncedRound {
  readonly announcement: SignedDocument;
  /** How many entries of the ledger come before `entries`; at most as many as the shuffler's copy has. */
  readonly after: number;
  /** The rest of the ledger, the round's charge at the end. */
  readonly entries: readonly string[];
}

/**
 * Checks an announcement, countersigns it and opens the round; with the same announcement again, the same
 * answer.
 *
 * This is where the limits hold that every figure above the local one trusts the shuffler with: consecutive
 * numbers, T released rounds, one open round, a fresh key, a charge of the study's event in a ledger that
 * extends the copy.
 *
 * @throws DpError BAD_SIGNATURE or BAD_INPUT it is not the analyzer's; REFUSED a limit forbids it;
 *   LEDGER_BEHIND it does not extend the copy
 */
export async function openAnnouncedRound(
  context: ShufflerContext,
  opened: OpenedStudy,
  announced: AnnouncedRound,
): Promise<ShufflerRound> {
  const { crypto, store, keys, now } = context;
  const { id, study } = opened;
  const announcement = readAnnouncement(
    "announcement",
    await openDocument(crypto, "announcement", announced.announcement, study.analyzer.publicKey),
  );
  const announcementId = await documentId(crypto, "announcement", announced.announcement.payload);
  const before = await store.round(id, announcement.round);
  if (before?.announcementId === announcementId) return before;
  const rounds = await store.rounds(id);
  checkLimits(opened, announcement, rounds);
  await checkWeights(context, opened, announcement);
  const copy = await store.chain(announcement.ledger, 0);
  const entries = await newEntries(context, announcement, { copy, ...announced });
  checkChain(opened, announcement, rounds, [...copy, ...entries]);
  const closesAt = Math.floor(now()) + 1000 * study.windowSeconds;
  const opening = await signDocument(crypto, "opening", { announcement: announcementId, closesAt }, keys);
  const round = {
    study: id,
    number: announcement.round,
    announcementId,
    announcement: JSON.stringify(announced.announcement),
    opening: JSON.stringify(opening),
    publicKey: announcement.publicKey,
    closesAt,
    cap: study.cap,
    slots: study.slots.length,
    orderKey: crypto.randomBytes(32),
  };
  const chain = { ledger: announcement.ledger, after: copy.length, entries };
  if (!(await store.openRound(round, chain))) {
    const winner = await store.round(id, announcement.round);
    if (winner?.announcementId === announcementId) return winner;
    throw refused("announcement", "the first with its number and its key, as the ledger stands");
  }
  return { ...round, state: "collecting", reports: undefined, outcome: undefined, result: undefined };
}

function checkLimits(
  { id, study }: OpenedStudy,
  announcement: Announcement,
  rounds: readonly ShufflerRound[],
): void {
  const isReleased = ({ state }: ShufflerRound) => !["collecting", "closed", "cancelled"].includes(state);
  const last = rounds.at(-1);
  if (announcement.study !== id) throw refused("announcement.study", "the study that it was sent for");
  if (announcement.ledger !== study.population) throw refused("announcement.ledger", study.population);
  if (rounds.filter(isReleased).length >= study.rounds)
    throw refused("announcement.round", `one of the ${study.rounds} that the study allows; all are released`);
  if (last?.state === "collecting" || last?.state === "closed")
    throw refused("announcement.round", "announced when no other round is open");
}

/** A training's weights were given before; a survey has none. */
async function checkWeights(
  { store }: ShufflerContext,
  { id, study }: OpenedStudy,
  { weights }: Announcement,
): Promise<void> {
  if (study.task === "survey") {
    if (weights !== null) throw refused("announcement.weights", "null in a survey");
  } else if (weights === null || (await store.weights(id, weights)) === undefined)
    throw refused("announcement.weights", "those that were given to the shuffler before");
}

/** What the announced ledger has beyond the copy, of which it must be a continuation. */
async function newEntries(
  { crypto }: ShufflerContext,
  announcement: Announcement,
  { copy, after, entries }: AnnouncedRound & { readonly copy: readonly string[] },
): Promise<readonly string[]> {
  const known = copy.slice(after);
  const isContinued = after <= copy.length && known.every((entry, index) => entry === entries[index]);
  if (!isContinued || after + entries.length <= copy.length) {
    throw new DpError(
      "LEDGER_BEHIND",
      `announcement: the ledger must continue its copy of ${copy.length} entries, does not; an old backup was restored: recover the ledger from the copy`,
      { parameter: "announcement.sequence", value: announcement.sequence, allowed: `above ${copy.length}` },
    );
  }
  const added = entries.slice(known.length);
  const { end } = await readChain(crypto, added, await endOf(crypto, copy));
  if (end.length !== announcement.sequence || end.head !== announcement.head)
    throw refused("announcement.head", "the end of the entries that came with it");
  return added;
}

async function endOf(crypto: ShufflerContext["crypto"], copy: readonly string[]): Promise<LedgerHead> {
  const last = copy.at(-1);
  if (last === undefined) return EMPTY_LEDGER;
  return { length: copy.length, head: await documentId(crypto, "entry", last) };
}

/**
 * The last entry is this round's charge, at the study's event, and its number follows those of the store and
 * of the ledger: after an old backup of the shuffler was restored the ledger knows rounds that the store has
 * forgotten.
 */
function checkChain(
  { id, study }: OpenedStudy,
  { round, publicKey }: Announcement,
  rounds: readonly ShufflerRound[],
  chain: readonly string[],
): void {
  const entries = chain.map((text) => JSON.parse(text) as LedgerEntry).filter((entry) => entry.study === id);
  const charges = entries.filter((entry) => entry.type === "round");
  const last = charges.pop();
  const isCharged =
    last !== undefined &&
    entries.at(-1) === last &&
    canonicalJson(JSON.parse(chain.at(-1)!)) === canonicalJson(last) &&
    last.round === round &&
    last.publicKey === publicKey &&
    canonicalJson(last.charge) === canonicalJson(chargedEvent(study));
  if (!isCharged)
    throw refused("ledger", "one that ends with the charge of this round, at the study's event");
  const before = Math.max(0, rounds.at(-1)?.number ?? 0, ...charges.map((entry) => entry.round));
  if (round !== before + 1) throw refused("announcement.round", `${before + 1}, the number after the last`);
  const refunded = entries.filter(({ type }) => type === "cancelled").length;
  if (charges.length - refunded >= study.rounds)
    throw refused("announcement.round", `one of the ${study.rounds} that the study allows; all are charged`);
}

function refused(parameter: string, allowed: string): DpError {
  return new DpError("REFUSED", `${parameter} must be ${allowed}, is not; the round is not opened`, {
    parameter,
    value: undefined,
    allowed,
  });
}
