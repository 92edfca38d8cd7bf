import { DpError } from "../../../errors.js";
import type { MechanismEvent } from "../../../privacy/index.js";
import type { ReportShuffle } from "../../../privacy/report-shuffle.js";
import { type Attendance, checkedIn, drawn, everybody } from "./attendance.js";
import type { Loss } from "./finite-loss.js";
import { isHandedOutQuickly } from "./handing-out.js";
import { meanRatioLoss } from "./mean-ratio-loss.js";
import { permanentLoss } from "./permanent-loss.js";
import type { CohortLaws } from "./report-laws.js";

/** Shuffled reports: the likelihood ratio, or where that takes too long what comes near it. */
export function shuffleLoss(
  event: ReportShuffle,
  { laws, records }: CohortLaws,
  cohort?: readonly number[],
): Loss {
  const groups = groupsOf(event.users - 1, cohort ?? records, records);
  if (laws.kind === "number" || groups.length > 1) checkDraws(event, reportsOf(event), "reports");
  const attendance = attendanceOf(event, groups);
  return groups.length > 1 && isHandedOutQuickly(groups, event.users)
    ? permanentLoss(laws, attendance)
    : meanRatioLoss(laws, attendance);
}

/** All of these groups and the changed user report. */
export function shuffledLoss(laws: CohortLaws["laws"], groups: readonly number[]): Loss {
  const attendance = everybody(groups);
  return isHandedOutQuickly(groups, attendance.users)
    ? permanentLoss(laws, attendance)
    : meanRatioLoss(laws, attendance);
}

/** Reports or counts that are drawn one by one. */
const MAX_DRAWS = 1e7;

/** @throws DpError NOT_APPLICABLE a play draws more than a machine can hold at hand */
export function checkDraws(event: MechanismEvent, draws: number, what: "reports" | "counts"): void {
  if (draws <= MAX_DRAWS) return;
  const most = formatCount(MAX_DRAWS);
  const message = `gameOf: a play would draw ${formatCount(draws)} ${what} one by one; play at most ${most}`;
  const allowed = `at most ${most} ${what}`;
  throw new DpError("NOT_APPLICABLE", message, { parameter: "gameOf: event", value: event, allowed });
}

function formatCount(count: number): string {
  return count.toLocaleString("en", { maximumFractionDigits: 0 });
}

function reportsOf(event: ReportShuffle): number {
  switch (event.kind) {
    case "shuffle":
      return event.users;
    case "subsampledShuffle":
      return event.sampled;
    case "checkInShuffle":
      return event.users * event.checkInRate;
  }
}

/** Who sends a report. */
export function attendanceOf(event: ReportShuffle, groups: readonly number[]): Attendance {
  switch (event.kind) {
    case "shuffle":
      return everybody(groups);
    case "subsampledShuffle":
      return drawn(groups, event.sampled);
    case "checkInShuffle":
      return checkedIn(groups, event.checkInRate);
  }
}

/** How many of the others hold each record where they hold those of the cohort in turn. */
export function groupsOf(others: number, cohort: readonly number[], records: readonly number[]): number[] {
  const sizes = records.map(() => 0);
  for (const [turn, record] of cohort.entries()) {
    sizes[records.indexOf(record)]! += Math.floor((others + cohort.length - 1 - turn) / cohort.length);
  }
  return sizes;
}
