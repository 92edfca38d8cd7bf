import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { DpError } from "../../../../src/errors.js";
import { replaceFile } from "../../../cli/_internal/replace-file.js";

/** How far a ledger was: the number of its entries, and the digest of the last one's text. */
export interface LedgerMark {
  readonly sequence: number;
  readonly head: string;
  /** Rounds that were charged and announced: all but one that the last entry charges. */
  readonly rounds: number;
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
   * Durable when it returns; an earlier place than the recorded one, or another ledger, is passed over.
   *
   * @throws DpError STORE_UNAVAILABLE the file cannot be written; the next call records what is missing
   */
  record(ledger: string, entries: readonly string[]): void;
  /**
   * Records a ledger that was recovered from its copy, which has no entry after its last announcement: what
   * is missing took or published batches, and charged nothing.
   *
   * @throws DpError LEDGER_BEHIND it has fewer charged rounds than it had: the copy is old as well
   */
  rebase(ledger: string, entries: readonly string[]): void;
}

/** The second record in a file, which is made at the first entry. */
export function headFile(path: string): HeadFile {
  const read = (): Record<string, LedgerMark> => (existsSync(path) ? parsed(path) : {});
  const write = (ledger: string, entries: readonly string[], rounds: number): void => {
    const mark: LedgerMark = { sequence: entries.length, head: digestOf(entries.at(-1))!, rounds };
    try {
      replaceFile(path, `${JSON.stringify({ ...read(), [ledger]: mark })}\n`);
    } catch (error) {
      throw unwritable(path, error as Error);
    }
  };
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
      const known = Object.hasOwn(marks, ledger) ? marks[ledger]! : { sequence: 0, head: "", rounds: 0 };
      if (entries.length <= known.sequence) return;
      if (known.sequence > 0 && digestOf(entries[known.sequence - 1]) !== known.head) return;
      // The last entry of the mark may have charged a round, which was announced since.
      write(ledger, entries, known.rounds + chargedIn(entries.slice(Math.max(0, known.sequence - 1), -1)));
    },
    rebase(ledger, entries) {
      const marks = read();
      const mark = Object.hasOwn(marks, ledger) ? marks[ledger] : undefined;
      const rounds = chargedIn(entries.slice(0, -1));
      const all = chargedIn(entries);
      if (mark !== undefined && all < mark.rounds) throw behindCopy(path, ledger, all, mark.rounds);
      if (entries.length > 0) write(ledger, entries, rounds);
    },
  };
}

/** In the canonical JSON of an entry that charges a round: quotes within its texts are escaped. */
const CHARGED = '"type":"round"';

function chargedIn(entries: readonly string[]): number {
  return entries.filter((entry) => entry.includes(CHARGED)).length;
}

function behindCopy(path: string, ledger: string, value: number, rounds: number): DpError {
  const message =
    `ledger: ${ledger} has ${value} charged rounds with those of the shuffler's copy, but ${path} says that it had ${rounds}; ` +
    "restore a newer backup of the ledger or of the shuffler, and recover again";
  const details = { parameter: "ledger", value, allowed: `at least ${rounds} charged rounds` };
  return new DpError("LEDGER_BEHIND", message, details);
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
