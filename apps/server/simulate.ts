import type { Command } from "commander";
import { secureSource } from "../../src/random/secure-source.js";
import { seededSource } from "../../src/random/seeded-source.js";
import { checkNumber, RANGES } from "../../src/validate.js";
import { orderlyInterrupts } from "../cli/_internal/interrupts.js";
import { numberOption, toNumber } from "../cli/_internal/number-option.js";
import { columnsOf } from "../cli/_internal/terminal/columns-of.js";
import { addHelpSections } from "../cli/_internal/terminal/help-sections.js";
import { withProgressLine } from "../cli/_internal/with-progress-line.js";
import { counted } from "../shared/words/counted.js";
import type { Say } from "../shared/words/say.js";
import { credentialsFor } from "./_internal/clients/credentials-for.js";
import { makeUpUsers } from "./_internal/clients/made-up-answers.js";
import { type ResultReport, reportedBudget, reportedShares } from "./_internal/clients/result-report.js";
import { resultText } from "./_internal/clients/result-text.js";
import { servedStudy } from "./_internal/clients/served-study.js";
import { simulateRound } from "./_internal/clients/simulate-round.js";
import { surveyOf, surveyResultOf } from "./_internal/clients/survey-of.js";
import { jsonOption, print } from "./_internal/commands/json-option.js";
import { checkUrl } from "./_internal/http/check-url.js";

interface Flags {
  readonly url: string;
  readonly study?: string;
  readonly credentials?: string;
  readonly seed?: number;
  readonly json?: boolean;
}

const MAX_CLIENTS = 1e6;

/** Adds `croupier-server simulate`. */
export function addSimulateCommand(program: Command): void {
  const command = program
    .command("simulate")
    .summary("many made-up clients take part in one round, over HTTP")
    .description(
      "Let made-up clients take part in one round over HTTP, wait for its result, and print it beside the truth.",
    )
    .argument("<clients>", "how many")
    .requiredOption("--url <url>", "where clients find the shuffler")
    .option("--study <id>", "the study's id, where the shuffler serves several")
    .option(
      "--credentials <file>",
      "one credential a line; on the server's own machine new ones are made by default",
    )
    .addOption(
      numberOption(
        "--seed <n>",
        "decides what the made-up users answer; and what they report, in a study whose purpose is test",
        RANGES.nonNegativeInteger,
      ),
    )
    .addOption(jsonOption())
    .action(simulate);
  addHelpSections(command, [
    {
      title: "Examples:",
      commands: [
        "croupier-server serve --study examples/survey.json",
        "croupier-server simulate 10000 --url http://localhost:8080 --seed 1",
      ],
    },
  ]);
}

async function simulate(text: string, flags: Flags): Promise<void> {
  const clients = checkNumber("<clients>", toNumber("<clients>", text), {
    ...RANGES.positiveInteger,
    max: MAX_CLIENTS,
  });
  const interrupts = orderlyInterrupts();
  interrupts.listen();
  try {
    const report = await withProgressLine((say) => simulated(clients, flags, interrupts.signal, say));
    print(flags.json, report, () => resultText(report, columnsOf(process.stdout)));
  } catch (error) {
    throw interrupts.exitStatus() === undefined
      ? error
      : interrupts.interruption("interrupted: what was acknowledged stays in the round");
  } finally {
    interrupts.stopListening();
  }
}

async function simulated(
  clients: number,
  flags: Flags,
  signal: AbortSignal,
  say: Say,
): Promise<ResultReport> {
  const url = checkUrl(flags.url);
  const opened = await servedStudy(url, flags.study);
  const { seed } = flags;
  const source = seed === undefined ? secureSource() : seededSource(seed);
  const users = makeUpUsers(surveyOf(opened.study), clients, source);
  say(`enrolling ${counted(clients, "client")}`);
  const credentials = await credentialsFor(clients, opened, { ...flags, url });
  const { round, acknowledged, result } = await simulateRound({
    url,
    opened,
    answers: users.answers,
    credentials,
    // Of users who are real the randomness is nobody's choice.
    source: opened.study.purpose === "test" ? source : secureSource(),
    say,
    signal,
  });
  return {
    study: opened.id,
    round,
    clients,
    acknowledged,
    reports: result.reports,
    dummies: result.dummies,
    invalid: result.invalid,
    estimates: reportedShares(surveyResultOf(result), users.truthOf),
    guarantee: result.figures.full.guarantee,
    figures: result.figures,
    budget: reportedBudget(opened.study, result),
  };
}
