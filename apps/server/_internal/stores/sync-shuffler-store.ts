import { existsSync, rmSync } from "node:fs";
import {
  type Acceptance,
  type ChainPart,
  type OpenedRound,
  type ShufflerRound,
  type StoredRow,
  UNFINISHED,
  type Upload,
} from "../../../../src/federated/shuffler/shuffler-store.js";
import { inTransaction, openSqlDatabase } from "./open-sql-database.js";
import { type RecordsPart, RoundFile, removeDatabase } from "./round-file.js";
import { INTAKE, roundOfRow } from "./round-of-row.js";
import { SHUFFLER_SCHEMA } from "./shuffler-schema.js";
import type { SqlDatabase, SqlRow } from "./sql-database.js";
import { type StoreFiles, storeFiles } from "./store-files.js";

/**
 * A shuffler's store over one database and a file a round, every call to its end: see
 * `openSqliteShufflerStore`, which calls it from another thread.
 *
 * The database says which rounds there are and how they ended; the file of a round whether it still collects.
 */
export class SyncShufflerStore {
  readonly #database: SqlDatabase;
  readonly #files: StoreFiles;
  readonly #open = new Map<number, RoundFile>();

  constructor(path: string) {
    this.#files = storeFiles(path);
    this.#database = openSqlDatabase(path, SHUFFLER_SCHEMA);
    this.#sweep();
  }

