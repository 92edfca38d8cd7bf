import { availableParallelism } from "node:os";
import { type Command, Option } from "commander";
import { CANARY_KINDS } from "../../../../src/auditing/index.js";
import { ADJACENCIES } from "../../../../src/privacy/index.js";
import { checkNumber, RANGES } from "../../../../src/validate.js";
import { fileOption } from "../file-option.js";
import { numberOption, toNumber } from "../number-option.js";
import { wordOption } from "../word-option.js";
import type { SystemFlags } from "./audited-system.js";

/** The flags of `croupier audit`. */
export interface AuditFlags extends SystemFlags {
  readonly trials?: number;
  readonly confidence: number;
  readonly seed?: number;
  readonly threads: number;
  readonly out?: string;
  readonly failOnRefuted?: boolean;
  readonly json?: boolean;
}

/** Adds them to the command. */
export function addAuditFlags(command: Command): void {
  addSystemFlags(command);
  addClaimFlags(command);
  command
    .addOption(
      numberOption(
        "--trials <n>",
        "plays; if not given, what about a minute allows, from 100 to 10,000: it is said before they begin",
        RANGES.positiveInteger,
      ),
    )
    .addOption(
      numberOption("--confidence <c>", "probability that the bound is true", RANGES.openProbability).default(
        0.99,
      ),
    )
    .addOption(numberOption("--timeout <s>", "seconds that one number may take", RANGES.positive).default(60))
    .addOption(
      new Option(
        "--seed <n>",
        "draw the secrets, and an event's releases, from a seed: a run that can be repeated",
      ).argParser((text) => checkNumber("--seed", toNumber("--seed", text), RANGES.nonNegativeInteger)),
    )
    .addOption(
      numberOption("--threads <n>", "threads that play an event or a run", RANGES.positiveInteger).default(
        availableParallelism(),
        "one a core",
      ),
    )
    .addOption(fileOption("--out <file>", "write a report as HTML, with the trade-off curve"))
    .option("--fail-on-refuted", "exit status 5 where the claim is refuted, for continuous integration")
    .option("--json", "print JSON");
}

function addSystemFlags(command: Command): void {
  command
    .option("--command <cmd>", "what plays: reads a bit a line, prints a number a line; see below")
    .option(
      "--reverse-scores",
      "of a command: the lower its number, the more the release looks like data set 1, as with losses",
    )
    .option(
      "--event <file>",
      "play an event, as JSON; - for standard input. Without --claim its best proven figure is the claim",
    )
    .option(
      "--run <dir>",
      "play the protocol of a run of croupier train with a canary; see below. Without --claim its target epsilon, or best proven figure, is the claim",
    )
    .addOption(
      wordOption(
        "--canary <kind>",
        "of a run: its gradient; equal if not given where weights are permuted, else random",
        CANARY_KINDS,
      ),
    )
    .addOption(cohortOption());
}

function addClaimFlags(command: Command): void {
  command
    .addOption(numberOption("--claim <e>", "epsilon that is claimed", RANGES.nonNegative))
    .addOption(
      numberOption("--delta <d>", "delta of the claim and of the bound, 0 included; of a run its own", {
        ...RANGES.probability,
        maxIncluded: false,
      }),
    )
    .addOption(
      wordOption(
        "--adjacency <a>",
        "which data sets are neighbours, replace-one or a run's own if not given",
        ADJACENCIES,
      ),
    );
}

function cohortOption(): Option {
  return new Option(
    "--cohort <list>",
    "what the others of an event's shuffle hold, in turn: numbers with commas, or worst: the worst that a search finds",
  ).argParser((text) =>
    text === "worst" ? text : text.split(",").map((each) => toNumber("--cohort", each)),
  );
}
