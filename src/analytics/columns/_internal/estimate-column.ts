import type { ReportsOptions } from "../../estimate.js";
import { estimateFrequencies } from "../../estimate-frequencies.js";
import { estimateGroupQuantiles } from "../../estimate-group-quantiles.js";
import { estimateGroups } from "../../estimate-groups.js";
import { estimateHistogram } from "../../estimate-histogram.js";
import { estimateMean } from "../../estimate-mean.js";
import { estimateQuantiles } from "../../estimate-quantiles.js";
import type { ColumnEstimates, GroupColumnEstimates, GroupWithQuantiles } from "../column-estimates.js";
import type { PlannedColumn, PlannedGroups } from "../planned-column.js";

/** The figures of one column, from its shuffled reports. */
export function estimateColumn(
  reports: ArrayLike<number>,
  planned: PlannedColumn,
  options: Required<ReportsOptions>,
): ColumnEstimates {
  const { localEpsilon } = planned;
  switch (planned.kind) {
    case "frequencies": {
      const { column, categoriesDisclosed = false } = planned.question;
      const estimates = estimateFrequencies(reports, planned.randomizer, options);
      return { kind: "frequencies", column, localEpsilon, ...estimates, categoriesDisclosed };
    }
    case "histogram": {
      const { column, edges, quantiles: probabilities = [] } = planned.question;
      const estimates = estimateHistogram(reports, planned.randomizer, options);
      const { quantiles } = estimateQuantiles(reports, planned.randomizer, { ...options, probabilities });
      return { kind: "histogram", column, localEpsilon, edges, ...estimates, quantiles };
    }
    case "mean": {
      const { column, lower, upper } = planned.question;
      const { confidence, dummies } = options;
      const estimate = estimateMean(reports, planned.randomizer, { confidence, dummies });
      return { kind: "mean", column, localEpsilon, bounds: { lower, upper }, ...estimate };
    }
    case "groups":
      return estimateGroupColumn(reports, planned, options);
  }
}

function estimateGroupColumn(
  reports: ArrayLike<number>,
  { question, groupBy, randomizer, localEpsilon }: PlannedGroups,
  options: Required<ReportsOptions>,
): GroupColumnEstimates {
  const probabilities = question.kind === "histogram" ? (question.quantiles ?? []) : [];
  const estimates = estimateGroups(reports, randomizer, options);
  const quantiles: GroupWithQuantiles["quantiles"][] =
    probabilities.length === 0
      ? []
      : estimateGroupQuantiles(reports, randomizer, { ...options, probabilities }).groups.map(
          (group) => group.quantiles,
        );
  return {
    kind: "groups",
    column: question.column,
    groupBy: groupBy.column,
    localEpsilon,
    ...estimates,
    groups: estimates.groups.map((group, index) => ({ ...group, quantiles: quantiles[index] })),
    categoriesDisclosed: [question, groupBy].some(
      (each) => each.kind === "frequencies" && each.categoriesDisclosed === true,
    ),
  };
}
