import { formatConfidence } from "../../../../src/privacy/format-number.js";
import type { AnalyzeReport } from "../analyze-report.js";

/**
 * With which confidence an interval holds, by itself or together with all others: `95 % interval` or `joint
 * 95 %`.
 */
export function intervalTitle({
  confidence,
  simultaneous,
}: Pick<AnalyzeReport, "confidence" | "simultaneous">): string {
  return simultaneous ? `joint ${formatConfidence(confidence)}` : `${formatConfidence(confidence)} interval`;
}
