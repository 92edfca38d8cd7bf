import stringWidth from "fast-string-width";
import type { ColumnEstimates, Estimate } from "../../../../src/analytics/index.js";
import { formatNumber } from "../../../../src/privacy/format-number.js";
import { formatTable, type TableColumn } from "../../words/format-table.js";

import { intervalBar } from "./interval-bar.js";
import { type Possible, roundToError } from "./round-to-error.js";
import { type TableRow, tableRows } from "./table-rows.js";

/** A bar shorter than this shows nothing, a longer one no more. */
const BAR = { least: 12, most: 32 };

/** A table column with the cell of each row. */
interface FilledColumn extends TableColumn {
  readonly cell: (row: TableRow) => string;
}

/** How a column's tables are laid out. */
export interface TableOptions {
  /** The title of the intervals. */
  readonly interval: string;
  /** Columns of the terminal. */
  readonly width: number;
}

/** The estimates of a column as a text table; a bar fills what room is left. */
export function columnTable(report: ColumnEstimates, { interval, width }: TableOptions): string {
  const rows = tableRows(report);
  const columns = filledColumns(report, interval);
  const table = (all: readonly FilledColumn[]): string =>
    formatTable(
      all,
      rows.map((row) => all.map(({ cell }) => cell(row))),
      width,
    );
  const plain = table(columns);
  const room = width - 2 - plain.split("\n").reduce((most, line) => Math.max(most, stringWidth(line)), 0);
  return room < BAR.least ? plain : table([...columns, barColumn(report, rows, Math.min(room, BAR.most))]);
}

function filledColumns(report: ColumnEstimates, intervalTitle: string): FilledColumn[] {
  const interval = { title: intervalTitle, align: "right" } as const;
  if (report.kind === "mean") {
    return [
      { title: "mean", align: "right", cell: ({ figure }) => withError(figure!, report.bounds) },
      { ...interval, cell: ({ figure }) => ends(figure!, report.bounds) },
    ];
  }
  const grouped = report.kind === "groups";
  return [
    ...(grouped
      ? [{ title: "group", wraps: true, repeats: false, cell: ({ group }: TableRow) => group }]
      : []),
    { title: nameTitle(report), wraps: true, cell: ({ name }) => name || "all" },
    {
      title: "users",
      align: "right",
      cell: ({ count }) => withError(count!, { lower: 0, upper: report.users }),
    },
    {
      title: "share",
      align: "right",
      cell: ({ figure }) => (figure === undefined ? "unknown" : withError(percents(figure), PERCENTS, " %")),
    },
    {
      ...interval,
      cell: ({ figure }) => (figure === undefined ? "" : ends(percents(figure), PERCENTS, " %")),
    },
  ];
}

function nameTitle(report: ColumnEstimates): string {
  if (report.kind === "groups") return "from" in report.groups[0]!.values[0]!.value ? "bin" : "category";
  return report.kind === "histogram" ? "bin" : "category";
}

function barColumn(report: ColumnEstimates, rows: readonly TableRow[], length: number): FilledColumn {
  const scale =
    report.kind === "mean" ? report.bounds : { lower: 0, upper: Math.ceil(100 * largestShare(rows)) / 100 };
  const shown = (value: number): string =>
    report.kind === "mean" ? formatNumber(value) : `${formatNumber(100 * value)} %`;
  const title = `${shown(scale.lower)} to ${shown(scale.upper)}`;
  return {
    title: title.length <= length ? title : "",
    cell: ({ figure }) => (figure === undefined ? "" : intervalBar(figure, scale, length)),
  };
}

/** Never zero, since no interval's upper end is: reports cannot tell that nobody holds a value. */
function largestShare(rows: readonly TableRow[]): number {
  return rows.reduce((most, { figure }) => Math.max(most, figure?.upper ?? 0), 0);
}

const PERCENTS: Possible = { lower: 0, upper: 100 };

function percents({ estimate, standardError, lower, upper }: Estimate): Estimate {
  return {
    estimate: 100 * estimate,
    standardError: 100 * standardError,
    lower: 100 * lower,
    upper: 100 * upper,
  };
}

function withError(figure: Estimate, possible: Possible, unit = ""): string {
  const { estimate, standardError } = roundToError(figure, possible);
  return `${estimate}${unit} ± ${standardError}${unit}`;
}

function ends(figure: Estimate, possible: Possible, unit = ""): string {
  const { lower, upper } = roundToError(figure, possible);
  return `${lower}${unit} to ${upper}${unit}`;
}
