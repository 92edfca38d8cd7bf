import type { Command } from "commander";
import { openAnalyzer } from "../../../../src/federated/analyzer/open-analyzer.js";
import { shufflerDoor } from "../../../../src/federated/analyzer/shuffler-door.js";
import { nodeCrypto } from "../../../../src/federated/node/index.js";
import { VERSION } from "../commands/create-server-program.js";
import { jsonOption, print } from "../commands/json-option.js";
import { readToken } from "../doors/read-token.js";
import { steadyFetch } from "../http/steady-fetch.js";
import { masterKeys } from "../keys/master-keys.js";
import { readSigningKeys } from "../keys/signing-keys.js";
import { lockAnalyzer } from "../stores/analyzer-lock.js";
import { openSqliteAnalyzerStore } from "../stores/open-sqlite-analyzer-store.js";
import { type StorePaths, storeOption } from "../stores/store-option.js";
import { readSignedStudy } from "../study/read-study-file.js";

interface Flags {
  readonly study: string;
  readonly key: string;
  readonly shuffler: string;
  readonly token: string;
  readonly masters?: string;
  readonly store: StorePaths;
  readonly head?: string;
  readonly json?: boolean;
}

/** Adds `croupier-server ledger recover`. */
export function addLedgerRecover(ledger: Command): void {
  ledger
    .command("recover")
    .summary("import what the shuffler's copy of a ledger has more")
    .description(
      "After a backup was restored: import what the shuffler's copy of the ledger has more. Rounds whose keys are lost stay charged and are closed.",
    )
    .requiredOption("--study <file>", "the signed study")
    .requiredOption("--key <file>", "the analyzer's private key")
    .requiredOption("--shuffler <url>", "the shuffler's private listener")
    .requiredOption("--token <file>", "the token of that listener")
    .option("--masters <dir>", "folder of the master keys; by default beside the store")
    .option("--head <file>", "where the second record is; by default beside the store")
    .addOption(storeOption())
    .addOption(jsonOption())
    .action(recover);
}

async function recover(flags: Flags): Promise<void> {
  const { store: paths, masters = `${paths.keys}-masters`, head = paths.head } = flags;
  const { signed, study } = await readSignedStudy(flags.study);
  const unlock = lockAnalyzer(paths.ledger);
  const store = openSqliteAnalyzerStore({ database: paths.ledger, head });
  try {
    const analyzer = await openAnalyzer({
      studies: [signed],
      keys: readSigningKeys(flags.key),
      masters: masterKeys(masters).all(),
      store,
      crypto: nodeCrypto(),
      door: shufflerDoor(flags.shuffler.replace(/\/+$/, ""), readToken(flags.token, false), steadyFetch),
      version: `croupier-server ${VERSION}`,
    });
    const imported = await analyzer.recover(study.population);
    store.rebaseHead(study.population);
    store.checkHeads();
    print(
      flags.json,
      { ledger: study.population, imported },
      () => `${imported} entries imported into ${study.population}`,
    );
  } finally {
    unlock();
    store.shut();
  }
}
