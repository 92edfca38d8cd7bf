import type { ColumnEstimates, QuantileEstimate } from "../../../../src/analytics/index.js";
import { formatTable } from "../../words/format-table.js";
import { shownEdge } from "./choice-names.js";
import type { TableOptions } from "./column-table.js";
import { quantileRows } from "./quantile-rows.js";
import { roundToError } from "./round-to-error.js";

/**
 * The quantiles of a column, or of each of its groups, as a text table; undefined where none were asked for.
 */
export function quantileTable(
  report: ColumnEstimates,
  { interval, width }: TableOptions,
): string | undefined {
  const rows = quantileRows(report);
  if (rows.length === 0) return undefined;
  const grouped = report.kind === "groups";
  return formatTable(
    [
      ...(grouped ? [{ title: "group", wraps: true, repeats: false }] : []),
      { title: "quantile", align: "right" },
      { title: "estimate", align: "right" },
      { title: interval, align: "right" },
    ],
    rows.map(({ group, figure }) => [...(grouped ? [group] : []), ...cells(figure)]),
    width,
  );
}

/** The interval's ends are edges, and exact; the estimate has the digits that half the interval leaves it. */
function cells({ probability, estimate, lower, upper }: QuantileEstimate): string[] {
  const figure = { estimate, standardError: (upper - lower) / 2, lower, upper };
  const shown = roundToError(figure, { lower, upper }).estimate;
  return [String(probability), shown, `${shownEdge(lower)} to ${shownEdge(upper)}`];
}
