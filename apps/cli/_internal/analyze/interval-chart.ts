import { formatNumber } from "../../../../src/privacy/format-number.js";
import type { IntervalChart } from "../../../shared/charts/interval-chart.js";
import type { ColumnReport } from "./estimate-column.js";
import { estimateRows } from "./estimate-rows.js";

/** The estimates with their intervals as SVG. */
export async function drawnEstimates(report: ColumnReport): Promise<string> {
  const { drawIntervalChart } = await import("../../../shared/charts/index.js");
  return `${drawIntervalChart(intervalChart(report))}\n`;
}

function intervalChart(report: ColumnReport): IntervalChart {
  const what = report.kind === "mean" ? "mean" : "share of users";
  const marks = [
    `${formatNumber(100 * report.confidence)} % intervals`,
    ...(report.seeded ? ["seeded: not private"] : []),
    ...(report.kind === "frequencies" && report.categoriesDisclosed ? ["the categories are disclosed"] : []),
  ];
  return {
    title: `${report.column}: ${what} among ${report.users.toLocaleString("en")} users`,
    subtitle: marks.join("; "),
    xTitle: report.kind === "mean" ? "in the column's unit" : what,
    ...(report.kind === "mean" ? {} : { formatX: (share: number) => `${formatNumber(100 * share)} %` }),
    ...estimateRows(report),
  };
}
