import { type Command, Option } from "commander";
import { confidencePerTable } from "../../../../src/analytics/columns/confidence-per-table.js";
import { DUMMY_SCALES, dummyTargets } from "../../../../src/analytics/random-dummies.js";
import type { Adjacency } from "../../../../src/privacy/index.js";
import { checkNumber, DOMAIN, LOCAL_EPSILONS, RANGES, type Range } from "../../../../src/validate.js";
import type { AnalyzePlan, ChoicesPlan, ColumnPlan } from "../../../shared/analyze/input/plan.js";
import { adjacencyOption } from "../adjacency-option.js";
import { numberOption } from "../number-option.js";
import { badFlag } from "./bad-flag.js";
import { addColumnFlags, type ColumnRequests } from "./column-flags.js";
import { columnPlan, groupPlan } from "./column-plan.js";
import { checkTableFlags, type TableFlags, tableOptions } from "./table-flags.js";

/** The flags of `croupier analyze` that are about no single column. */
export interface AnalyzeFlags extends TableFlags {
  readonly localEpsilon?: number;
  readonly targetEpsilon?: number;
  readonly dummies?: boolean;
  readonly laplaceScale?: number;
  readonly simultaneous?: boolean;
  readonly confidence: number;
  readonly delta?: number;
  readonly adjacency: Adjacency;
  readonly seed?: number;
  readonly json?: boolean;
  readonly csv?: boolean;
  readonly plot?: string;
}

/** More pairs of a group and a value take minutes, and say nothing about any. */
const MAX_PAIRS = 2 ** 18;
const CONFIDENCE: Range = { min: 0.5, max: 1 - 1e-6 };

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
      { ...DOMAIN.epsilon, orZero: false },
    ),
    new Option(
      "--dummies",
      "the shuffler hides true answers among a random number of dummies of each category, bin or level; with --target-epsilon or --laplace-scale",
    ),
    numberOption(
      "--laplace-scale <b>",
      "scale of the noise in the numbers of dummies: a column's epsilon is 2 / b, or 1 / b for two categories",
      DUMMY_SCALES,
    ),
    numberOption(
      "--delta <d>",
      "delta of the guarantee (default: a power of ten, at most 0.1 / users)",
      DOMAIN.delta,
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

/**
 * The flags as a plan; refuses those that contradict each other or leave out what must not be learned from
 * the data.
 */
export function planOf(flags: AnalyzeFlags, requests: ColumnRequests): AnalyzePlan {
  const { decimalComma = false, missingValues = [], simultaneous = false } = flags;
  const plan: AnalyzePlan = {
    ...flags,
    columns: requests.columns.map((request) => columnPlan(request, decimalComma)),
    groupBy: requests.groupBy && groupPlan(requests.groupBy, decimalComma),
    ...{ simultaneous, decimalComma, missingValues },
    randomDummies: flags.dummies ? { laplaceScale: flags.laplaceScale } : undefined,
  };
  checkTogether(flags, plan);
  return plan;
}

function checkTogether(flags: AnalyzeFlags, plan: AnalyzePlan): void {
  checkTableFlags(flags, plan);
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
  if (columns.some((column) => pairsOf(column, groupBy) > MAX_PAIRS))
    throw badFlag(
      "--group-by",
      groupBy.column,
      `a column that makes at most ${MAX_PAIRS} pairs of a group and a value`,
      "take fewer bins",
    );
}

function checkConfidence(plan: AnalyzePlan): void {
  const { columns, simultaneous, confidence } = plan;
  if (simultaneous && onlyKind(columns) === "mean")
    throw badFlag("--simultaneous", simultaneous, "left out with --mean alone", "there is one interval");
  if (confidencePerTable(columns, plan) > CONFIDENCE.max!)
    throw badFlag(
      "--confidence",
      confidence,
      "smaller for several columns together",
      "an interval holds with at most 1 - 1e-6",
    );
}

function checkSpent(flags: AnalyzeFlags, { columns }: AnalyzePlan): void {
  const { localEpsilon, targetEpsilon, dummies } = flags;
  checkDummies(flags, columns.length);
  if (!dummies && (localEpsilon === undefined) === (targetEpsilon === undefined))
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

function checkDummies({ dummies, laplaceScale, targetEpsilon }: AnalyzeFlags, columns: number): void {
  if (!dummies && laplaceScale !== undefined)
    throw badFlag(
      "--laplace-scale",
      laplaceScale,
      "left out without --dummies",
      "it is the noise in their numbers",
    );
  if (dummies && (laplaceScale === undefined) === (targetEpsilon === undefined))
    throw badFlag(
      "--laplace-scale",
      laplaceScale,
      `given with --dummies${laplaceScale === undefined ? "" : " alone"}`,
      "or --target-epsilon, one of them",
    );
  if (dummies && targetEpsilon !== undefined)
    checkNumber("--target-epsilon", targetEpsilon, dummyTargets(columns));
}

function checkOutput({ json, csv, plot }: AnalyzeFlags, { columns }: AnalyzePlan): void {
  if (json && csv) throw badFlag("--csv", true, "left out with --json", "print one of them");
  if (plot !== undefined && onlyKind(columns) === undefined)
    throw badFlag("--plot", plot, "left out with several columns", "their scales differ; draw one at a time");
}

function onlyKind(columns: readonly ColumnPlan[]): ColumnPlan["kind"] | undefined {
  return columns.length === 1 ? columns[0]!.kind : undefined;
}

/**
 * How many reports there may be about a group and a value, as far as that is known before the file is read.
 */
function pairsOf(column: ColumnPlan, groupBy: ChoicesPlan): number {
  return column.kind === "mean" ? 1 : choicesIn(column) * choicesIn(groupBy);
}

function choicesIn(plan: ChoicesPlan): number {
  return plan.kind === "histogram" ? plan.edges.length - 1 : (plan.categories?.length ?? 1);
}
