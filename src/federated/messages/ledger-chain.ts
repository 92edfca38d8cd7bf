import { wrongShape } from "../../validate.js";
import type { CryptoProvider } from "../crypto/crypto-provider.js";
import { canonicalJson, readCanonicalJson } from "./canonical-json.js";
import type { LedgerEntry } from "./documents.js";
import { readLedgerEntry } from "./read-documents.js";
import { documentId } from "./signed-document.js";

/** The end of a ledger: how many entries, and the SHA-256 of the last. */
export interface LedgerHead {
  readonly length: number;
  readonly head: string;
}

/** Before the first entry. */
export const EMPTY_LEDGER: LedgerHead = { length: 0, head: "0".repeat(64) };

type Unplaced<Entry> = Entry extends LedgerEntry ? Omit<Entry, "sequence" | "previous"> : never;

/** What an entry says beside its place. */
export type EntryContent = Unplaced<LedgerEntry>;

/** The text of a ledger's next entry. */
export function entryAfter(end: LedgerHead, content: EntryContent): string {
  return canonicalJson({ ...content, sequence: end.length + 1, previous: end.head });
}

/** The end of a ledger after one more entry. */
export async function headAfter(crypto: CryptoProvider, end: LedgerHead, entry: string): Promise<LedgerHead> {
  return { length: end.length + 1, head: await documentId(crypto, "entry", entry) };
}

/** Entries that were read, and the ledger's end after them. */
export interface ReadChain {
  readonly entries: readonly LedgerEntry[];
  readonly end: LedgerHead;
}

/**
 * Reads entries that follow a ledger's end.
 *
 * @throws DpError BAD_INPUT one is not canonical, has another shape, or does not follow the one before
 */
export async function readChain(
  crypto: CryptoProvider,
  texts: readonly string[],
  start: LedgerHead = EMPTY_LEDGER,
): Promise<ReadChain> {
  const entries: LedgerEntry[] = [];
  let end = start;
  for (const text of texts) {
    const name = `ledger entry ${end.length + 1}`;
    const entry = readLedgerEntry(name, readCanonicalJson(name, text));
    if (entry.sequence !== end.length + 1 || entry.previous !== end.head)
      throw wrongShape(name, entry, `the entry after ${end.head}`);
    entries.push(entry);
    end = await headAfter(crypto, end, text);
  }
  return { entries, end };
}
