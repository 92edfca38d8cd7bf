import type { Estimate } from "../../../../src/analytics/index.js";
import type { ColumnReport } from "./estimate-column.js";

/** A named estimate, as the table and the chart show it. */
export interface EstimateRow extends Estimate {
  readonly name: string;
}

/** Estimates on a common scale. */
export interface EstimateRows {
  readonly rows: readonly EstimateRow[];
  readonly scale: { readonly lower: number; readonly upper: number };
}

/** The mean within its bounds, or each category's share of the users; a name's control characters are masked. */
export function estimateRows(report: ColumnReport): EstimateRows {
  if (report.kind === "mean") return { rows: [{ name: "mean", ...report.mean }], scale: report.bounds };
  const rows = report.frequencies.map((each) => ({
    name: each.category.replace(/\p{Cc}/gu, "\ufffd"),
    estimate: each.estimate / report.users,
    standardError: each.standardError / report.users,
    lower: each.lower / report.users,
    upper: each.upper / report.users,
  }));
  return { rows, scale: { lower: 0, upper: Math.max(...rows.map(({ upper }) => upper)) || 1 } };
}
