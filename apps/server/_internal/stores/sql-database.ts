/** What a column holds. */
export type SqlValue = string | number | Uint8Array | null;

/** A row of an answer, by the names of its columns. */
export type SqlRow = Readonly<Record<string, SqlValue>>;

/** A prepared statement. */
export interface SqlStatement {
  /** @returns how many rows it changed */
  run(...values: SqlValue[]): number;
  get(...values: SqlValue[]): SqlRow | undefined;
  all(...values: SqlValue[]): readonly SqlRow[];
}

/** A connection to a database file, whichever driver carries it. All calls wait for the disk. */
export interface SqlDatabase {
  exec(sql: string): void;
  prepare(sql: string): SqlStatement;
  close(): void;
}
