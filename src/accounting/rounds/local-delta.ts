import type { LocalReport } from "./round.js";

/** delta of one report by itself; of most randomizers 0. */
export function localDelta(report: LocalReport): number {
  return report.kind === "local" ? (report.delta ?? 0) : 0;
}
