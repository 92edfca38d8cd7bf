import { toJson } from "../../words/to-json.js";
import type { AnalyzeReport } from "../analyze-report.js";

/** The report as JSON; a single column's keys stand at the top as well. */
export function estimatesJson(report: AnalyzeReport): string {
  const [column, ...others] = report.columns;
  return toJson({ ...(others.length === 0 ? column : {}), ...report });
}
