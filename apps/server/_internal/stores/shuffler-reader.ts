import { openSqlDatabase } from "./open-sql-database.js";
import { SHUFFLER_SCHEMA } from "./shuffler-schema.js";

/**
 * A second connection to a shuffler's database, in the thread that answers: a look at an index is faster than
 * a message to another thread.
 */
export interface ShufflerReader {
  isEnrolled(study: string, digest: Uint8Array): boolean;
  shut(): void;
}

/** Opens it; the writer has opened the database before. */
export function openReader(path: string): ShufflerReader {
  const database = openSqlDatabase(path, SHUFFLER_SCHEMA);
  const enrolled = database.prepare("SELECT 1 AS found FROM enrolled WHERE study = ? AND digest = ?");
  return {
    isEnrolled: (study, digest) => enrolled.get(study, digest) !== undefined,
    shut: () => database.close(),
  };
}
