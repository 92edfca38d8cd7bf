import type { Command } from "commander";
import { orderlyInterrupts } from "../cli/_internal/interrupts.js";
import { addHelpSections } from "../cli/_internal/terminal/help-sections.js";
import { jsonOption, print } from "./_internal/commands/json-option.js";
import { addListenerOptions, type ListenerFlags } from "./_internal/commands/listener-options.js";
import { readToken } from "./_internal/doors/read-token.js";
import { readSigningKeys } from "./_internal/keys/signing-keys.js";
import { openLog } from "./_internal/observe/log.js";
import { makeAlarm } from "./_internal/roles/alarm.js";
import { startShuffler } from "./_internal/roles/shuffler-role.js";
import { runTicks } from "./_internal/roles/tick-loop.js";
import { type StorePaths, shufflerStoreOption } from "./_internal/stores/store-option.js";
import { readSignedStudy } from "./_internal/study/read-study-file.js";
import { openCryptoPool } from "./_internal/threads/crypto-pool.js";

interface Flags extends ListenerFlags {
  readonly study: string;
  readonly key: string;
  readonly token: string;
  readonly store: StorePaths;
  readonly json?: boolean;
}

/** Adds `croupier-server shuffler`. */
export function addShufflerCommand(program: Command): void {
  const command = program
    .command("shuffler")
    .summary("the shuffler alone, for an operator who is not the analyzer's")
    .description(
      "Run the shuffler of a signed study: it takes reports, enforces the study's limits, adds dummies and releases batches.",
    )
    .requiredOption("--study <file>", "the signed study")
    .requiredOption("--key <file>", "the shuffler's private key")
    .requiredOption(
      "--token <file>",
      "what the analyzer shows at the private listener; made where there is no such file",
    )
    .addOption(shufflerStoreOption())
    .addOption(jsonOption());
  addListenerOptions(command);
  command.action(shuffle);
  addHelpSections(command, [
    {
      title: "Example:",
      commands: [
        "croupier-server shuffler --study signed.json --key shuffler.key --token token --store sqlite:shuffler.db --private-host 10.0.0.5",
      ],
    },
  ]);
}

async function shuffle(flags: Flags): Promise<void> {
  const interrupts = orderlyInterrupts();
  interrupts.listen();
  const { signal } = interrupts;
  const { host, port, privateHost, connections, store, json } = flags;
  const opened = await readSignedStudy(flags.study);
  const keys = readSigningKeys(flags.key);
  const token = readToken(flags.token, true);
  const log = openLog(flags.logLevel);
  const alarm = makeAlarm();
  const pool = openCryptoPool();
  const role = await startShuffler({
    ...{ opened, keys, host, port, privateHost, connections, pool, log, token },
    operators: 2,
    store: store.shuffler,
    afterPrivate: alarm.ring,
  });
  try {
    const { url, privateUrl, shuffler } = role;
    print(json, { study: opened.id, url, privateUrl }, () =>
      [
        `${opened.study.title}`,
        `study ${opened.id}, at ${url}; private listener (dashboard, metrics) at ${privateUrl}`,
      ].join("\n"),
    );
    await runTicks({
      ...{ shuffler, study: opened.id, store: role.store, alarm, signal, log },
      afterTick: () => {},
    });
  } finally {
    log.info({ refusals: role.metrics.refusals() }, "stopping");
    await role.shut();
    await pool.shut();
    interrupts.stopListening();
  }
}
