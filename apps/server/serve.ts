import type { Command } from "commander";
import type { Logger } from "pino";
import type { OpenedStudy } from "../../src/federated/study/open-study.js";
import { orderlyInterrupts } from "../cli/_internal/interrupts.js";
import { addHelpSections } from "../cli/_internal/terminal/help-sections.js";
import { jsonOption, print } from "./_internal/commands/json-option.js";
import {
  addListenerOptions,
  addRotateOption,
  addTrainingOptions,
  type ListenerFlags,
} from "./_internal/commands/listener-options.js";
import { checkUrl } from "./_internal/http/check-url.js";
import { openLog } from "./_internal/observe/log.js";
import { makeAlarm } from "./_internal/roles/alarm.js";
import type { AnalyzerState } from "./_internal/roles/analyzer-role.js";
import { type AnalyzerThread, startAnalyzerThread } from "./_internal/roles/analyzer-thread.js";
import { hearNews } from "./_internal/roles/hear-news.js";
import { roundOpener } from "./_internal/roles/round-opener.js";
import { type ShufflerRole, startShuffler } from "./_internal/roles/shuffler-role.js";
import { runTicks } from "./_internal/roles/tick-loop.js";
import { type StorePaths, shufflerStoreOption } from "./_internal/stores/store-option.js";
import { type OwnKeys, ownKeys, ownStudy } from "./_internal/study/own-study.js";
import { openCryptoPool } from "./_internal/threads/crypto-pool.js";

interface Flags extends ListenerFlags {
  readonly rotateHours: number;
  readonly study: string;
  readonly store: StorePaths;
  readonly url?: string;
  readonly weights?: string;
  readonly out?: string;
  readonly json?: boolean;
}

/** Adds `croupier-server serve`. */
export function addServeCommand(program: Command): void {
  const command = program
    .command("serve")
    .summary("a whole study in one process: shuffler and analyzer, one operator")
    .description(
      "Run a study as one operator in all roles. Against the operator each user has the local figure alone: for the others, run croupier-server shuffler and analyzer at two operators.",
    )
    .requiredOption("--study <file>", "a draft, as examples/survey.json is one, or a signed study")
    .addOption(shufflerStoreOption())
    .option("--url <url>", "where clients find this server, if not at its own address")
    .addOption(jsonOption());
  addListenerOptions(command);
  addRotateOption(command);
  addTrainingOptions(command);
  command.action(serve);
  addHelpSections(command, [
    {
      title: "Examples:",
      commands: [
        "croupier-server serve --study examples/survey.json",
        "croupier-server serve --study survey.json --port 8000 --store sqlite:/var/lib/survey/survey.db --url https://survey.example.org",
      ],
    },
  ]);
}

async function serve(flags: Flags): Promise<void> {
  const interrupts = orderlyInterrupts();
  interrupts.listen();
  const log = openLog(flags.logLevel);
  const keys = await ownKeys(flags.store);
  const url = checkUrl(flags.url ?? `http://${flags.host}:${flags.port}`);
  const opened = await ownStudy(flags.study, url, keys, flags.store);
  try {
    await run(flags, opened, keys, log, interrupts.signal);
  } finally {
    interrupts.stopListening();
  }
}

async function run(
  flags: Flags,
  opened: OpenedStudy,
  keys: OwnKeys,
  log: Logger,
  signal: AbortSignal,
): Promise<void> {
  const { store, host, port, privateHost, connections } = flags;
  const alarm = makeAlarm();
  const pool = openCryptoPool();
  let analyzer: AnalyzerThread | undefined;
  let state: AnalyzerState | undefined;
  const opener = roundOpener(() => analyzer?.order("open"));
  const role = await startShuffler({
    ...{ opened, host, port, privateHost, connections, pool, log },
    keys: keys.shuffler,
    store: store.shuffler,
    token: undefined,
    operators: 1,
    analyzerState: () => state,
    beforePublic: opener.see,
    afterPrivate: alarm.ring,
  });
  const stop = new AbortController();
  const end = (): void => stop.abort();
  signal.addEventListener("abort", end, { once: true });
  if (signal.aborted) end();
  try {
    analyzer = startAnalyzer(flags, opened, keys, role, (news) => {
      hearNews(news, log, role.metrics);
      if (news.kind === "state") state = news;
      opener.hear(news);
    });
    say(flags, opened, role);
    const ticks = runTicks({
      ...{ shuffler: role.shuffler, study: opened.id, store: role.store, alarm, signal: stop.signal, log },
      afterTick: () => analyzer!.order("look"),
    });
    await Promise.race([ticks, analyzer.ended]);
  } finally {
    end();
    log.info({ refusals: role.metrics.refusals() }, "stopping");
    await analyzer?.stop();
    await role.shut();
    await pool.shut();
  }
}

function startAnalyzer(
  { store, rotateHours, weights, out }: Flags,
  { id, signed }: OpenedStudy,
  { analyzerFile, masters }: OwnKeys,
  { privateUrl, token }: ShufflerRole,
  tell: Parameters<typeof startAnalyzerThread>[1],
): AnalyzerThread {
  const options = {
    study: id,
    signed,
    keyFile: analyzerFile,
    masters,
    database: store.ledger,
    head: store.head,
    shuffler: { url: privateUrl, token },
    opens: "asked",
    rotateHours,
    weights,
    out,
  } as const;
  return startAnalyzerThread(options, tell);
}

/** One operator: said in words, with the figures. */
function say({ json }: Flags, { id, study }: OpenedStudy, { url, privateUrl }: ShufflerRole): void {
  const { localEpsilon, rounds, budget, title } = study;
  const local = localEpsilon * rounds;
  print(json, { study: id, url, privateUrl, operators: 1, localEpsilon, rounds, budget }, () =>
    [
      `${title}`,
      `study ${id}, at ${url}; private listener (dashboard, metrics) at ${privateUrl}`,
      `One operator in all roles: against the operator local epsilon ${localEpsilon} a round, ${local} in all; against readers of the results at most ` +
        `epsilon ${budget.epsilon} in all, at delta ${budget.delta} (${study.adjacency}). Rounds open when a client asks for one.`,
    ].join("\n"),
  );
}
