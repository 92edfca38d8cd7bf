import type { ColumnEstimates, Estimate } from "../../../../src/analytics/index.js";
import { tableRows } from "./table-rows.js";

/** A named estimate, as the chart shows it. */
export interface EstimateRow extends Estimate {
  readonly name: string;
}

/** Estimates on a common scale. */
export interface EstimateRows {
  readonly rows: readonly EstimateRow[];
  readonly scale: { readonly lower: number; readonly upper: number };
}

/** The mean within its bounds, or shares cut to [0, 1]; control characters in names are escaped. */
export function estimateRows(report: ColumnEstimates): EstimateRows {
  if (report.kind === "mean") return { rows: [{ name: "mean", ...report.mean }], scale: report.bounds };
  const rows = tableRows(report).flatMap(({ group, name, figure }) => {
    if (figure === undefined) return [];
    const estimate = Math.max(0, Math.min(1, figure.estimate));
    return [{ ...figure, name: [group, name].filter((part) => part !== "").join(": "), estimate }];
  });
  return {
    rows,
    scale: { lower: 0, upper: rows.reduce((most, { upper }) => Math.max(most, upper), 0) || 1 },
  };
}
