import { mkdirSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join as joinPath } from "node:path";
import { type Command, Option } from "commander";
import { DpError } from "../../src/errors.js";
import type { Client, Participation } from "../../src/federated/client/client.js";
import { readState } from "../../src/federated/client/client-state.js";
import { type ClientOptions, openClient } from "../../src/federated/client/open-client.js";
import { DEFAULT_LIMITS, type PersonalSpent } from "../../src/federated/client/personal-limits.js";
import { fromHex } from "../../src/federated/messages/hex.js";
import { nodeCrypto } from "../../src/federated/node/index.js";
import type { OpenedStudy } from "../../src/federated/study/open-study.js";
import { DOMAIN, RANGES } from "../../src/validate.js";
import { orderlyInterrupts } from "../cli/_internal/interrupts.js";
import { numberOption } from "../cli/_internal/number-option.js";
import { repeatable } from "../cli/_internal/repeatable.js";
import { addHelpSections, type HelpSection } from "../cli/_internal/terminal/help-sections.js";
import { withProgressLine } from "../cli/_internal/with-progress-line.js";
import type { Say } from "../shared/words/say.js";
import { bringFromFile, broughtText } from "./_internal/clients/bring-from-file.js";
import { givenAnswers } from "./_internal/clients/given-answers.js";
import { leaveStudy, leftText } from "./_internal/clients/leave-study.js";
import { poll } from "./_internal/clients/poll.js";
import { servedStudy } from "./_internal/clients/served-study.js";
import { surveyOf } from "./_internal/clients/survey-of.js";
import { untilAborted } from "./_internal/clients/until-aborted.js";
import { jsonOption, print } from "./_internal/commands/json-option.js";
import { enrol } from "./_internal/doors/enrol.js";
import { doorOf } from "./_internal/doors/private-door.js";
import { checkUrl } from "./_internal/http/check-url.js";
import { readKeyFile } from "./_internal/keys/key-files.js";
import { openSqliteClientStore } from "./_internal/stores/open-sqlite-client-store.js";

interface Flags {
  readonly url: string;
  readonly answer?: readonly string[];
  readonly data?: string;
  readonly firstUser: number;
  readonly users?: number;
  readonly study?: string;
  readonly credential?: string;
  readonly credentials?: string;
  readonly lastRound?: number;
  readonly state?: string;
  readonly maxEpsilon: number;
  readonly maxLocalEpsilon: number;
  readonly allowTests?: boolean;
  readonly leave?: boolean;
  readonly json?: boolean;
}

/** What became of a person's report. */
interface ClientReport extends Participation {
  readonly study: string;
  readonly title: string;
  readonly spent: PersonalSpent;
}

/** Adds `croupier-server client`. */
export function addClientCommand(program: Command): void {
  const command = program
    .command("client")
    .summary("answer a study for yourself, or bring many users who keep their data here")
    .description(
      "Answer a study for yourself by --answer, or bring many users by --data. What they answer is randomized and sealed here, each report by itself, and nothing else leaves this program.",
    )
    .requiredOption("--url <url>", "where the study is served")
    .addOption(
      repeatable(
        new Option("--answer <column=value>", "your answer to a column; once for each")
          .argParser((pair: string, before: readonly string[] = []) => [...before, pair])
          .conflicts("data"),
      ),
    )
    .option("--study <id>", "the study that you consent to; the only one that is served by default")
    .option(
      "--credential <file>",
      "file of your credential; on the server's own machine a new one is made by default",
    )
    .option(
      "--state <file>",
      "what the users have taken part in, over all studies; yours has a place by default",
    )
    .addOption(
      numberOption(
        "--max-epsilon <e>",
        "the most that all studies together may spend against readers of their results",
        DOMAIN.epsilon,
      ).default(DEFAULT_LIMITS.epsilon),
    )
    .addOption(
      numberOption(
        "--max-local-epsilon <e>",
        "the most against a malicious operator, over all rounds of all studies",
        DOMAIN.epsilon,
      ).default(DEFAULT_LIMITS.localEpsilon),
    )
    .option("--allow-tests", "take part in a study whose purpose is test: it protects nobody")
    .addOption(
      new Option(
        "--leave",
        "leave the study for good: its credential is forgotten, and it cannot be joined again",
      ).conflicts(["answer", "data"]),
    )
    .addOption(jsonOption());
  addUsersOptions(command);
  command.action(takePart);
  addHelpSections(command, HELP);
}

/** Adds the flags of one who brings many users. */
function addUsersOptions(command: Command): void {
  command
    .option(
      "--data <path>",
      "many users: file of their answers, a JSON object a line; in a training a folder in MNIST's four files, a user a picture; needs --state",
    )
    .addOption(
      numberOption(
        "--first-user <n>",
        "with --data: the first who takes part, from 0",
        RANGES.nonNegativeInteger,
      ).default(0),
    )
    .addOption(numberOption("--users <n>", "with --data: how many; all by default", RANGES.positiveInteger))
    .option("--credentials <file>", "with --data: one credential a line; new ones as by --credential")
    .addOption(
      numberOption(
        "--last-round <n>",
        "with --data: take part in each round up to this one; by default in one round",
        RANGES.positiveInteger,
      ),
    );
}

const HELP: readonly HelpSection[] = [
  {
    title: "Examples:",
    commands: [
      "croupier-server client --url http://localhost:8080 --answer commute=train",
      "croupier-server client --url http://localhost:8080 --data answers.jsonl --state users.db",
      "croupier-server client --url http://localhost:8080 --leave",
      "croupier-server client --url http://localhost:8080 --data mnist --users 1200 --state digits.db --last-round 20",
    ],
  },
];

