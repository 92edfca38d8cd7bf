import { type Command, Option } from "commander";
import type { Adjacency } from "../../../../src/privacy/index.js";
import { LOCAL_EPSILONS, RANGES, type Range } from "../../../../src/validate.js";
import { adjacencyOption } from "../adjacency-option.js";
import { fileOption } from "../file-option.js";
import { numberOption } from "../number-option.js";
import { badFlag } from "./bad-flag.js";
import { addColumnFlags, type ColumnRequests } from "./column-flags.js";
import { columnPlan, groupPlan } from "./column-plan.js";
import { type AnalyzePlan, type ChoicesPlan, type ColumnPlan, confidencePerCall } from "./plan.js";

/** The flags of `croupier analyze` that are about no single column. */
export interface AnalyzeFlags {
  readonly localEpsilon?: number;
  readonly targetEpsilon?: number;
  readonly simultaneous?: boolean;
  readonly confidence: number;
  readonly delta?: number;
  readonly adjacency: Adjacency;
  readonly seed?: number;
  readonly delimiter?: string;
  readonly decimalComma?: boolean;
  readonly json?: boolean;
  readonly csv?: boolean;
  readonly plot?: string;
}

/** More pairs of a group and a value take minutes, and say nothing about any. */
const MOST_PAIRS = 2 ** 18;
const CONFIDENCE: Range = { min: 0.5, max: 1 - 1e-6 };
const DELIMITERS: Readonly<Record<string, string>> = { comma: ",", semicolon: ";", tab: "\t", pipe: "|" };

/** Adds the flags of `croupier analyze`; the columns' are known after parsing. */
export function addAnalyzeFlags(command: Command): () => ColumnRequests {
  const about =
    "table with a header line (CSV, plain or gzipped), or - for standard input; one record is one user";
  command.argument("<file>", about);
  const requests = addColumnFlags(command);
  for (const option of [...statementOptions(), ...tableOptions()]) command.addOption(option);
  return requests;
}

/** What is spent and stated. */
function statementOptions(): Option[] {
  return [
    numberOption(
      "--local-epsilon <e>",
      "epsilon of each user's reports by themselves; several columns share it equally",
      LOCAL_EPSILONS,
    ),
    numberOption(
      "--target-epsilon <e>",
      "epsilon of the guarantee instead: randomizer and local epsilon are chosen for it",
      RANGES.positive,
    ),
    numberOption(
      "--delta <d>",
      "delta of the guarantee (default: a power of ten, at most 0.1 / users)",
      RANGES.delta,
    ),
    adjacencyOption(),
    numberOption(
      "--confidence <c>",
      "probability with which an interval holds the truth",
      CONFIDENCE,
    ).default(0.95),
    new Option("--simultaneous", "all intervals hold together with that probability"),
    numberOption(
      "--seed <n>",
      "repeatable randomness, for simulation: not private",
      RANGES.nonNegativeInteger,
    ),
  ];
}

/** How tables are read and written. */
function tableOptions(): Option[] {
  return [
    new Option(
      "--delimiter <sign>",
      "what separates columns: a sign, comma, semicolon, tab or pipe (default: guessed)",
    ).argParser(delimiterOf),
    new Option("--decimal-comma", "numbers are written 3,5 instead of 3.5, in the file and in --csv's table"),
    new Option("--json", "print JSON"),
    new Option("--csv", "print a table for spreadsheets"),
    fileOption("--plot <file>", "write the estimates and their intervals as SVG"),
  ];
}

/** The flags as a plan; refuses those that contradict each other or leave out what must not be learned from the data. */
export function planOf(flags: AnalyzeFlags, requests: ColumnRequests): AnalyzePlan {
  const plan: AnalyzePlan = {
    ...flags,
    columns: requests.columns.map(columnPlan),
    groupBy: requests.groupBy && groupPlan(requests.groupBy),
    simultaneous: flags.simultaneous ?? false,
    decimalComma: flags.decimalComma ?? false,
  };
  checkTogether(flags, plan);
  return plan;
}

function checkTogether(flags: AnalyzeFlags, plan: AnalyzePlan): void {
  checkGroups(plan);
  checkConfidence(plan);
  checkSpent(flags, plan);
  checkOutput(flags, plan);
}

function checkGroups({ columns, groupBy }: AnalyzePlan): void {
  if (groupBy === undefined) return;
  if (columns.some(({ kind }) => kind === "mean"))
    throw badFlag(
      "--mean",
      true,
      "left out with --group-by",
      "--quantiles 0.5 estimates each group's median",
    );
  if (columns.some((column) => pairsOf(column, groupBy) > MOST_PAIRS))
    throw badFlag(
      "--group-by",
      groupBy.column,
      `a column that makes at most ${MOST_PAIRS} pairs of a group and a value`,
      "take fewer bins",
    );
}

function checkConfidence(plan: AnalyzePlan): void {
  const { columns, simultaneous, confidence } = plan;
  if (simultaneous && onlyKind(columns) === "mean")
    throw badFlag("--simultaneous", simultaneous, "left out with --mean alone", "there is one interval");
  if (confidencePerCall(plan) > CONFIDENCE.max!)
    throw badFlag(
      "--confidence",
      confidence,
      "smaller for several columns together",
      "an interval holds with at most 1 - 1e-6",
    );
}

function checkSpent({ localEpsilon, targetEpsilon }: AnalyzeFlags, { columns }: AnalyzePlan): void {
  if ((localEpsilon === undefined) === (targetEpsilon === undefined))
    throw badFlag(
      "--local-epsilon",
      localEpsilon,
      `given${localEpsilon === undefined ? "" : " alone"}`,
      "or --target-epsilon, one of them",
    );
  const least = LOCAL_EPSILONS.min * columns.length;
  if (localEpsilon !== undefined && localEpsilon < least)
    throw badFlag("--local-epsilon", localEpsilon, `at least ${least}`, "the columns share it equally");
}

function checkOutput({ json, csv, plot }: AnalyzeFlags, { columns }: AnalyzePlan): void {
  if (json && csv) throw badFlag("--csv", true, "left out with --json", "print one of them");
  if (plot !== undefined && onlyKind(columns) === undefined)
    throw badFlag("--plot", plot, "left out with several columns", "their scales differ; draw one at a time");
}

function onlyKind(columns: readonly ColumnPlan[]): ColumnPlan["kind"] | undefined {
  return columns.length === 1 ? columns[0]!.kind : undefined;
}

/** How many reports there may be about a group and a value, as far as that is known before the file is read. */
function pairsOf(column: ColumnPlan, groupBy: ChoicesPlan): number {
  return column.kind === "mean" ? 1 : choicesIn(column) * choicesIn(groupBy);
}

function choicesIn(plan: ChoicesPlan): number {
  return plan.kind === "histogram" ? plan.edges.length - 1 : (plan.categories?.length ?? 1);
}

function delimiterOf(text: string): string {
  const sign = DELIMITERS[text] ?? text;
  if ([...sign].length === 1 && !/[\p{L}\p{N}"\r\n\ufeff]/u.test(sign)) return sign;
  throw badFlag(
    "--delimiter",
    text,
    "one sign, or comma, semicolon, tab or pipe",
    "it is no letter, digit, quote or line end",
  );
}
