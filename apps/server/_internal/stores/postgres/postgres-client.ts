/** A row of an answer; bytes are `Buffer`s, large integers are strings. */
export type PostgresRow = Readonly<Record<string, unknown>>;

/** One connection, within a transaction. */
export interface PostgresClient {
  query(sql: string, values?: readonly unknown[]): Promise<readonly PostgresRow[]>;
}
