import { DpError } from "../../errors.js";
import { checkArray, checkOptions } from "../../validate.js";
import { checkCrypto, checkKeyPair } from "../crypto/check-parts.js";
import type { CryptoProvider, KeyPair } from "../crypto/crypto-provider.js";
import type { Announcement } from "../messages/documents.js";
import { toHex } from "../messages/hex.js";
import type { SignedDocument } from "../messages/signed-document.js";
import { openStudy } from "../study/open-study.js";
import { abandon, advanceRound } from "./advance-round.js";
import type { Analyzer, MasterKey } from "./analyzer.js";
import { type AnalyzerContext, ledgerMoved, studyOf } from "./analyzer-context.js";
import type { AnalyzerStore } from "./analyzer-store.js";
import { chargeRound, sendAnnouncement } from "./announce-round.js";
import { ACCOUNTING_HERE, type FederationAccounting } from "./federation-accounting.js";
import type { OpenRecords } from "./open-records.js";
import { openRecordsHere } from "./open-records-here.js";
import { chargesOf, lastRound, readLedger } from "./read-ledger.js";
import { recoverLedger } from "./recover-ledger.js";
import { unwrapKey, wrapKey } from "./round-keys.js";
import type { ShufflerDoor } from "./shuffler-door.js";
import { planOf } from "./survey-batch.js";
import { trainedState } from "./trained-state.js";

/** What an analyzer is opened with. */
export interface AnalyzerOptions {
  readonly studies: readonly SignedDocument[];
  /** Ed25519; the public one stands in the studies. */
  readonly keys: KeyPair;
  /** The first wraps; after a rotation that was not finished the old one too. */
  readonly masters: readonly MasterKey[];
  readonly store: AnalyzerStore;
  readonly crypto: CryptoProvider;
  /** By `shufflerDoor`. */
  readonly door: ShufflerDoor;
  /** In this thread by default. */
  readonly openRecords?: OpenRecords;
  /** In this thread by default. */
  readonly accounting?: FederationAccounting;
  /**
   * First weights of trainings: safetensors files, by the study's id. They are needed where the study says
   * their SHA-256, and until its first round is charged.
   */
  readonly weights?: Readonly<Record<string, Uint8Array>>;
  /** What results name as their maker, e.g. the package's name and version. */
  readonly version: string;
}

const MASTER_BYTES = 32;

/**
 * Opens an analyzer over its store.
 *
 * @throws DpError BAD_SIGNATURE, BAD_INPUT or OUT_OF_RANGE of a study; REFUSED a study names another
 *   analyzer's key
 */
export async function openAnalyzer(options: AnalyzerOptions): Promise<Analyzer> {
  const { store, door, version } = checkOptions("openAnalyzer", options);
  const crypto = checkCrypto("openAnalyzer: crypto", options.crypto);
  const keys = checkKeyPair("openAnalyzer: keys", options.keys);
  const { openRecords = openRecordsHere(crypto), accounting = ACCOUNTING_HERE, weights = {} } = options;
  let masters = checkArray("openAnalyzer: masters", options.masters).map(checkMaster);
  if (masters.length === 0) throw badMaster(undefined);
  const opened = await Promise.all(
    checkArray("openAnalyzer: studies", options.studies).map((each) => openStudy(crypto, each)),
  );
  for (const { id, study } of opened) {
    if (study.analyzer.publicKey !== toHex(keys.publicKey)) throw ofAnother(id);
    if (study.task === "survey") planOf(study); // what can be charged can be published
  }
  const studies = new Map(opened.map((each) => [each.id, each]));
  const parts = { crypto, store, keys, door, version, openRecords, accounting, weights, studies };
  const context: AnalyzerContext = { ...parts, masters: () => masters };
  return {
    announce: (study) => announce(context, study),
    advance: (study, signal) => advanceRound(context, studyOf(context, study), signal),
    cancel: (study) => cancel(context, study),
    trained: (study) => trainedState(context, studyOf(context, study)),
    recover: (ledger) => recoverLedger(context, ledger),
    async rotate(master) {
      const known = masters;
      masters = [checkMaster(master), ...known];
      const count = await rewrapAll(context).catch((error: unknown) => {
        masters = [...known, master];
        throw error;
      });
      masters = [master];
      return count;
    },
    async spent(id) {
      const { study } = studyOf(context, id);
      const charges = chargesOf((await readLedger(context, study.population)).rounds);
      const query = { adjacency: study.adjacency, delta: study.budget.delta };
      return charges.length === 0 ? undefined : accounting.spent(charges, query);
    },
  };
}

async function announce(context: AnalyzerContext, id: string) {
  const opened = studyOf(context, id);
  const ledger = await readLedger(context, opened.study.population);
  const last = lastRound(ledger, id);
  const isOpen = last !== undefined && last.end === undefined;
  const charged = isOpen ? ledger : await chargeRound(context, opened, ledger);
  await sendAnnouncement(context, opened, charged);
  return { round: lastRound(charged, id)!.entry.round, stage: "collecting" } as const;
}

async function cancel(context: AnalyzerContext, id: string) {
  const opened = studyOf(context, id);
  const ledger = await readLedger(context, opened.study.population);
  const last = lastRound(ledger, id);
  if (last === undefined || last.end !== undefined) return advanceRound(context, opened);
  const { round } = last.entry;
  if ((await context.door.round(id, round)) === undefined) return abandon(context, opened, ledger, round);
  await context.door.cancel(id, round);
  return advanceRound(context, opened);
}

/** Wraps every live key under the first master key. */
async function rewrapAll(context: AnalyzerContext): Promise<number> {
  const { crypto, store, masters } = context;
  const live = await store.keys();
  const wrapped = await Promise.all(
    live.map(async (key) => {
      const text = await store.document(key.study, key.round, "announcement");
      const { publicKey } = JSON.parse(JSON.parse(text ?? "{}").payload ?? "{}") as Announcement;
      const place = { study: key.study, round: key.round, publicKey };
      const { privateKey } = await unwrapKey(context, key, place);
      return wrapKey(crypto, masters()[0]!, privateKey, place);
    }),
  );
  if (!(await store.rewrap(wrapped))) throw ledgerMoved("keys");
  return wrapped.length;
}

function checkMaster(master: MasterKey): MasterKey {
  if (master.key.length === MASTER_BYTES && master.id.length > 0) return master;
  throw badMaster(master.key.length);
}

function badMaster(value: number | undefined): DpError {
  const allowed = `a name and ${MASTER_BYTES} random bytes`;
  return new DpError(
    "BAD_INPUT",
    `openAnalyzer: a master key must be ${allowed}; make one, and keep it out of backups`,
    {
      parameter: "masters",
      value,
      allowed,
    },
  );
}

function ofAnother(id: string): DpError {
  const message = `openAnalyzer: study ${id} must name this analyzer's key, names another; change keys or leave it out`;
  return new DpError("REFUSED", message, { parameter: "studies", value: id });
}
