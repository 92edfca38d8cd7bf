import type { ResultTable } from "../../../experiments/experiment.js";
import { type ListedExperiment, PAPERS } from "../../../experiments/listed-experiment.js";
import { formatDown, formatNumber, formatUp } from "../../../src/privacy/format-number.js";
import { formatTable } from "../words/format-table.js";
import { wrapText } from "../words/wrap-text.js";
import type { ExperimentReport } from "./experiment-report.js";

/** The experiments by paper and name, for a person. */
export function listText(experiments: readonly ListedExperiment[], width: number): string {
  return PAPERS.map((paper) => {
    const rows = experiments
      .filter((each) => each.paper === paper)
      .map(({ name, item, what }) => [name, item, what]);
    const heads = [{ title: "experiment" }, { title: paper }, { title: "what it does again", wraps: true }];
    return formatTable(heads, rows, width);
  }).join("\n\n");
}

/** What an experiment came to, for a person. */
export function reportText(report: ExperimentReport, paths: readonly string[], width: number): string {
  const { title, scale, quick, tables, notes } = report;
  const quickly = quick ? "Quick form: it shows that it works, on fewer steps and examples yet." : undefined;
  return [
    ...[title, `Here: ${scale}`, ...(quickly === undefined ? [] : [quickly])].map((line) =>
      wrapText(line, { width }),
    ),
    ...tables.map((table) => tableText(table, width)),
    ...notes.map((note) => wrapText(`- ${note}`, { width, hanging: 2 })),
    paths.map((path) => `written: ${path}`).join("\n"),
  ].join("\n\n");
}

function tableText({ title, columns, rows }: ResultTable, width: number): string {
  const isNumeric = columns.map((_, i) => rows.every((row) => typeof row[i] !== "string"));
  const heads = columns.map((column, i) => ({
    title: typeof column === "string" ? column : column.title,
    align: isNumeric[i] ? ("right" as const) : ("left" as const),
    wraps: true,
  }));
  const cells = rows.map((row) => row.map((cell, i) => cellText(cell, columns[i]!)));
  return `${wrapText(title, { width })}\n${formatTable(heads, cells, width)}`;
}

function cellText(cell: string | number | null, column: ResultTable["columns"][number]): string {
  if (cell === null) return "-";
  if (typeof cell === "string") return cell;
  if (typeof column === "string") return formatNumber(cell);
  return column.rounded === "up" ? formatUp(cell) : formatDown(cell);
}
