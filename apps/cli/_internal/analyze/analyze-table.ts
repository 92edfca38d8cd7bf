import { guarantees } from "../../../../src/accounting/index.js";
import type { MechanismEvent } from "../../../../src/privacy/index.js";
import { secureSource, seededSource } from "../../../../src/random/index.js";
import type { AnalyzeReport } from "./analyze-report.js";
import type { CollectedColumn } from "./collect-column.js";
import { readTable } from "./input/read-table.js";
import { openColumns } from "./open-columns.js";
import { type AnalyzePlan, confidencePerCall } from "./plan.js";
import { provenFigure, requireProvenFigure } from "./proven-figure.js";
import { warningsOf } from "./warnings.js";

/** Reads the columns, plays the users, the shuffler and the analyzer, and accounts for all reports together. */
export async function analyzeTable(file: string, plan: AnalyzePlan): Promise<AnalyzeReport> {
  requireProvenFigure(plan);
  const open = openColumns(plan);
  const delimiter = await readTable({ file, columns: open.names, delimiter: plan.delimiter }, open.push);
  const seeded = plan.seed !== undefined;
  const collected = open.collect(seeded ? seededSource(plan.seed!) : secureSource());
  const { users } = collected[0]!.event;
  const { adjacency, localEpsilon, confidence, simultaneous } = plan;
  const delta = plan.delta ?? Number(`1e-${Math.ceil(Math.log10(10 * users))}`);
  const event = together(collected);
  const accounted = guarantees(event, { adjacency, delta });
  provenFigure(accounted, adjacency);
  const stated = { confidence: confidencePerCall(plan), simultaneous };
  const columns = collected.map(({ estimate }) => estimate(stated));
  const budget = { localEpsilon, adjacency, delta, event, ...accounted };
  const warnings = warningsOf(columns, seeded);
  return { columns, users, confidence, simultaneous, ...budget, seeded, delimiter, warnings };
}

/** Each column's reports are shuffled by themselves, so that nothing tells which of them are the same user's. */
function together(collected: readonly CollectedColumn[]): MechanismEvent {
  const [only, ...others] = collected.map(({ event }) => event);
  return others.length === 0 ? only! : { kind: "sequence", of: [only!, ...others] };
}
