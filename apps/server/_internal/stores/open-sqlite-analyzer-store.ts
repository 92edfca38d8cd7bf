import type {
  AnalyzerStore,
  LedgerChange,
  StoredState,
  WrappedKey,
} from "../../../../src/federated/analyzer/analyzer-store.js";
import { headFile } from "./head-file.js";
import { inTransaction, openSqlDatabase, type SqlSchema } from "./open-sql-database.js";
import type { SqlDatabase, SqlRow } from "./sql-database.js";

/** Deleted keys are overwritten, as far as a database can: erasure is the rotation of the master key. */
const SCHEMA: SqlSchema = {
  applicationId: 0x63726f6c,
  secureDelete: true,
  steps: [
    `CREATE TABLE entries (ledger TEXT NOT NULL, sequence BIGINT NOT NULL, entry TEXT NOT NULL, PRIMARY KEY (ledger, sequence));
     CREATE TABLE documents (study TEXT NOT NULL, round BIGINT NOT NULL, name TEXT NOT NULL, text TEXT NOT NULL,
       PRIMARY KEY (study, round, name));
     CREATE TABLE round_keys (study TEXT NOT NULL, round BIGINT NOT NULL, master_id TEXT NOT NULL, wrapped BLOB NOT NULL,
       PRIMARY KEY (study, round));`,
    "CREATE TABLE states (study TEXT NOT NULL PRIMARY KEY, round BIGINT NOT NULL, bytes BLOB NOT NULL);",
  ],
};

/** An analyzer's store that is closed when its process ends. */
export interface OpenAnalyzerStore extends AnalyzerStore {
  /** Names of the ledgers that have an entry, here or in the second record. */
  ledgers(): readonly string[];
  /** @throws DpError LEDGER_BEHIND the database is older than the second record: a backup was restored */
  checkHeads(): void;
  /**
   * Takes a ledger that was recovered from its copy for what it is from now on.
   *
   * @throws DpError LEDGER_BEHIND charged rounds are missing: the copy is old as well
   */
  rebaseHead(ledger: string): void;
  shut(): void;
}

/** Where an analyzer's store stands. */
export interface AnalyzerFiles {
  readonly database: string;
  /** The second record of how far each ledger was. */
  readonly head: string;
}

/**
 * An analyzer's store in SQLite: ledgers, wrapped keys and documents in one file, and how far each ledger was
 * in another one.
 *
 * @throws DpError DATA_UNREADABLE a file is damaged, another program's or a newer version's;
 *   STORE_UNAVAILABLE it cannot be opened
 */
export function openSqliteAnalyzerStore(files: AnalyzerFiles): OpenAnalyzerStore {
  return new SqliteAnalyzerStore(files);
}

class SqliteAnalyzerStore implements OpenAnalyzerStore {
  readonly #database: SqlDatabase;
  readonly #head: ReturnType<typeof headFile>;

  constructor({ database, head }: AnalyzerFiles) {
    this.#database = openSqlDatabase(database, SCHEMA);
    this.#head = headFile(head);
  }

  async length(ledger: string): Promise<number> {
    return this.#length(ledger);
  }

  async entries(ledger: string, after: number): Promise<readonly string[]> {
    return this.#entries(ledger).slice(after);
  }

  async commit(change: LedgerChange): Promise<boolean> {
    const { ledger, after, entries } = change;
    const isDone = inTransaction(this.#database, () => {
      if (this.#length(ledger) !== after) return false;
      const insert = this.#database.prepare("INSERT INTO entries (ledger, sequence, entry) VALUES (?, ?, ?)");
      for (const [index, entry] of entries.entries()) insert.run(ledger, after + index + 1, entry);
      this.#changeKeys(change);
      this.#keepDocuments(change);
      this.#keepState(change);
      return true;
    });
    if (isDone && entries.length > 0) this.#head.record(ledger, this.#entries(ledger));
    return isDone;
  }

  async document(study: string, round: number, name: string): Promise<string | undefined> {
    const select = "SELECT text FROM documents WHERE study = ? AND round = ? AND name = ?";
    const row = this.#database.prepare(select).get(study, round, name);
    return row === undefined ? undefined : String(row.text);
  }