async function takePart(flags: Flags): Promise<void> {
  const { answer, data, state, json } = flags;
  if (flags.leave === true) return leave(flags);
  if (answer === undefined && data === undefined) throw nothingToSay();
  const interrupts = orderlyInterrupts();
  interrupts.listen();
  const { signal } = interrupts;
  try {
    if (data === undefined) await participate({ ...flags, answer: answer! }, signal);
    else {
      if (state === undefined) throw noState();
      const range = { first: flags.firstUser, count: flags.users };
      const given = { ...flags, url: checkUrl(flags.url), options: clientOptions(flags), range, data, state };
      const report = await withProgressLine((say) => bringFromFile(given, signal, say));
      print(json, report, () => broughtText(report));
    }
  } catch (error) {
    throw interrupts.exitStatus() === undefined
      ? error
      : interrupts.interruption(
          "interrupted: a report that was made is kept, and sent when you run this again",
        );
  } finally {
    interrupts.stopListening();
  }
}

async function leave({ url, study, state = defaultState(), json }: Flags): Promise<void> {
  const report = await leaveStudy(state, study ?? (await servedStudy(checkUrl(url), undefined)).id);
  print(json, report, () => leftText(report));
}

type Answer = Flags & { readonly answer: readonly string[] };

/** One person. */
async function participate(flags: Answer, signal: AbortSignal): Promise<void> {
  const report = await withProgressLine((say) => answer(flags, signal, say));
  print(flags.json, report, () => textOf(report));
  if (report.outcome !== "accepted" && report.outcome !== "before") throw notTaken(report);
}

async function answer(flags: Answer, signal: AbortSignal, say: Say): Promise<ClientReport> {
  const url = checkUrl(flags.url);
  const opened = await servedStudy(url, flags.study);
  const answers = givenAnswers(surveyOf(opened.study), flags.answer);
  const path = flags.state ?? defaultState();
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const store = openSqliteClientStore(path);
  try {
    const client = openClient({ store, crypto: nodeCrypto(), ...clientOptions(flags) });
    const { studies } = await readState(store);
    if (!Object.hasOwn(studies, opened.id)) await join(client, opened, { ...flags, url });
    const takingPart = poll(async () => {
      say(
        `study ${opened.id}: waiting for the round, then for a random time of at most ${opened.study.delaySeconds} s`,
      );
      const taken = await client.takePart(opened.id, answers, signal);
      return taken.outcome === "none" ? undefined : taken;
    }, signal);
    const participation = await untilAborted(takingPart, signal);
    return { study: opened.id, title: opened.study.title, ...participation, spent: await client.spent() };
  } finally {
    store.shut();
  }
}

/** What each user's limits are. */
function clientOptions({
  maxEpsilon,
  maxLocalEpsilon,
  allowTests,
}: Flags): Pick<ClientOptions, "limits" | "allowTests"> {
  return {
    limits: {
      epsilon: maxEpsilon,
      localEpsilon: maxLocalEpsilon,
      ...(allowTests === true && { reportEpsilon: maxLocalEpsilon }),
    },
    allowTests: allowTests === true,
  };
}

/** Joins a study for the first time; it keeps its credential. */
async function join(client: Client, { id, study }: OpenedStudy, { url, credential }: Flags): Promise<void> {
  if (study.admission === "open") await client.join({ url, study: id });
  else if (credential !== undefined)
    await client.join({ url, study: id, credential: readKeyFile(credential) });
  else {
    const [made] = await enrol(doorOf(url, undefined), id, 1);
    await client.join({ url, study: id, credential: fromHex("credential", made, 32) });
  }
}

function defaultState(): string {
  return joinPath(
    process.env.XDG_STATE_HOME || joinPath(homedir(), ".local", "state"),
    "croupier-server",
    "client.db",
  );
}

function textOf({ study, title, round, outcome, spent }: ClientReport): string {
  const { epsilon, localEpsilon } = spent;
  return [
    `${title} (study ${study})`,
    `round ${round}: ${WORDS[outcome]}`,
    `All studies that you joined may spend: epsilon ${epsilon} against readers of their results, ${localEpsilon} against malicious operators.`,
  ].join("\n");
}

const WORDS: Readonly<Record<Participation["outcome"], string>> = {
  accepted: "your report was accepted",
  before: "you took part before; nothing was sent",
  closed: "the round closed before your report came; it counts as spent",
  full: "the round was full; your report counts as spent",
  refused: "your report was refused; it counts as spent",
  unsent: "nobody answered; your report is kept, and sent when you run this again",
  none: "no round is open",
  absent: "your coin kept you out of this round; nothing was sent",
};

function notTaken({ outcome }: ClientReport): DpError {
  const code = outcome === "unsent" ? "STORE_UNAVAILABLE" : outcome === "closed" ? "ROUND_CLOSED" : "REFUSED";
  return new DpError(code, WORDS[outcome], { parameter: "report", value: outcome });
}

function nothingToSay(): DpError {
  const message = "--answer must be given for each column, or --data with a file of many users' answers";
  return new DpError("BAD_INPUT", message, { parameter: "--answer", value: undefined });
}

function noState(): DpError {
  const message = "--state must be given with --data: the file where the users' clients keep what they sent";
  return new DpError("BAD_INPUT", message, { parameter: "--state", value: undefined });
}
