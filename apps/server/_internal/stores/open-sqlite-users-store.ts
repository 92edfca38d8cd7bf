import type { ClientStore } from "../../../../src/federated/client/client-store.js";
import { inTransaction, openSqlDatabase, type SqlSchema } from "./open-sql-database.js";

const SCHEMA: SqlSchema = {
  applicationId: 0x63726f75,
  secureDelete: true,
  steps: ["CREATE TABLE state (user INTEGER PRIMARY KEY, text TEXT NOT NULL)"],
};

/** The states of many users in one file, which is closed when its process ends. */
export interface OpenUsersStore {
  /** The state of one of them, numbered from 0. */
  of(user: number): ClientStore;
  shut(): void;
}

/** A change that waits for the next transaction. */
interface Change {
  readonly user: number;
  readonly before: string | undefined;
  readonly after: string;
  resolve(isDone: boolean): void;
  reject(error: unknown): void;
}

/**
 * States of users whom one process brings, in SQLite. What several of them store at once is one transaction:
 * each waits until its own is on the disk.
 *
 * @throws DpError DATA_UNREADABLE the file is damaged or another program's; STORE_UNAVAILABLE it cannot be
 *   opened
 */
export function openSqliteUsersStore(path: string): OpenUsersStore {
  const database = openSqlDatabase(path, SCHEMA);
  const select = database.prepare("SELECT text FROM state WHERE user = ?");
  const upsert = database.prepare("INSERT OR REPLACE INTO state (user, text) VALUES (?, ?)");
  const current = (user: number): string | undefined => {
    const row = select.get(user);
    return row === undefined ? undefined : String(row.text);
  };
  let waiting: Change[] = [];
  const commit = (): void => {
    const changes = waiting;
    waiting = [];
    try {
      const done = inTransaction(database, () =>
        changes.map(({ user, before, after }) => {
          if (current(user) !== before) return false;
          upsert.run(user, after);
          return true;
        }),
      );
      changes.forEach(({ resolve }, index) => void resolve(done[index]!));
    } catch (error) {
      for (const { reject } of changes) reject(error);
    }
  };
  return {
    of: (user) => ({
      read: async () => current(user),
      replace: (before, after) =>
        new Promise((resolve, reject) => {
          if (waiting.length === 0) setImmediate(commit);
          waiting.push({ user, before, after, resolve, reject });
        }),
    }),
    shut: () => database.close(),
  };
}
