import type { Command } from "commander";
import { jsonAnswer } from "../../src/federated/messages/answers.js";
import { router } from "../../src/federated/messages/router.js";
import { orderlyInterrupts } from "../cli/_internal/interrupts.js";
import { numberOption } from "../cli/_internal/number-option.js";
import { addHelpSections } from "../cli/_internal/terminal/help-sections.js";
import { jsonOption, print } from "./_internal/commands/json-option.js";
import { addRotateOption, addTrainingOptions } from "./_internal/commands/listener-options.js";
import { metricsAnswer } from "./_internal/doors/admin-handler.js";
import { readToken } from "./_internal/doors/read-token.js";
import { type Listener, listen } from "./_internal/http/listener.js";
import { openLog } from "./_internal/observe/log.js";
import { type Metrics, openMetrics } from "./_internal/observe/metrics.js";
import { makeAlarm } from "./_internal/roles/alarm.js";
import { runAnalyzer } from "./_internal/roles/analyzer-role.js";
import { hearNews } from "./_internal/roles/hear-news.js";
import { type StorePaths, storeOption } from "./_internal/stores/store-option.js";
import { readSignedStudy } from "./_internal/study/read-study-file.js";

interface Flags {
  readonly study: string;
  readonly key: string;
  readonly shuffler: string;
  readonly token: string;
  readonly masters?: string;
  readonly head?: string;
  readonly store: StorePaths;
  readonly port: number;
  readonly rotateHours: number;
  readonly weights?: string;
  readonly out?: string;
  readonly json?: boolean;
}

/** Adds `croupier-server analyzer`. */
export function addAnalyzerCommand(program: Command): void {
  const command = program
    .command("analyzer")
    .summary("the analyzer alone, for an operator who is not the shuffler's")
    .description(
      "Run the analyzer of a signed study: it charges each round to the ledger, opens the shuffler's batch and publishes the result.",
    )
    .requiredOption("--study <file>", "the signed study")
    .requiredOption("--key <file>", "the analyzer's private key")
    .requiredOption("--shuffler <url>", "the shuffler's private listener")
    .requiredOption("--token <file>", "the token of that listener")
    .option(
      "--masters <dir>",
      "folder of the master keys, which no backup may hold; by default beside the store",
    )
    .option(
      "--head <file>",
      "second record of how far the ledger is, best on another disk; by default beside the store",
    )
    .addOption(
      numberOption("--port <p>", "of the private listener with health and metrics", {
        min: 1,
        max: 65_535,
        integer: true,
      }).default(8083),
    )
    .addOption(storeOption())
    .addOption(jsonOption());
  addRotateOption(command);
  addTrainingOptions(command);
  command.action(analyze);
  addHelpSections(command, [
    {
      title: "Example:",
      commands: [
        "croupier-server analyzer --study signed.json --key analyzer.key --shuffler http://10.0.0.5:8081 --token token --store sqlite:analyzer.db",
      ],
    },
  ]);
}

async function analyze(flags: Flags): Promise<void> {
  const interrupts = orderlyInterrupts();
  interrupts.listen();
  const { signal } = interrupts;
  const {
    store,
    key,
    masters = `${store.keys}-masters`,
    head = store.head,
    rotateHours,
    weights,
    out,
  } = flags;
  const { id, signed, study } = await readSignedStudy(flags.study);
  const log = openLog("info");
  const metrics = openMetrics({ store: store.ledger });
  const listener = await privateListener(metrics, flags.port);
  try {
    print(flags.json, { study: id, privateUrl: `http://127.0.0.1:${listener.port}` }, () =>
      [study.title, `study ${id}; private listener at http://127.0.0.1:${listener.port}`].join("\n"),
    );
    const shuffler = { url: flags.shuffler.replace(/\/+$/, ""), token: readToken(flags.token, false) };
    await runAnalyzer(
      {
        study: id,
        signed,
        keyFile: key,
        masters,
        database: store.ledger,
        head,
        shuffler,
        opens: "always",
        rotateHours,
        weights,
        out,
      },
      { signal, alarm: makeAlarm(), wasAsked: () => false, tell: (news) => hearNews(news, log, metrics) },
    );
  } finally {
    await listener.close();
    interrupts.stopListening();
  }
}

function privateListener(metrics: Metrics, port: number): Promise<Listener> {
  const handler = router([
    { method: "GET", path: "/healthz", handle: async () => jsonAnswer({ status: "ok" }) },
    { method: "GET", path: "/metrics", handle: () => metricsAnswer(metrics) },
  ]);
  return listen(handler, { host: "127.0.0.1", port, bodyBytes: 0, connections: 100 });
}
