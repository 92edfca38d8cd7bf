import { canonicalJson } from "../messages/canonical-json.js";
import type { LedgerEntry, RoundEntry } from "../messages/documents.js";
import { type LedgerHead, readChain } from "../messages/ledger-chain.js";
import type { ChargedRounds } from "../study/spent.js";
import type { AnalyzerContext } from "./analyzer-context.js";

/** How a round stands in the ledger. */
export interface LedgerRound {
  readonly entry: RoundEntry;
  readonly taken: string | undefined;
  /** How it ended; undefined while it is open. */
  readonly end: "published" | "cancelled" | "abandoned" | undefined;
}

/** A ledger, read and checked. */
export interface ReadLedger {
  readonly name: string;
  readonly texts: readonly string[];
  readonly end: LedgerHead;
  /** Of all studies, in the order of their charges. */
  readonly rounds: readonly LedgerRound[];
}

/** Reads a ledger of the store. */
export async function readLedger({ store, crypto }: AnalyzerContext, name: string): Promise<ReadLedger> {
  const texts = await store.entries(name, 0);
  const { entries, end } = await readChain(crypto, texts);
  return { name, texts, end, rounds: roundsOf(entries) };
}

function roundsOf(entries: readonly LedgerEntry[]): readonly LedgerRound[] {
  const rounds = new Map<string, LedgerRound>();
  for (const entry of entries) {
    const place = `${entry.study} ${entry.round}`;
    const before = rounds.get(place);
    if (entry.type === "round") rounds.set(place, { entry, taken: undefined, end: undefined });
    else if (before !== undefined && entry.type === "taken")
      rounds.set(place, { ...before, taken: entry.batch });
    else if (before !== undefined && entry.type !== "taken")
      rounds.set(place, { ...before, end: entry.type });
  }
  return [...rounds.values()];
}

/** The last round of a study. */
export function lastRound({ rounds }: ReadLedger, study: string): LedgerRound | undefined {
  return rounds.findLast(({ entry }) => entry.study === study);
}

/** What is charged: all but what a cancellation refunded; alike rounds together. */
export function chargesOf(rounds: readonly LedgerRound[]): readonly ChargedRounds[] {
  const charged = new Map<string, ChargedRounds>();
  for (const { entry, end } of rounds) {
    if (end === "cancelled") continue;
    const key = canonicalJson(entry.charge);
    charged.set(key, { event: entry.charge, times: (charged.get(key)?.times ?? 0) + 1 });
  }
  return [...charged.values()];
}
