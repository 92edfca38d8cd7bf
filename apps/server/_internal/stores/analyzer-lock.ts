import { DpError } from "../../../../src/errors.js";
import type { SqlDatabase } from "./sql-database.js";
import { connect, DEFAULT_DRIVER } from "./sql-drivers.js";
import { isBusy, withSqlErrors } from "./sql-error.js";

/**
 * Makes this process the only one that wraps the round keys of a ledger: a key wrapped under a master key
 * that another process replaces at the same moment would be lost. The lock is the file system's, on a
 * neighbour of the database, and ends with the process.
 *
 * @returns what releases it
 * @throws DpError STORE_UNAVAILABLE another process has it
 */
export function lockAnalyzer(database: string): () => void {
  const path = `${database}-lock`;
  const lock = withSqlErrors(path, () => connect(path, DEFAULT_DRIVER));
  try {
    lock.exec("PRAGMA busy_timeout = 0");
    lock.exec("BEGIN EXCLUSIVE");
  } catch (error) {
    lock.close();
    throw isBusy(error) ? taken(database, error) : error;
  }
  return () => release(lock);
}

function release(lock: SqlDatabase): void {
  lock.exec("ROLLBACK");
  lock.close();
}

function taken(value: string, cause: unknown): DpError {
  const message = `store: another analyzer runs on ${value}; stop it first: while it runs it rotates its master key by itself`;
  return new DpError("STORE_UNAVAILABLE", message, { parameter: "store", value }, cause);
}
