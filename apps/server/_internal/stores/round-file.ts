import { rmSync } from "node:fs";
import type {
  Acceptance,
  RoundState,
  StoredRow,
  Upload,
} from "../../../../src/federated/shuffler/shuffler-store.js";
import { inTransaction, openSqlDatabase, type SqlSchema } from "./open-sql-database.js";
import type { SqlDatabase, SqlRow, SqlStatement } from "./sql-database.js";

/** What a round's file is made with. */
export interface NewRound {
  readonly orderKey: Uint8Array;
  readonly cap: number;
  readonly slots: number;
}

/** What the file knows of its round. */
export interface IntakeState {
  readonly state: Extract<RoundState, "collecting" | "closed" | "cancelled">;
  readonly orderKey: Uint8Array;
  /** Counted at the close. */
  readonly reports: number | undefined;
  /** The signed cancellation. */
  readonly outcome: string | undefined;
}

/** Some of a slot's rows: their bytes, joined, and the key of the last. */
export interface RecordsPart {
  readonly bytes: Uint8Array;
  readonly last: Uint8Array;
}

const PART_ROWS = 8192;
const SCHEMA: SqlSchema = {
  applicationId: 0x63726f72,
  steps: [
    `CREATE TABLE intake (state TEXT NOT NULL, order_key BLOB NOT NULL, cap BIGINT NOT NULL, slots INTEGER NOT NULL,
       reports BIGINT, outcome TEXT);
     CREATE TABLE senders (digest BLOB NOT NULL);
     CREATE UNIQUE INDEX senders_digest ON senders (digest);`,
  ],
};

/**
 * The file of one round: its state, who sent, and the sealed rows, so that closing and inserting share one
 * lock, and dropping a round is unlinking. Rows carry nothing but their key and their bytes; the order of
 * their arrival ends with the file.
 */
export class RoundFile {
  readonly #database: SqlDatabase;
  readonly #slots: number;
  readonly #insertSender: SqlStatement;
  readonly #deleteSender: SqlStatement;
  readonly #insertRow: readonly SqlStatement[];
  readonly #deleteRow: readonly SqlStatement[];
  readonly #state: SqlStatement;
  readonly #senders: SqlStatement;

  /** Opens the file; makes it, in place of what a crash left behind, where a new round is given. */
  constructor(path: string, made?: NewRound) {
    if (made !== undefined) removeDatabase(path);
    const database = openSqlDatabase(path, SCHEMA);
    this.#database = database;
    if (made !== undefined) create(database, made);
    this.#state = database.prepare("SELECT state, order_key, cap, slots, reports, outcome FROM intake");
    this.#slots = Number(this.#row().slots);
    const perSlot = (sql: (table: string) => string): readonly SqlStatement[] =>
      Array.from({ length: this.#slots }, (_, slot) => database.prepare(sql(`records_${slot}`)));
    this.#insertSender = database.prepare("INSERT INTO senders (digest) VALUES (?) ON CONFLICT DO NOTHING");
    this.#deleteSender = database.prepare("DELETE FROM senders WHERE digest = ?");
    this.#senders = database.prepare("SELECT coalesce(max(rowid), 0) AS senders FROM senders");
    this.#insertRow = perSlot(
      (table) => `INSERT INTO ${table} (key, bytes) VALUES (?, ?) ON CONFLICT DO NOTHING`,
    );
    this.#deleteRow = perSlot((table) => `DELETE FROM ${table} WHERE key = ?`);
  }

  state(): IntakeState {
    const { state, order_key, reports, outcome } = this.#row();
    return {
      state: state as IntakeState["state"],
      orderKey: new Uint8Array(order_key as Uint8Array),
      reports: reports === null ? undefined : Number(reports),
      outcome: outcome === null ? undefined : String(outcome),
    };
  }

  /** Accepts a group of uploads in one transaction. */
  accept(uploads: readonly Upload[]): readonly Acceptance[] {
    return inTransaction(this.#database, () => {
      const { state, cap } = this.#row();
      if (state !== "collecting") return uploads.map(() => "closed" as const);
      // Senders are never deleted but the last one, so that the largest row id is their number.
      let senders = Number(this.#senders.get()!.senders);
      return uploads.map((upload) => {
        const acceptance = this.#insert(upload, senders < Number(cap));
        if (acceptance === "accepted") senders += 1;
        return acceptance;
      });
    });
  }

  addRows(slot: number, rows: readonly StoredRow[]): void {
    inTransaction(this.#database, () => {
      if (this.#row().state === "cancelled") return;
      for (const { key, bytes } of rows) this.#insertRow[slot]!.run(key, bytes);
    });
  }

  hasRows(slot: number, keys: readonly Uint8Array[]): readonly boolean[] {
    const find = this.#database.prepare(`SELECT 1 AS found FROM records_${slot} WHERE key = ?`);
    return keys.map((key) => find.get(key) !== undefined);
  }

  isFull(): boolean {
    return Number(this.#senders.get()!.senders) >= Number(this.#row().cap);
  }

  /** From `collecting` to `closed`, with the number of senders; a later state stays. */
  close(): void {
    inTransaction(this.#database, () => {
      this.#count("state = 'closed'", "WHERE state = 'collecting'");
    });
  }

  /** To `cancelled` with the signed cancellation: nothing is accepted after. */
  cancel(outcome: string): void {
    inTransaction(this.#database, () => {
      this.#count("state = 'cancelled'", "WHERE state = 'collecting'");
      this.#database.prepare("UPDATE intake SET state = 'cancelled', outcome = ?").run(outcome);
    });
  }

