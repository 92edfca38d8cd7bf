import { randomBytes } from "node:crypto";
import { inTransaction, openSqlDatabase } from "../_internal/stores/open-sql-database.js";

const GROUP = 100;

/** Inserts rows of a report's size in groups, nothing else. @returns rows per second */
export function bareInserts(path: string, rows: number): number {
  const database = openSqlDatabase(path, {
    applicationId: 1,
    steps: [
      "CREATE TABLE records (key BLOB NOT NULL, bytes BLOB NOT NULL); CREATE UNIQUE INDEX records_key ON records (key)",
    ],
  });
  const insert = database.prepare("INSERT INTO records (key, bytes) VALUES (?, ?)");
  const start = performance.now();
  for (let done = 0; done < rows; done += GROUP)
    inTransaction(database, () => {
      for (let row = 0; row < GROUP; row++) insert.run(randomBytes(16), randomBytes(49));
    });
  const seconds = (performance.now() - start) / 1000;
  database.close();
  return Math.round(rows / seconds);
}
