import { guarantees } from "../../../../src/accounting/index.js";
import { secureSource, seededSource } from "../../../../src/random/index.js";
import type { AnalyzeReport } from "../../../shared/analyze/analyze-report.js";
import { openColumns } from "../../../shared/analyze/open-columns.js";
import { type AnalyzePlan, confidencePerCall } from "../../../shared/analyze/plan.js";
import { provenFigure, requireProvenFigure } from "../../../shared/analyze/proven-figure.js";
import { remarksOf } from "../../../shared/analyze/remarks.js";
import { eventOfAll, reportParameters } from "../../../shared/analyze/report-parameters.js";
import { warningsOf } from "../../../shared/analyze/warnings.js";
import { readTable } from "./input/read-table.js";

/** Reads the columns, plays the users, the shuffler and the analyzer, and accounts for all reports together. */
export async function analyzeTable(file: string, plan: AnalyzePlan): Promise<AnalyzeReport> {
  requireProvenFigure(plan);
  const open = openColumns(plan);
  const { names: columns, takesEmpty: blankIsRecord, end: onEnd } = open;
  const { delimiter, guessed } = await readTable(
    { file, columns, blankIsRecord, delimiter: plan.delimiter, onEnd },
    open.push,
  );
  const seeded = plan.seed !== undefined;
  const source = seeded ? seededSource(plan.seed!) : secureSource();
  const ready = open.finish();
  const { users } = ready[0]!;
  const { adjacency, confidence, simultaneous } = plan;
  const delta = plan.delta ?? Number(`1e-${Math.ceil(Math.log10(10 * users))}`);
  const parameters = reportParameters(ready, plan, delta);
  const event = eventOfAll(ready, parameters);
  const accounted = guarantees(event, { adjacency, delta });
  provenFigure(accounted, adjacency);
  const stated = { confidence: confidencePerCall(plan), simultaneous };
  const estimated = ready.map((column, place) => column.collect(parameters, source.fork(place))(stated));
  const localEpsilon = plan.localEpsilon ?? parameters.localEpsilon * estimated.length;
  const budget = { localEpsilon, adjacency, delta, event, ...accounted };
  const warnings = warningsOf(estimated, seeded);
  const remarks = remarksOf(estimated, confidence);
  const table = { delimiter, delimiterGuessed: guessed };
  return {
    columns: estimated,
    users,
    confidence,
    simultaneous,
    ...budget,
    seeded,
    ...table,
    warnings,
    remarks,
  };
}
