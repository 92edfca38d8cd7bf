import type { IntervalChart } from "../../../../src/charts/interval-chart.js";
import { formatConfidence, formatNumber } from "../../../../src/privacy/format-number.js";
import { escapeControls } from "../../words/escape-controls.js";
import type { AnalyzeReport } from "../analyze-report.js";
import { estimateRows } from "./estimate-rows.js";

/** The first column's estimates with their intervals, as SVG. */
export async function drawnEstimates(report: AnalyzeReport): Promise<string> {
  const { drawIntervalChart } = await import("../../../../src/charts/index.js");
  return `${drawIntervalChart(intervalChart(report))}\n`;
}

function intervalChart(report: AnalyzeReport): IntervalChart {
  const column = report.columns[0]!;
  const what = {
    mean: "mean",
    groups: "share of users, and of each group",
    frequencies: "share of users",
    histogram: "share of users",
  }[column.kind];
  const name = column.kind === "groups" ? `${column.column} by ${column.groupBy}` : column.column;
  const marks = [
    `${report.simultaneous ? "joint " : ""}${formatConfidence(report.confidence)} intervals`,
    ...(column.dummies ? ["the shuffler adds dummies"] : []),
    ...(report.seeded ? ["seeded: not private"] : []),
    ...("categoriesDisclosed" in column && column.categoriesDisclosed
      ? ["the categories are disclosed"]
      : []),
  ];
  return {
    title: `${escapeControls(name)}: ${what} among ${report.users.toLocaleString("en")} users`,
    subtitle: marks.join("; "),
    xTitle: column.kind === "mean" ? "in the column's unit" : what,
    ...(column.kind === "mean" ? {} : { formatX: (share: number) => `${formatNumber(100 * share)} %` }),
    ...estimateRows(column),
  };
}
