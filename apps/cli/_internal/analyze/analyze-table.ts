import { analyzeColumns } from "../../../shared/analyze/analyze-columns.js";
import type { AnalyzeReport } from "../../../shared/analyze/analyze-report.js";
import type { AnalyzePlan } from "../../../shared/analyze/input/plan.js";
import { requireProvenFigure } from "../../../shared/analyze/proven-figure.js";
import { readColumns } from "./read-columns.js";

/** Reads the columns, and analyzes them. */
export async function analyzeTable(file: string, plan: AnalyzePlan): Promise<AnalyzeReport> {
  requireProvenFigure(plan);
  const { read, separation } = await readColumns(file, plan);
  return analyzeColumns(read, plan, separation);
}
