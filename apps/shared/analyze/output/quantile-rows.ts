import type { ColumnEstimates, QuantileEstimate } from "../../../../src/analytics/index.js";
import { choiceNames } from "./choice-names.js";

/** A quantile of a column, or of one of its groups. */
export interface QuantileRow {
  /** Empty where there are no groups. */
  readonly group: string;
  readonly figure: QuantileEstimate;
}

/** The quantiles that were asked for, line by line. */
export function quantileRows(report: ColumnEstimates): QuantileRow[] {
  if (report.kind === "histogram") return report.quantiles.map((figure) => ({ group: "", figure }));
  if (report.kind !== "groups") return [];
  const names = choiceNames(report.groups.map(({ group }) => group));
  return report.groups.flatMap(({ quantiles = [] }, place) =>
    quantiles.map((figure) => ({ group: names[place]!, figure })),
  );
}
