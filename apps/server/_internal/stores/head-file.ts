import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { DpError } from "../../../../src/errors.js";
import { replaceFile } from "../../../cli/_internal/replace-file.js";

/** How far a ledger was: the number of its entries, and the digest of the last one's text. */
export interface LedgerMark {
  readonly sequence: number;
  readonly head: string;
}

/**
 * The second record of how far each ledger was, in a file of its own, best on another disk: a database that
 * was restored from a backup is behind it. Who restores both goes unnoticed.
 */
export interface HeadFile {
  ledgers(): readonly string[];
  /** @throws DpError LEDGER_BEHIND the ledger is shorter than it was, or another one */
  check(ledger: string, entries: readonly string[]): void;
  /**
   * Durable when it returns; an earlier place than the recorded one is passed over.
   *
   * @throws DpError STORE_UNAVAILABLE the file cannot be written; the next call records what is missing
   */
  record(ledger: string, entries: readonly string[]): void;
}

/** The second record in a file, which is made at the first entry. */
export function headFile(path: string): HeadFile {
  const read = (): Record<string, LedgerMark> => (existsSync(path) ? parsed(path) : {});
  return {
    ledgers: () => Object.keys(read()),
    check(ledger, entries) {
      const marks = read();
      const mark = Object.hasOwn(marks, ledger) ? marks[ledger] : undefined;
      if (mark === undefined || digestOf(entries[mark.sequence - 1]) === mark.head) return;
      const message =
        `ledger: ${ledger} has ${entries.length} entries, but ${path} says that it had ${mark.sequence}; a backup was restored: ` +
        "run croupier-server ledger recover";
      throw new DpError("LEDGER_BEHIND", message, {
        parameter: "ledger",
        value: entries.length,
        allowed: `at least ${mark.sequence} entries, unchanged`,
      });
    },
    record(ledger, entries) {
      const marks = read();
      const known = Object.hasOwn(marks, ledger) ? marks[ledger]!.sequence : 0;
      if (entries.length <= known) return;
      const mark: LedgerMark = { sequence: entries.length, head: digestOf(entries.at(-1))! };
      try {
        replaceFile(path, `${JSON.stringify({ ...marks, [ledger]: mark })}\n`);
      } catch (error) {
        throw unwritable(path, error as Error);
      }
    },
  };
}

function unwritable(path: string, cause: Error): DpError {
  const message = `ledger: ${path} cannot be written: ${cause.message}; make room or give the right to write, and try again`;
  return new DpError("STORE_UNAVAILABLE", message, { parameter: "ledger", value: path }, cause);
}

function digestOf(entry: string | undefined): string | undefined {
  return entry === undefined ? undefined : createHash("sha256").update(entry).digest("hex");
}

function parsed(path: string): Record<string, LedgerMark> {
  try {
    return JSON.parse(readFileSync(path, "utf8")) as Record<string, LedgerMark>;
  } catch (cause) {
    const message = `ledger: ${path} cannot be read: ${(cause as Error).message}; restore it, or remove it if the ledger is whole`;
    throw new DpError("DATA_UNREADABLE", message, { parameter: "ledger", value: path }, cause);
  }
}
