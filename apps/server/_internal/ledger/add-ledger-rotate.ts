import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Command } from "commander";
import type { Analyzer, MasterKey } from "../../../../src/federated/analyzer/analyzer.js";
import { openAnalyzer } from "../../../../src/federated/analyzer/open-analyzer.js";
import { shufflerDoor } from "../../../../src/federated/analyzer/shuffler-door.js";
import { nodeCrypto } from "../../../../src/federated/node/index.js";
import { VERSION } from "../commands/create-server-program.js";
import { jsonOption, print } from "../commands/json-option.js";
import { steadyFetch } from "../http/steady-fetch.js";
import { masterKeys } from "../keys/master-keys.js";
import { rotateMasterKey } from "../keys/rotate-master-key.js";
import { lockAnalyzer } from "../stores/analyzer-lock.js";
import { type OpenAnalyzerStore, openSqliteAnalyzerStore } from "../stores/open-sqlite-analyzer-store.js";
import { type StorePaths, storeOption } from "../stores/store-option.js";

interface Flags {
  readonly masters?: string;
  readonly store: StorePaths;
  readonly json?: boolean;
}

/** Adds `croupier-server ledger rotate`. */
export function addLedgerRotate(ledger: Command): void {
  ledger
    .command("rotate")
    .summary("erase the keys of rounds that are over: a new master key, the old one unlinked")
    .description(
      "Wrap the live round keys under a new master key and unlink the old one: what it wrapped before cannot be read any more, in no backup either. " +
        "Stop the analyzer first; while it runs it rotates by itself.",
    )
    .option("--masters <dir>", "folder of the master keys; by default beside the store")
    .addOption(storeOption())
    .addOption(jsonOption())
    .action(async (flags: Flags) => {
      const { store: paths, json } = flags;
      const store = openSqliteAnalyzerStore({ database: paths.ledger, head: paths.head });
      let unlock: (() => void) | undefined;
      try {
        unlock = lockAnalyzer(paths.ledger);
        const masters = masterKeys(flags.masters ?? mastersOf(paths));
        const keys = await rotateMasterKey(await withoutStudies(store, masters.all()), masters);
        print(json, { keys }, () => `${keys} live keys wrapped anew; the old master key is unlinked`);
      } finally {
        unlock?.();
        store.shut();
      }
    });
}

/** A single operator keeps them among its keys. */
function mastersOf({ keys }: StorePaths): string {
  const single = join(keys, "masters");
  return existsSync(single) ? single : `${keys}-masters`;
}

/** Who wraps keys needs no study, no key of its own and no shuffler. */
function withoutStudies(store: OpenAnalyzerStore, masters: readonly MasterKey[]): Promise<Analyzer> {
  const nothing = new Uint8Array(32);
  return openAnalyzer({
    studies: [],
    keys: { publicKey: nothing, privateKey: nothing },
    masters,
    store,
    crypto: nodeCrypto(),
    door: shufflerDoor("http://localhost", "", steadyFetch),
    version: VERSION,
  });
}
