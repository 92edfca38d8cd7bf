import { formatConfidence } from "../../../../../src/privacy/format-number.js";
import type { AnalyzeReport } from "../analyze-report.js";

/** With which confidence an interval holds, by itself or together with all others, e.g. `95 % interval`. */
export function intervalTitle({
  confidence,
  simultaneous,
}: Pick<AnalyzeReport, "confidence" | "simultaneous">): string {
  return `${simultaneous ? "joint " : ""}${formatConfidence(confidence)} interval`;
}