  /**
   * The next rows of a slot in the order of their keys, joined, and the last one's key; undefined after the
   * last.
   */
  part(slot: number, after: Uint8Array | undefined): RecordsPart | undefined {
    const where = after === undefined ? "" : "WHERE key > ?";
    const select = `SELECT key, bytes FROM records_${slot} ${where} ORDER BY key LIMIT ${PART_ROWS}`;
    const rows = this.#database.prepare(select).all(...(after === undefined ? [] : [after]));
    if (rows.length === 0) return undefined;
    return {
      bytes: new Uint8Array(Buffer.concat(rows.map(({ bytes }) => bytes as Uint8Array))),
      last: new Uint8Array(rows.at(-1)!.key as Uint8Array),
    };
  }

  shut(): void {
    this.#database.close();
  }

  #row(): SqlRow {
    return this.#state.get()!;
  }

  #count(change: string, where: string): void {
    const senders = Number(this.#senders.get()!.senders);
    this.#database.prepare(`UPDATE intake SET ${change}, reports = ? ${where}`).run(senders);
  }

  /**
   * Inserts first and looks at what was new: nearly every upload is. Takes back what it inserted of one that
   * is not accepted.
   */
  #insert({ sender, rows }: Upload, hasRoom: boolean): Acceptance {
    const isNewSender = this.#insertSender.run(sender) === 1;
    const isNew = rows.map(({ key, bytes }, slot) => this.#insertRow[slot]!.run(key, bytes) === 1);
    const allNew = isNewSender && isNew.every(Boolean);
    if (allNew && hasRoom) return "accepted";
    if (isNewSender) this.#deleteSender.run(sender);
    for (const [slot, { key }] of rows.entries()) if (isNew[slot]!) this.#deleteRow[slot]!.run(key);
    if (allNew) return "full";
    return isNewSender || isNew.some(Boolean) ? "conflict" : "repeated";
  }
}

/** Removes a database file and what SQLite keeps beside it. */
export function removeDatabase(path: string): void {
  for (const end of ["", "-wal", "-shm", "-journal"]) rmSync(`${path}${end}`, { force: true });
}

function create(database: SqlDatabase, { orderKey, cap, slots }: NewRound): void {
  inTransaction(database, () => {
    for (let slot = 0; slot < slots; slot++) {
      database.exec(`CREATE TABLE records_${slot} (key BLOB NOT NULL, bytes BLOB NOT NULL)`);
      database.exec(`CREATE UNIQUE INDEX records_${slot}_key ON records_${slot} (key)`);
    }
    database
      .prepare("INSERT INTO intake (state, order_key, cap, slots) VALUES ('collecting', ?, ?, ?)")
      .run(orderKey, cap, slots);
  });
}