  async state(study: string): Promise<StoredState | undefined> {
    const row = this.#database.prepare("SELECT round, bytes FROM states WHERE study = ?").get(study);
    if (row === undefined) return undefined;
    return { study, round: Number(row.round), bytes: new Uint8Array(row.bytes as Uint8Array) };
  }

  async key(study: string, round: number): Promise<WrappedKey | undefined> {
    const row = this.#database
      .prepare("SELECT * FROM round_keys WHERE study = ? AND round = ?")
      .get(study, round);
    return row === undefined ? undefined : keyOf(row);
  }

  async keys(): Promise<readonly WrappedKey[]> {
    return this.#database.prepare("SELECT * FROM round_keys ORDER BY study, round").all().map(keyOf);
  }

  async rewrap(keys: readonly WrappedKey[]): Promise<boolean> {
    const isDone = inTransaction(this.#database, () => {
      const live = this.#database.prepare("SELECT study, round FROM round_keys").all();
      const places = new Set(keys.map(({ study, round }) => `${study} ${round}`));
      const isSame =
        places.size === live.length && live.every(({ study, round }) => places.has(`${study} ${round}`));
      if (!isSame) return false;
      const update = this.#database.prepare(
        "UPDATE round_keys SET master_id = ?, wrapped = ? WHERE study = ? AND round = ?",
      );
      for (const { study, round, masterId, wrapped } of keys) update.run(masterId, wrapped, study, round);
      return true;
    });
    // Old pages leave the log, as far as the file system lets them.
    if (isDone) this.#database.prepare("PRAGMA wal_checkpoint(TRUNCATE)").get();
    return isDone;
  }

  ledgers(): readonly string[] {
    const rows = this.#database.prepare("SELECT DISTINCT ledger FROM entries").all();
    return [...new Set([...rows.map(({ ledger }) => String(ledger)), ...this.#head.ledgers()])].sort();
  }

  checkHeads(): void {
    for (const ledger of this.ledgers()) this.#head.check(ledger, this.#entries(ledger));
  }

  rebaseHead(ledger: string): void {
    this.#head.rebase(ledger, this.#entries(ledger));
  }

  shut(): void {
    this.#database.close();
  }

  #length(ledger: string): number {
    const select = "SELECT count(*) AS entries FROM entries WHERE ledger = ?";
    return Number(this.#database.prepare(select).get(ledger)!.entries);
  }

  #entries(ledger: string): readonly string[] {
    const select = "SELECT entry FROM entries WHERE ledger = ? ORDER BY sequence";
    return this.#database
      .prepare(select)
      .all(ledger)
      .map(({ entry }) => String(entry));
  }

  #changeKeys({ key, eraseKey }: LedgerChange): void {
    if (key !== undefined)
      this.#database
        .prepare("INSERT INTO round_keys (study, round, master_id, wrapped) VALUES (?, ?, ?, ?)")
        .run(key.study, key.round, key.masterId, key.wrapped);
    if (eraseKey !== undefined)
      this.#database
        .prepare("DELETE FROM round_keys WHERE study = ? AND round = ?")
        .run(eraseKey.study, eraseKey.round);
  }

  #keepState({ state }: LedgerChange): void {
    const insert = `INSERT INTO states (study, round, bytes) VALUES (?, ?, ?)
      ON CONFLICT (study) DO UPDATE SET round = excluded.round, bytes = excluded.bytes`;
    if (state !== undefined) this.#database.prepare(insert).run(state.study, state.round, state.bytes);
  }

  #keepDocuments({ documents }: LedgerChange): void {
    const insert = `INSERT INTO documents (study, round, name, text) VALUES (?, ?, ?, ?)
      ON CONFLICT (study, round, name) DO UPDATE SET text = excluded.text`;
    for (const { study, round, name, text } of documents ?? [])
      this.#database.prepare(insert).run(study, round, name, text);
  }
}

function keyOf({ study, round, master_id, wrapped }: SqlRow): WrappedKey {
  return {
    study: String(study),
    round: Number(round),
    masterId: String(master_id),
    wrapped: new Uint8Array(wrapped as Uint8Array),
  };
}
