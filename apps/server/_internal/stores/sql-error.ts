import { DpError } from "../../../../src/errors.js";

/** SQLite's primary result codes. */
const DAMAGED = [11, 26]; // CORRUPT, NOTADB
const BUSY = [5, 6]; // BUSY, LOCKED
const UNAVAILABLE = [...BUSY, 8, 10, 13, 14]; // READONLY, IOERR, FULL, CANTOPEN

/** How the two drivers say which of SQLite's errors it is. */
interface DriverError extends Error {
  readonly errcode?: number;
  readonly rawCode?: number;
}

/**
 * A driver's error in the program's words: a damaged file, or a store that cannot work now. Other errors stay
 * as they are.
 */
export function sqlError(path: string, error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof DpError) return error;
  const primary = primaryCode(error);
  if (DAMAGED.includes(primary)) return damaged(path, error.message, error);
  if (!UNAVAILABLE.includes(primary)) return error;
  const message = `store: ${path} cannot be read or written: ${error.message}; nothing was acknowledged, try again`;
  return new DpError("STORE_UNAVAILABLE", message, { parameter: "store", value: path }, error);
}

/** Whether a driver says that another connection has the lock. */
export function isBusy(error: unknown): boolean {
  return error instanceof Error && BUSY.includes(primaryCode(error));
}

function primaryCode(error: Error): number {
  const { errcode, rawCode } = error as DriverError;
  return (errcode ?? rawCode ?? 0) & 255;
}

/** The error about a file that is no database of this program, or not whole. */
export function damaged(path: string, what: string, cause?: unknown): DpError {
  const message = `store: ${path} is damaged or another program's (${what}); restore it from a backup, or name another file`;
  const allowed = "a database that this program made";
  return new DpError("DATA_UNREADABLE", message, { parameter: "store", value: path, allowed }, cause);
}

/** Runs work on a file's database with its errors in the program's words. */
export function withSqlErrors<Result>(path: string, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    throw sqlError(path, error);
  }
}
