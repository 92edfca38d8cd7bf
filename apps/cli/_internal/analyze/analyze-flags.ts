import type { Command } from "commander";
import { parse } from "csv-parse/sync";
import type { CollectionOptions } from "../../../../src/analytics/index.js";
import { DpError } from "../../../../src/errors.js";
import type { Adjacency } from "../../../../src/privacy/index.js";
import { secureSource, seededSource } from "../../../../src/random/index.js";
import { RANGES, type Range, show } from "../../../../src/validate.js";
import { adjacencyOption } from "../adjacency-option.js";
import { fileOption } from "../file-option.js";
import { numberOption } from "../number-option.js";

export interface AnalyzeFlags {
  readonly column: string;
  readonly localEpsilon: number;
  readonly mean?: boolean;
  readonly lower?: number;
  readonly upper?: number;
  readonly categories?: readonly string[];
  readonly missing?: string;
  readonly simultaneous?: boolean;
  readonly confidence: number;
  readonly delta?: number;
  readonly adjacency: Adjacency;
  readonly seed?: number;
  readonly json?: boolean;
  readonly plot?: string;
}

const LOCAL_EPSILON: Range = { min: 1e-6, max: 30 };
const BOUND: Range = { min: -1e100, max: 1e100 };

/** Adds the flags of `croupier analyze`. */
export function addAnalyzeFlags(command: Command): Command {
  return command
    .argument("<file>", "CSV file with a header line; one record is one user")
    .requiredOption("--column <name>", "the column to analyze")
    .addOption(
      numberOption(
        "--local-epsilon <e>",
        "epsilon of each report by itself",
        LOCAL_EPSILON,
      ).makeOptionMandatory(),
    )
    .option("--categories <list>", "every value that a user may hold, e.g. no,yes (as a line of CSV)", listOf)
    .option("--mean", "the column holds numbers: estimate their mean")
    .addOption(numberOption("--lower <l>", "least value that counts, with --mean", BOUND))
    .addOption(numberOption("--upper <u>", "largest value that counts, with --mean", BOUND))
    .option("--missing <value>", "what an empty cell counts as; without it an empty cell is an error")
    .addOption(
      numberOption("--confidence <c>", "probability with which an interval holds the truth", {
        min: 0.5,
        max: 1 - 1e-6,
      }).default(0.95),
    )
    .option("--simultaneous", "all categories' intervals hold together with that probability")
    .addOption(
      numberOption(
        "--delta <d>",
        "delta of the guarantee (default: a power of ten, at most 0.1 / users)",
        RANGES.delta,
      ),
    )
    .addOption(adjacencyOption())
    .addOption(
      numberOption(
        "--seed <n>",
        "repeatable randomness, for simulation: not private",
        RANGES.nonNegativeInteger,
      ),
    )
    .option("--json", "print JSON")
    .addOption(fileOption("--plot <file>", "write the estimates and their intervals as SVG"));
}

/** Refuses flags that contradict each other or leave out what must not be learned from the data. */
export function checkTogether(flags: AnalyzeFlags): void {
  if (flags.mean) checkMeanFlags(flags);
  else checkFrequencyFlags(flags);
}

function checkMeanFlags({ lower, upper, categories, simultaneous }: AnalyzeFlags): void {
  for (const [flag, value] of Object.entries({ "--lower": lower, "--upper": upper })) {
    if (value === undefined) {
      throw badFlag(
        flag,
        value,
        "given with --mean",
        "from public knowledge, since bounds learned from the data disclose it",
      );
    }
  }
  if (!(lower! < upper!))
    throw badFlag("--lower", lower, `below --upper ${upper}`, "the bounds may not meet");
  if (categories !== undefined)
    throw badFlag("--categories", categories, "left out with --mean", "a mean has none");
  if (simultaneous)
    throw badFlag("--simultaneous", simultaneous, "left out with --mean", "there is one interval");
}

function checkFrequencyFlags({ lower, upper, categories }: AnalyzeFlags): void {
  for (const [flag, value] of Object.entries({ "--lower": lower, "--upper": upper })) {
    if (value !== undefined)
      throw badFlag(flag, value, "left out without --mean", "categories have no bounds");
  }
  if (categories === undefined || (categories.length > 1 && new Set(categories).size === categories.length))
    return;
  throw badFlag("--categories", categories, "at least two different ones", "separate them by commas");
}

function badFlag(parameter: string, value: unknown, allowed: string, advice: string): DpError {
  const message = `${parameter} must be ${allowed}, got ${show(value)}; ${advice}`;
  return new DpError("BAD_INPUT", message, { parameter, value, allowed });
}

/** How the reports of that many users are collected. */
export function collectionOf(flags: AnalyzeFlags, users: number): Required<CollectionOptions> {
  const { localEpsilon, adjacency, confidence } = flags;
  const delta = flags.delta ?? Number(`1e-${Math.ceil(Math.log10(10 * users))}`);
  const source = flags.seed === undefined ? secureSource() : seededSource(flags.seed);
  return { localEpsilon, adjacency, confidence, delta, source };
}

function listOf(text: string): string[] {
  try {
    return parse(text, { trim: true })[0] ?? [];
  } catch (error) {
    const allowed = "a line of CSV";
    const message = `--categories must be ${allowed}, got ${show(text)}; ${(error as Error).message}`;
    throw new DpError("BAD_INPUT", message, { parameter: "--categories", value: text, allowed }, error);
  }
}