  enrol(study: string, digests: readonly Uint8Array[]): void {
    const insert = this.#database.prepare(
      "INSERT INTO enrolled (study, digest) VALUES (?, ?) ON CONFLICT DO NOTHING",
    );
    inTransaction(this.#database, () => {
      for (const digest of digests) insert.run(study, digest);
    });
  }

  chainLength(ledger: string): number {
    const select = "SELECT count(*) AS entries FROM chain WHERE ledger = ?";
    return Number(this.#database.prepare(select).get(ledger)!.entries);
  }

  chain(ledger: string, after: number): readonly string[] {
    const select = "SELECT entry FROM chain WHERE ledger = ? AND sequence > ? ORDER BY sequence";
    return this.#database
      .prepare(select)
      .all(ledger, after)
      .map(({ entry }) => String(entry));
  }

  openRound(round: OpenedRound, chain: ChainPart): boolean {
    const { orderKey, cap, slots } = round;
    let made: RoundFile | undefined;
    try {
      return inTransaction(this.#database, () => {
        if (this.chainLength(chain.ledger) !== chain.after || !this.#mayOpen(round)) return false;
        const last = this.#database.prepare("SELECT coalesce(max(file), 0) AS file FROM rounds").get()!;
        const file = Number(last.file) + 1;
        // Durable before the round is: a file that no round names is removed when the store is opened.
        made = new RoundFile(this.#files.round(file), { orderKey, cap, slots });
        this.#insertRound(round, file);
        this.#append(chain);
        return true;
      });
    } finally {
      made?.shut();
    }
  }

  round(study: string, number: number): ShufflerRound | undefined {
    const row = this.#row(study, number);
    return row === undefined ? undefined : this.#read(row);
  }

  rounds(study: string): readonly ShufflerRound[] {
    const rows = this.#database.prepare("SELECT * FROM rounds WHERE study = ? ORDER BY number").all(study);
    return rows.map((row) => this.#read(row));
  }

  lastRound(study: string): ShufflerRound | undefined {
    const select = "SELECT * FROM rounds WHERE study = ? ORDER BY number DESC LIMIT 1";
    const row = this.#database.prepare(select).get(study);
    return row === undefined ? undefined : this.#read(row);
  }

  unfinishedRounds(study: string): readonly ShufflerRound[] {
    const select = "SELECT * FROM rounds WHERE study = ? AND state IN (?, 'released') ORDER BY number";
    return this.#database
      .prepare(select)
      .all(study, INTAKE)
      .map((row) => this.#read(row))
      .filter(({ state }) => UNFINISHED.includes(state));
  }

  keepWeights(study: string, sha256: string, bytes: Uint8Array): void {
    const insert = "INSERT INTO weights (study, sha256, bytes) VALUES (?, ?, ?) ON CONFLICT DO NOTHING";
    this.#database.prepare(insert).run(study, sha256, bytes);
  }

  weights(study: string, sha256: string): Uint8Array | undefined {
    const select = "SELECT bytes FROM weights WHERE study = ? AND sha256 = ?";
    const row = this.#database.prepare(select).get(study, sha256);
    return row === undefined ? undefined : new Uint8Array(row.bytes as Uint8Array);
  }

  dropWeights(study: string, kept: readonly string[]): void {
    const rows = this.#database.prepare("SELECT sha256 FROM weights WHERE study = ?").all(study);
    const drop = this.#database.prepare("DELETE FROM weights WHERE study = ? AND sha256 = ?");
    for (const { sha256 } of rows) if (!kept.includes(String(sha256))) drop.run(study, String(sha256));
  }

  accept(study: string, number: number, uploads: readonly Upload[]): readonly Acceptance[] {
    const intake = this.#intake(study, number);
    return intake === undefined ? uploads.map(() => "closed") : intake.accept(uploads);
  }

  addDummies(study: string, number: number, slot: number, rows: readonly StoredRow[]): void {
    this.#intake(study, number)?.addRows(slot, rows);
  }

  hasRows(study: string, number: number, slot: number, keys: readonly Uint8Array[]): readonly boolean[] {
    return this.#intake(study, number)?.hasRows(slot, keys) ?? keys.map(() => false);
  }

  isFull(study: string, number: number): boolean {
    return this.#intake(study, number)?.isFull() ?? false;
  }

  close(study: string, number: number): void {
    this.#intake(study, number)?.close();
  }

  part(study: string, number: number, slot: number, after: Uint8Array | undefined): RecordsPart | undefined {
    return this.#intake(study, number)?.part(slot, after);
  }

  /** Where a slot's batch stands, and whether it may be written. */
  batchFile(study: string, number: number, slot: number): { path: string; isClosed: boolean } | undefined {
    const row = this.#row(study, number);
    if (row === undefined) return undefined;
    const isClosed = row.state === INTAKE && this.#intake(study, number)?.state().state === "closed";
    return { path: this.#files.batch(Number(row.file), slot), isClosed };
  }

  endIntake(study: string, number: number, state: "released" | "cancelled", outcome: string): boolean {
    const row = this.#row(study, number);
    if (row?.state !== INTAKE) return false;
    const intake = this.#fileOf(row);
    if (state === "released" && intake?.state().state !== "closed") return false;
    // From here on the round is cancelled, whatever happens: opening the store again finishes what a crash
    // left.
    if (state === "cancelled") intake?.cancel(outcome);
    this.#end(row, state, intake?.state().reports ?? 0, outcome);
    return true;
  }

  drop(study: string, number: number, state: "done" | "expired", result: string | undefined): boolean {
    const update = `UPDATE rounds SET state = ?, result = ? WHERE study = ? AND number = ? AND state = 'released'`;
    const changed = this.#database.prepare(update).run(state, result ?? null, study, number);
    if (changed === 1) this.#removeBatches(Number(this.#row(study, number)!.file));
    return changed === 1;
  }

  /** Rounds in each state, for the metrics of a private listener. */
  counts(): readonly { readonly state: string; readonly rounds: number; readonly reports: number }[] {
    const select =
      "SELECT state, count(*) AS rounds, coalesce(sum(reports), 0) AS reports FROM rounds GROUP BY state";
    return this.#database
      .prepare(select)
      .all()
      .map((row) => ({ state: String(row.state), rounds: Number(row.rounds), reports: Number(row.reports) }));
  }

  shut(): void {
    for (const file of this.#open.values()) file.shut();
    this.#open.clear();
    this.#database.close();
  }

  #append({ ledger, after, entries }: ChainPart): void {
    const insert = this.#database.prepare("INSERT INTO chain (ledger, sequence, entry) VALUES (?, ?, ?)");
    for (const [index, entry] of entries.entries()) insert.run(ledger, after + index + 1, entry);
  }

  #mayOpen({ study, number, publicKey }: OpenedRound): boolean {
    const select = `SELECT count(*) AS obstacles FROM rounds
      WHERE public_key = ? OR (study = ? AND (number >= ? OR state = '${INTAKE}'))`;
    return Number(this.#database.prepare(select).get(publicKey, study, number)!.obstacles) === 0;
  }

  #insertRound(round: OpenedRound, file: number): void {
    this.#database
      .prepare(
        `INSERT INTO rounds (study, number, state, file, announcement_id, announcement, opening, public_key, closes_at, cap, slots)
         VALUES (?, ?, '${INTAKE}', ?, ?, ?, ?, ?, ?, ?, ?)`,
      )
      .run(
        round.study,
        round.number,
        file,
        round.announcementId,
        round.announcement,
        round.opening,
        round.publicKey,
        round.closesAt,
        round.cap,
        round.slots,
      );
  }

  #row(study: string, number: number): SqlRow | undefined {
    return this.#database.prepare("SELECT * FROM rounds WHERE study = ? AND number = ?").get(study, number);
  }

  #read(row: SqlRow): ShufflerRound {
    const intake = row.state === INTAKE ? this.#fileOf(row)?.state() : undefined;
    return roundOfRow(row, intake);
  }

  /** The file of a round that has not ended. */
  #intake(study: string, number: number): RoundFile | undefined {
    const row = this.#row(study, number);
    return row?.state === INTAKE ? this.#fileOf(row) : undefined;
  }

  #fileOf(row: SqlRow): RoundFile | undefined {
    const file = Number(row.file);
    const found = this.#open.get(file);
    if (found !== undefined) return found;
    // A round whose file was removed lost its reports: it counts as closed without any, which cancels it.
    if (!existsSync(this.#files.round(file))) return undefined;
    const opened = new RoundFile(this.#files.round(file));
    this.#open.set(file, opened);
    return opened;
  }

  #end(row: SqlRow, state: string, reports: number, outcome: string): void {
    this.#database
      .prepare(
        "UPDATE rounds SET state = ?, reports = ?, outcome = ? WHERE study = ? AND number = ? AND state = ?",
      )
      .run(state, reports, outcome, String(row.study), Number(row.number), INTAKE);
    const file = Number(row.file);
    this.#open.get(file)?.shut();
    this.#open.delete(file);
    removeDatabase(this.#files.round(file));
    if (state === "cancelled") this.#removeBatches(file);
  }

  #removeBatches(file: number): void {
    for (const { path } of this.#files.listed().filter((each) => each.file === file && each.isBatch))
      rmSync(path, { force: true });
  }

  /** What a crash left: cancellations half-way, files of rounds that ended, and files that no round names. */
  #sweep(): void {
    const rows = this.#database.prepare("SELECT * FROM rounds").all();
    for (const row of rows.filter(({ state }) => state === INTAKE)) {
      const intake = this.#fileOf(row)?.state();
      if (intake?.state === "cancelled") this.#end(row, "cancelled", intake.reports ?? 0, intake.outcome!);
    }
    inTransaction(this.#database, () => {
      const after = this.#database.prepare("SELECT file, state FROM rounds").all();
      const states = new Map(after.map(({ file, state }) => [Number(file), state]));
      for (const { path, file, isBatch } of this.#files.listed()) {
        const state = states.get(file);
        const isKept = state === INTAKE || (isBatch && state === "released");
        if (!isKept) rmSync(path, { force: true });
      }
    });
  }
}
