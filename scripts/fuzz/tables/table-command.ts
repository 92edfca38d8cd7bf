/**
 * Puts a table's questions to the command's own code: the flags are parsed, the file is read, the users'
 * reports are made and estimated.
 */
import { readAnalyzeLine } from "../../../apps/cli/read-analyze-line.js";
import { columnReports } from "../../../src/analytics/columns/_internal/column-reports.js";
import type { NumberedColumns } from "../../../src/analytics/columns/collect-numbered-columns.js";
import { type PlannedColumn, plannedColumn } from "../../../src/analytics/columns/planned-column.js";
import { type ColumnEstimates, estimateColumns } from "../../../src/analytics/index.js";
import { seededSource } from "../../../src/random/index.js";
import type { Column, RandomTable, ReadingFlags } from "./random-table.js";

/** Reports that tell the truth, all but one in 10^10, about numbers in steps that are small. */
const NEARLY_TRUE = { localEpsilon: 30, levels: 256 };

/** The estimates of a table under some flags. */
export async function answersOf(
  file: string,
  table: RandomTable,
  flags: ReadingFlags,
): Promise<readonly ColumnEstimates[]> {
  const line = [file, ...questions(table, flags), ...readingArguments(flags), "--local-epsilon", "30"];
  const { users, columns, groupBy, numbered } = await readAnalyzeLine(line);
  const planned = columns.map((question) => plannedColumn(question, groupBy, users, NEARLY_TRUE));
  return planned.flatMap((column, place) => estimatesOf(column, numbered, place));
}

function estimatesOf(
  column: PlannedColumn,
  { values, groups }: NumberedColumns,
  place: number,
): ColumnEstimates[] {
  const reports = columnReports(column, { values: values[place]!, groups }, seededSource(place));
  const { event, localEpsilon } = column;
  return estimateColumns([reports], { users: reports.length, columns: [column], localEpsilon, event });
}

function questions({ columns, groupBy }: RandomTable, flags: ReadingFlags): string[] {
  return [
    ...columns.flatMap((column) => ["--column", column.name, ...columnArguments(column, flags)]),
    ...(groupBy === undefined ? [] : ["--group-by", groupBy.name, ...groupArguments(groupBy, flags)]),
  ];
}

function groupArguments(column: Column, flags: ReadingFlags): string[] {
  return columnArguments(column.task === "frequencies" ? column : { ...column, task: "histogram" }, flags);
}

function columnArguments(column: Column, { missing }: ReadingFlags): string[] {
  const counted = missing ? ["--missing", String(column.missing)] : [];
  if (column.task === "frequencies") {
    const { categories, list } = column;
    return [...(list === undefined ? [] : ["--categories", asLine(categories, list)]), ...counted];
  }
  if (column.task === "mean") {
    const [lower, upper] = boundsOf(column.cells.map(({ value }) => value ?? column.missing));
    return ["--mean", "--lower", String(lower), "--upper", String(upper), ...counted];
  }
  const edges = ["--edges", edgesOf(column).join(",")];
  return [...(column.task === "quantiles" ? ["--quantiles", "0.5"] : ["--histogram"]), ...edges, ...counted];
}

/** With room on both sides, where a number that is read wrongly shows. */
function boundsOf(values: readonly number[]): [number, number] {
  const least = Math.min(...values);
  const most = Math.max(...values);
  const room = (most - least) / 4 + Math.max(Math.abs(least), Math.abs(most)) / 10 + 0.1;
  return [least - room, most + room];
}

/** A bin for each number, and one on both sides for numbers that are read wrongly. */
export function edgesOf({
  cells,
  missing,
}: Extract<Column, { readonly task: "mean" | "histogram" | "quantiles" }>): number[] {
  const values = [...new Set(cells.map(({ value }) => value ?? missing))].sort((a, b) => a - b);
  const between = values.slice(1).map((value, place) => (value + values[place]!) / 2);
  const least = values[0]!;
  const most = values.at(-1)!;
  const below = Math.abs(least) / 100 + 0.001;
  const above = Math.abs(most) / 100 + 0.001;
  return [least - 2 * below, least - below, ...between, most + above, most + 2 * above];
}

function readingArguments({ delimiter, decimalComma, thousands, missingValues }: ReadingFlags): string[] {
  return [
    ...(delimiter === undefined ? [] : ["--delimiter", delimiter]),
    ...(decimalComma ? ["--decimal-comma"] : []),
    ...(thousands === undefined ? [] : ["--thousands", thousands]),
    ...(missingValues.length === 0 ? [] : ["--missing-values", asLine(missingValues, "NFC")]),
  ];
}

/** Words as a line of CSV. */
function asLine(words: readonly string[], form: "NFC" | "NFD"): string {
  return words.map((word) => `"${word.normalize(form).replaceAll('"', '""')}"`).join(",");
}
