import { randomBytes } from "node:crypto";
import { availableParallelism } from "node:os";
import { type Command, Option } from "commander";
import { secureSource } from "../../src/random/secure-source.js";
import { seededSource } from "../../src/random/seeded-source.js";
import { RANGES } from "../../src/validate.js";
import { orderlyInterrupts } from "../cli/_internal/interrupts.js";
import { numberOption } from "../cli/_internal/number-option.js";
import { columnsOf } from "../cli/_internal/terminal/columns-of.js";
import { addHelpSections } from "../cli/_internal/terminal/help-sections.js";
import { withProgressLine } from "../cli/_internal/with-progress-line.js";
import { wordOption } from "../cli/_internal/word-option.js";
import type { Say } from "../shared/words/say.js";
import { jsonOption, print } from "./_internal/commands/json-option.js";
import { federationFolder } from "./_internal/federation/federation-folder.js";
import {
  type FederationReport,
  federationReport,
  federationText,
} from "./_internal/federation/federation-report.js";
import { runFederation } from "./_internal/federation/run-federation.js";
import { surveyPlan } from "./_internal/federation/survey-plan.js";
import { shufflerStoreOption } from "./_internal/stores/store-option.js";

interface Flags {
  readonly task: "survey";
  readonly clients: number;
  readonly processes: number;
  readonly rounds: number;
  readonly seed?: number;
  readonly store?: string;
  readonly windowSeconds?: number;
  readonly kills: number;
  readonly keep?: string;
  readonly json?: boolean;
}

/** Fewer have no floor with an honest user below it. */
const MIN_CLIENTS = 10;
const MAX_CLIENTS = 1e6;
/** Clients whose reports a machine with two cores takes in a second, dummies included; and a start. */
const CLIENTS_PER_SECOND = 400;
const START_SECONDS = 4;
/** A process that was killed needs this until its users' reports are sent. */
const KILL_SECONDS = 3;

/** Adds `croupier-server federation`. */
export function addFederationCommand(program: Command): void {
  const command = program
    .command("federation")
    .summary("a whole federation on this machine: shuffler, analyzer and clients, each a process")
    .description(
      "Play a whole federation on this machine: a shuffler, an analyzer and made-up users, each a process of its own, over HTTP. It ends by itself, verifies all results, and prints them beside the truth.",
    )
    .addOption(wordOption("--task <task>", "what the users take part in", ["survey"]).default("survey"))
    .addOption(
      numberOption("--clients <n>", "users, each a client of its own", {
        min: MIN_CLIENTS,
        max: MAX_CLIENTS,
        integer: true,
      }).default(1000),
    )
    .addOption(
      numberOption("--processes <n>", "that the users are spread over", {
        min: 1,
        max: 1000,
        integer: true,
      }).default(Math.max(2, availableParallelism())),
    )
    .addOption(
      numberOption("--rounds <n>", "that all users take part in", {
        min: 1,
        max: 1000,
        integer: true,
      }).default(2),
    )
    .addOption(numberOption("--seed <n>", "decides what the made-up users answer", RANGES.nonNegativeInteger))
    .addOption(storeOfShuffler())
    .addOption(
      numberOption("--window-seconds <s>", "how long a round collects; by the number of clients by default", {
        min: 2,
        max: 3600,
        integer: true,
      }),
    )
    .addOption(
      numberOption("--kills <n>", "kill -9 a party this often in the middle; it is started again", {
        min: 0,
        max: 100,
        integer: true,
      }).default(0),
    )
    .option("--keep <dir>", "new folder where all that the parties kept stays, their logs too")
    .addOption(jsonOption())
    .action(federate);
  addHelpSections(command, [
    {
      title: "Examples:",
      commands: [
        "croupier-server federation --task survey --clients 1000 --rounds 2",
        "croupier-server federation --task survey --clients 200 --rounds 3 --kills 6 --json",
      ],
    },
  ]);
}

/** Checked here, and read by the shuffler. */
function storeOfShuffler(): Option {
  const { parseArg } = shufflerStoreOption();
  return new Option(
    "--store <store>",
    "where the shuffler keeps its rounds: sqlite:FILE or postgres://user@host/database; a file that is removed by default",
  ).argParser((text) => {
    parseArg?.(text, undefined);
    return text;
  });
}

async function federate(flags: Flags): Promise<void> {
  const interrupts = orderlyInterrupts();
  interrupts.listen();
  try {
    const report = await withProgressLine((say) => played(flags, interrupts.signal, say));
    print(flags.json, report, () => federationText(report, columnsOf(process.stdout)));
  } catch (error) {
    throw interrupts.exitStatus() === undefined
      ? error
      : interrupts.interruption("interrupted: all processes of the federation were stopped");
  } finally {
    interrupts.stopListening();
  }
}

async function played(flags: Flags, signal: AbortSignal, say: Say): Promise<FederationReport> {
  const { clients, processes, rounds, seed, store, kills, keep } = flags;
  const killSeconds = KILL_SECONDS * Math.ceil(kills / rounds);
  const { windowSeconds = START_SECONDS + Math.ceil(clients / CLIENTS_PER_SECOND) + killSeconds } = flags;
  const population = `federation-${randomBytes(8).toString("hex")}`;
  const plan = surveyPlan(
    { clients, processes: Math.min(processes, clients), rounds, windowSeconds, population },
    seed === undefined ? secureSource() : seededSource(seed),
  );
  const folder = federationFolder(keep);
  try {
    const outcome = await runFederation({ plan, folder, store, kills, signal, say });
    return federationReport(plan, outcome);
  } finally {
    folder.remove();
  }
}
