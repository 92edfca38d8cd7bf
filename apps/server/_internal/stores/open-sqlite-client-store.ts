import type { ClientStore } from "../../../../src/federated/client/client-store.js";
import { inTransaction, openSqlDatabase, type SqlSchema } from "./open-sql-database.js";

const SCHEMA: SqlSchema = {
  applicationId: 0x63726f63,
  secureDelete: true,
  steps: ["CREATE TABLE state (text TEXT NOT NULL)"],
};

/** A client's state in a file, which is closed when its process ends. */
export interface OpenClientStore extends ClientStore {
  shut(): void;
}

/**
 * A client's state in SQLite: several processes of one user share it, and none loses what another wrote.
 *
 * @throws DpError DATA_UNREADABLE the file is damaged or another program's; STORE_UNAVAILABLE it cannot be
 *   opened
 */
export function openSqliteClientStore(path: string): OpenClientStore {
  const database = openSqlDatabase(path, SCHEMA);
  const current = (): string | undefined => {
    const row = database.prepare("SELECT text FROM state").get();
    return row === undefined ? undefined : String(row.text);
  };
  return {
    read: async () => current(),
    async replace(before, after) {
      return inTransaction(database, () => {
        if (current() !== before) return false;
        database.prepare("DELETE FROM state").run();
        database.prepare("INSERT INTO state (text) VALUES (?)").run(after);
        return true;
      });
    },
    shut: () => database.close(),
  };
}
