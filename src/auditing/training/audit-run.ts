import { reportOf } from "../_internal/report-of.js";
import type { AuditEventOptions } from "../audit-event.js";
import { checkAuditOptions } from "../audit-options.js";
import type { AuditReport } from "../audit-report.js";
import { playRun } from "./_internal/play-run.js";
import type { RunTask } from "./_internal/run-task.js";

/** What is played of a run, without the seed, which is the audit's. */
export type PlayedRun = Omit<RunTask, "seed">;

/** How it is played: as an event is, but that a run has no cohort. */
export type AuditRunOptions = Omit<AuditEventOptions, "cohort">;

/** The audit of `openTrainingGame` on threads; with a seed the report does not depend on their number. */
export async function auditRun(run: PlayedRun, options: AuditRunOptions): Promise<AuditReport> {
  const { seed, threads = 1, ...others } = options;
  const checked = checkAuditOptions(others);
  const { trials, signal, onProgress } = checked;
  const task: RunTask = { ...run, ...(seed === undefined ? {} : { seed }) };
  const onPlayed = (played: number): void => onProgress?.({ played, trials });
  return reportOf(await playRun(task, trials, { threads, signal, onPlayed }), checked);
}
