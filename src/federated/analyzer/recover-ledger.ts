import { DpError } from "../../errors.js";
import { entryAfter, readChain } from "../messages/ledger-chain.js";
import { type AnalyzerContext, ledgerMoved } from "./analyzer-context.js";
import { readLedger } from "./read-ledger.js";
import type { ShufflerDoor } from "./shuffler-door.js";

/**
 * Imports what the shuffler's copy of a ledger has more, and closes open rounds whose keys are not here: the
 * shuffler cancels those that still collect, and they stay charged.
 *
 * @returns how many entries were imported
 * @throws DpError REFUSED the ledger is no beginning of the copy; LEDGER_MOVED another analyzer wrote
 *   meanwhile
 */
export async function recoverLedger(context: AnalyzerContext, name: string): Promise<number> {
  const { crypto, store, door } = context;
  let imported = 0;
  for (;;) {
    const { end } = await readLedger(context, name);
    const { entries } = await door.ledger(name, end.length);
    if (entries.length === 0) break;
    await readChain(crypto, entries, end).catch((error: unknown) => {
      throw diverged(name, error);
    });
    if (!(await store.commit({ ledger: name, after: end.length, entries }))) throw ledgerMoved(name);
    imported += entries.length;
  }
  await closeKeyless(context, name);
  return imported;
}

async function closeKeyless(context: AnalyzerContext, name: string): Promise<void> {
  const { store } = context;
  const { rounds } = await readLedger(context, name);
  for (const { entry, end } of rounds) {
    const { study, round } = entry;
    if (end !== undefined || (await store.key(study, round)) !== undefined) continue;
    await cancelThere(context.door, study, round);
    const ledger = await readLedger(context, name);
    const closing = entryAfter(ledger.end, { type: "abandoned", study, round });
    const change = { ledger: name, after: ledger.end.length, entries: [closing] };
    if (!(await store.commit(change))) throw ledgerMoved(name);
  }
}

/** Nobody can open it any more: while it is open there, no other round can be announced. */
async function cancelThere(door: ShufflerDoor, study: string, round: number): Promise<void> {
  const state = (await door.round(study, round))?.state;
  if (state === "collecting" || state === "closed") await door.cancel(study, round);
}

function diverged(name: string, cause: unknown): DpError {
  const message = `recover: ledger ${name} must be a beginning of its copy, is not; restore an older backup of it, or an empty one, and recover again`;
  return new DpError("REFUSED", message, { parameter: "ledger", value: name }, cause);
}
