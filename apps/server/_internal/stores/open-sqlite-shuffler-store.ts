import type { StoredRow } from "../../../../src/federated/shuffler/shuffler-store.js";
import { readBatchFile, writeBatchFile } from "./batch-files.js";
import { KnownRounds } from "./known-rounds.js";
import type { OpenShufflerStore } from "./opened-shuffler-store.js";
import type { RecordsPart } from "./round-file.js";
import { openReader } from "./shuffler-reader.js";
import { StoreThread } from "./store-thread.js";

/**
 * A shuffler's store in SQLite: one database, and a file for each round that collects. A thread of its own
 * writes; uploads that arrive while it waits for the disk share the next commit, and none is acknowledged
 * before.
 *
 * @param path of the database; the other files stand beside it and bear its name
 * @throws DpError DATA_UNREADABLE a file is damaged, another program's or a newer version's;
 *   STORE_UNAVAILABLE it cannot be opened
 */
export async function openSqliteShufflerStore(path: string): Promise<OpenShufflerStore> {
  const thread = await StoreThread.start(path);
  const reader = openReader(path);
  const known = new KnownRounds((study, number) => thread.call("round", study, number));
  return {
    enrol: (study, digests) => thread.call("enrol", study, digests.map(copied)),
    isEnrolled: async (study, digest) => reader.isEnrolled(study, digest),
    chainLength: (ledger) => thread.call("chainLength", ledger),
    chain: (ledger, after) => thread.call("chain", ledger, after),
    openRound: (round, chain) =>
      known.changedBy(thread.call("openRound", { ...round, orderKey: copied(round.orderKey) }, chain)),
    round: (study, number) => known.round(study, number),
    rounds: (study) => thread.call("rounds", study),
    lastRound: (study) => thread.call("lastRound", study),
    unfinishedRounds: (study) => thread.call("unfinishedRounds", study),
    keepWeights: (study, sha256, bytes) => thread.call("keepWeights", study, sha256, copied(bytes)),
    weights: (study, sha256) => thread.call("weights", study, sha256),
    dropWeights: (study, kept) => thread.call("dropWeights", study, kept),
    accept: (study, number, upload) => thread.accept(study, number, upload),
    addDummies: (study, number, slot, rows) =>
      thread.call("addDummies", study, number, slot, rows.map(copiedRow)),
    hasRows: (study, number, slot, keys) => thread.call("hasRows", study, number, slot, keys.map(copied)),
    isFull: (study, number) => thread.call("isFull", study, number),
    close: (study, number) => known.changedBy(thread.call("close", study, number)),
    rows: (study, number, slot) => rowsOf(thread, study, number, slot),
    async writeBatch(study, number, slot, parts) {
      const file = await thread.call<BatchFile>("batchFile", study, number, slot);
      if (file?.isClosed === true) await writeBatchFile(file.path, parts);
    },
    async readBatch(study, number, slot, offset, length) {
      const file = await thread.call<BatchFile>("batchFile", study, number, slot);
      return file === undefined ? new Uint8Array() : readBatchFile(file.path, offset, length);
    },
    endIntake: (study, number, state, outcome) =>
      known.changedBy(thread.call("endIntake", study, number, state, outcome)),
    drop: (study, number, state, result) =>
      known.changedBy(thread.call("drop", study, number, state, result)),
    counts: () => thread.call("counts"),
    isShared: false,
    lead: async (_study, work) => ({ result: await work(NEVER) }),
    async shut() {
      await thread.stop();
      reader.shut();
    },
  };
}

const NEVER = new AbortController().signal;

type BatchFile = { readonly path: string; readonly isClosed: boolean } | undefined;

async function* rowsOf(
  thread: StoreThread,
  study: string,
  number: number,
  slot: number,
): AsyncIterable<Uint8Array> {
  let after: Uint8Array | undefined;
  for (;;) {
    const part = await thread.call<RecordsPart | undefined>("part", study, number, slot, after);
    if (part === undefined) return;
    yield part.bytes;
    after = part.last;
  }
}

/** A view goes to another thread with all of the memory behind it: a copy has no more than its own. */
function copied(bytes: Uint8Array): Uint8Array {
  return new Uint8Array(bytes);
}

function copiedRow({ key, bytes }: StoredRow): StoredRow {
  return { key: copied(key), bytes: copied(bytes) };
}
