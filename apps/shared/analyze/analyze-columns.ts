import { collectNumberedColumns } from "../../../src/analytics/columns/collect-numbered-columns.js";
import { planColumns } from "../../../src/analytics/index.js";
import { secureSource, seededSource } from "../../../src/random/index.js";
import type { AnalyzeReport } from "./analyze-report.js";
import type { ReadColumns } from "./input/open-columns.js";
import type { AnalyzePlan } from "./input/plan.js";
import type { Separation } from "./input/separation.js";
import { remarksOf } from "./output/remarks.js";
import { warningsOf } from "./output/warnings.js";
import { provenFigure } from "./proven-figure.js";

/**
 * Plays the users, the shuffler and the analyzer for columns that were read, and accounts for all reports
 * together.
 */
export function analyzeColumns(
  { users, columns, groupBy, numbered }: ReadColumns,
  plan: AnalyzePlan,
  { delimiter, guessed }: Separation,
): AnalyzeReport {
  const { localEpsilon, targetEpsilon, randomDummies, adjacency, confidence, simultaneous } = plan;
  const delta = plan.delta ?? Number(`1e-${Math.ceil(Math.log10(10 * users))}`);
  const budget = { localEpsilon, targetEpsilon, randomDummies, adjacency, delta };
  const planned = planColumns({ users, columns, groupBy, ...budget });
  const source = plan.seed === undefined ? secureSource() : seededSource(plan.seed);
  const terms = { adjacency, delta, source, confidence, simultaneous };
  const collection = collectNumberedColumns(planned, numbered, terms);
  provenFigure(collection, adjacency);
  return {
    ...collection,
    ...{ delimiter, delimiterGuessed: guessed },
    warnings: warningsOf(collection.columns, collection.seeded),
    remarks: remarksOf(collection.columns, confidence),
  };
}
