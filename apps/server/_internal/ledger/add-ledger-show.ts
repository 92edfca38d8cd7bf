import { existsSync } from "node:fs";
import type { Command } from "commander";
import { DpError } from "../../../../src/errors.js";
import type { LedgerEntry } from "../../../../src/federated/messages/documents.js";
import { readChain } from "../../../../src/federated/messages/ledger-chain.js";
import { nodeCrypto } from "../../../../src/federated/node/index.js";
import { columnsOf } from "../../../cli/_internal/terminal/columns-of.js";
import { counted } from "../../../shared/words/counted.js";
import { formatTable } from "../../../shared/words/format-table.js";
import { jsonOption, print } from "../commands/json-option.js";
import { openSqliteAnalyzerStore } from "../stores/open-sqlite-analyzer-store.js";
import { type StorePaths, storeOption } from "../stores/store-option.js";

/** A ledger whose chain was verified. */
interface ShownLedger {
  readonly ledger: string;
  readonly head: string;
  readonly entries: readonly LedgerEntry[];
  readonly roundsCharged: number;
}

/** Adds `croupier-server ledger show`. */
export function addLedgerShow(ledger: Command): void {
  ledger
    .command("show")
    .summary("the entries of each population's ledger, their chain verified")
    .description(
      "Verify and print the ledgers of a store: what was charged, taken, published, refunded and abandoned.",
    )
    .addOption(storeOption())
    .addOption(jsonOption())
    .action(async ({ store, json }: { readonly store: StorePaths; readonly json?: boolean }) => {
      const ledgers = await readLedgers(store);
      print(json, { ledgers }, () => ledgers.map(textOf).join("\n\n") || "no ledger has an entry");
    });
}

async function readLedgers({ ledger: database, head }: StorePaths): Promise<readonly ShownLedger[]> {
  if (!existsSync(database)) throw noLedger(database);
  const store = openSqliteAnalyzerStore({ database, head });
  try {
    store.checkHeads();
    return await Promise.all(
      store.ledgers().map(async (ledger) => {
        const { entries, end } = await readChain(nodeCrypto(), await store.entries(ledger, 0));
        const charged = entries.filter(({ type }) => type === "round").length;
        const refunded = entries.filter(({ type }) => type === "cancelled").length;
        return { ledger, head: end.head, entries, roundsCharged: charged - refunded };
      }),
    );
  } finally {
    store.shut();
  }
}

function textOf({ ledger, head, entries, roundsCharged }: ShownLedger): string {
  const table = formatTable(
    [
      { title: "entry", align: "right" },
      { title: "type" },
      { title: "study" },
      { title: "round", align: "right" },
    ],
    entries.map(({ sequence, type, study, round }) => [
      String(sequence),
      type,
      study.slice(0, 16),
      String(round),
    ]),
    columnsOf(process.stdout),
  );
  return `population ${ledger}: ${counted(roundsCharged, "round")} charged; head ${head}\n\n${table}`;
}

function noLedger(value: string): DpError {
  const message = `--store: there is no ledger at ${value}; name the store of an analyzer that has run`;
  return new DpError("DATA_UNREADABLE", message, { parameter: "--store", value });
}
