import { localRowOf } from "./reports/registry.js";
import type { LocalReport, Round } from "./round.js";

type CheckIn = Extract<Round<"checkInShuffle", LocalReport>, { readonly kind: "checkInShuffle" }>;

/**
 * Check-in of local reports as a shuffle of all users' reports: who does not join sends "absent", which hides
 * as any other report does; undefined of reports of which it does not.
 *
 * @see docs/theorems/absent-reports.md
 */
export function withAbsentReports({
  users,
  samplingRate,
  report,
}: CheckIn): Round<"shuffle", LocalReport> | undefined {
  const all = localRowOf(report).withAbsence?.(report, samplingRate);
  return all && { kind: "shuffle", users, reports: users, samplingRate: 1, report: all };
}
