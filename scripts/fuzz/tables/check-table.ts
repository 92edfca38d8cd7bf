import { writeFileSync } from "node:fs";
import type { ColumnEstimates, Estimate } from "../../../src/analytics/index.js";
import { DpError } from "../../../src/errors.js";
import { followHint } from "./follow-hint.js";
import type { CategoryColumn, Column, NumberColumn, RandomTable, ReadingFlags } from "./random-table.js";
import { answersOf, edgesOf } from "./table-command.js";

/** Refusals that one table may need: of a delimiter, of a word for no answer, of signs in numbers. */
const MAX_STEPS = 8;
/** Of estimates of counts, whose reports lie once in 10^10. */
const ROUNDING = 1e-3;
/** In standard errors; one number in a million million strays so far. */
const STRAYS = 7;

/** What became of a table. */
export interface CheckedTable {
  readonly faults: readonly string[];
  readonly outcome: "answered" | "refused";
  /** Refusals whose hints were followed. */
  readonly hints: number;
}

/**
 * Reads a table as a person would who knows what it means: first with some flags, then as each refusal says,
 * until there is an answer or a cell that has no meaning. An answer must be that of the numbers and names
 * that are meant.
 */
export async function checkTable(file: string, table: RandomTable): Promise<CheckedTable> {
  writeFileSync(file, table.content);
  let flags = table.first;
  let isMisled = table.misled;
  for (let step = 0; step < MAX_STEPS; step++) {
    const answer = await answered(file, table, flags);
    if (typeof answer !== "string")
      return { faults: isMisled ? [] : faultsOf(answer, table), outcome: "answered", hints: step };
    const next = followHint(answer, table, flags);
    if ("fault" in next) return { faults: [`${next.fault}: ${answer}`], outcome: "refused", hints: step };
    if ("rightlyRefused" in next) return { faults: [], outcome: "refused", hints: step };
    if (JSON.stringify(next.flags) === JSON.stringify(flags))
      return { faults: [`the hint changes nothing: ${answer}`], outcome: "refused", hints: step };
    // Whoever follows readings that were shown has said what the numbers are.
    if (next.flags.decimalComma !== flags.decimalComma || next.flags.thousands !== flags.thousands)
      isMisled = false;
    flags = next.flags;
  }
  return { faults: [`refused ${MAX_STEPS} times`], outcome: "refused", hints: MAX_STEPS };
}

async function answered(
  file: string,
  table: RandomTable,
  flags: ReadingFlags,
): Promise<readonly ColumnEstimates[] | string> {
  try {
    return await answersOf(file, table, flags);
  } catch (error) {
    if (error instanceof DpError && error.code === "DATA_UNREADABLE") return error.message;
    throw error;
  }
}

function faultsOf(reports: readonly ColumnEstimates[], table: RandomTable): string[] {
  const { columns, groupBy } = table;
  const spoiled = [...columns, ...(groupBy === undefined ? [] : [groupBy])].filter(
    (column) => column.spoiled !== undefined,
  );
  if (spoiled.length > 0)
    return [`answered, though ${spoiled[0]!.cells[spoiled[0]!.spoiled!]!.text} has no meaning`];
  return reports.flatMap((report, place) => [
    ...(report.users === table.users ? [] : [`${report.users} users for ${table.users}`]),
    ...faultsOfColumn(report, columns[place]!, groupBy),
  ]);
}

function faultsOfColumn(report: ColumnEstimates, column: Column, groupBy: Column | undefined): string[] {
  if (report.kind === "mean") return faultsOfMean(report.mean, column as NumberColumn);
  if (report.kind === "groups")
    return report.groups.flatMap(({ group, values }) =>
      values.flatMap(({ value, count }) =>
        faultsOfCount(
          count,
          holders(column, value).filter((user) => holders(groupBy!, group).includes(user)).length,
          `${JSON.stringify(group)} ${JSON.stringify(value)}`,
        ),
      ),
    );
  const choices = report.kind === "histogram" ? report.bins : report.frequencies;
  return [
    ...choices.flatMap((choice) =>
      faultsOfCount(choice, holders(column, choice).length, JSON.stringify(choice)),
    ),
    ...faultsOfNames(choices, column),
    ...(report.kind === "histogram" && column.task === "quantiles"
      ? faultsOfMedian(report.quantiles[0]!, column)
      : []),
  ];
}

type Choice = { readonly category: string } | { readonly from: number; readonly to: number };

/** The users who hold a category, or a number of a bin. */
function holders(column: Column, choice: Choice): number[] {
  const values = column.cells.map(({ value }) => value ?? column.missing);
  return values.flatMap((value, user) =>
    (
      "category" in choice
        ? value === choice.category
        : choice.from <= (value as number) && (value as number) < choice.to
    )
      ? [user]
      : [],
  );
}

function faultsOfCount({ estimate }: Estimate, count: number, what: string): string[] {
  return Math.abs(estimate - count) < ROUNDING ? [] : [`${what}: ${estimate} for ${count}`];
}

/** One name for each category, whatever its spelling. */
function faultsOfNames(choices: readonly Choice[], column: Column): string[] {
  const count = column.task === "frequencies" ? categoriesIn(column) : edgesOf(column).length - 1;
  return choices.length === count ? [] : [`${choices.length} choices for ${count}`];
}

function categoriesIn({ list, categories, cells, missing }: CategoryColumn): number {
  return list === undefined ? new Set(cells.map(({ value }) => value ?? missing)).size : categories.length;
}

function faultsOfMean({ estimate, standardError }: Estimate, { cells, missing }: NumberColumn): string[] {
  const mean = cells.reduce((sum, { value }) => sum + (value ?? missing), 0) / cells.length;
  return Math.abs(estimate - mean) <= STRAYS * standardError ? [] : [`mean ${estimate} for ${mean}`];
}

function faultsOfMedian(
  { lower, upper }: Pick<Estimate, "lower" | "upper">,
  { cells, missing }: NumberColumn,
): string[] {
  const values = cells.map(({ value }) => value ?? missing).sort((a, b) => a - b);
  const median = values[Math.ceil(values.length / 2) - 1]!;
  return lower <= median && median <= upper ? [] : [`median in [${lower}, ${upper}] for ${median}`];
}
