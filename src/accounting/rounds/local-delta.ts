import { localRowOf } from "./reports/registry.js";
import type { LocalReport } from "./round.js";

/** delta of one report by itself; of most randomizers 0. */
export function localDelta(report: LocalReport): number {
  return localRowOf(report).delta(report);
}
