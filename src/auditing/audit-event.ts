import { type MechanismEvent, readEvent } from "../privacy/index.js";
import { checkNumber, checkOptions, RANGES } from "../validate.js";
import { playEvent } from "./_internal/play-event.js";
import { reportOf } from "./_internal/report-of.js";
import { type AuditOptions, checkAuditOptions } from "./audit-options.js";
import type { AuditReport } from "./audit-report.js";
import { gameOf } from "./games/game-of.js";

/** How an event is audited: as any game, but on threads, which take a seed in place of a source. */
export interface AuditEventOptions extends Omit<AuditOptions, "source"> {
  /** Draws everything from `seededSource(seed)`; default the platform's CSPRNG. */
  readonly seed?: number;
  /** What the others of a shuffle hold, in turn; see {@link GameOptions}. */
  readonly cohort?: readonly number[];
  /** Threads, an integer >= 1; default 1. The report with a seed does not depend on them. */
  readonly threads?: number;
}

/**
 * {@link audit} of {@link gameOf}, on threads: with a seed the report is that of `audit(gameOf(event,
 * options), { ...options, source: seededSource(seed) })`.
 *
 * @param event see {@link gameOf}
 * @param options.trials plays, an integer >= 1
 * @param options.confidence in (0, 1)
 * @param options.delta δ, [0, 1)
 * @param options.claim ε, nats
 * @param options.cohort records of the others of a shuffle
 * @param options.threads an integer >= 1
 * @throws DpError OUT_OF_RANGE or BAD_INPUT a bad event or option; NOT_APPLICABLE no game is known for the
 *   event; WORKER_DIED a thread stopped; UNSUPPORTED a page may not start workers
 * @example
 * const response = { kind: "randomizedResponse", epsilon: 1, categories: 2 } as const;
 * const options = { trials: 20_000, delta: 1e-5, adjacency: "replace-one", claim: 0.5, seed: 7 } as const;
 * (await auditEvent(response, options)).verdict; // "refuted"
 * @see docs/theorems/audit-guesses.md
 */
export async function auditEvent(event: MechanismEvent, options: AuditEventOptions): Promise<AuditReport> {
  const { seed, threads = 1, cohort, ...others } = checkOptions("auditEvent", options);
  const checked = checkAuditOptions(others);
  checkNumber("auditEvent: threads", threads, { ...RANGES.positiveInteger, max: 1024 });
  if (seed !== undefined) checkNumber("auditEvent: seed", seed, RANGES.nonNegativeInteger);
  const { trials, adjacency, signal, onProgress } = checked;
  const known = readEvent(event);
  const between = { adjacency, ...(cohort !== undefined && { cohort }) };
  gameOf(known, between); // refuses what it does not know, before threads start
  const task = { event: known, between, trials, ...(seed === undefined ? {} : { seed }) };
  const onPlayed = (played: number): void => onProgress?.({ played, trials });
  return reportOf(await playEvent(task, { threads, signal, onPlayed }), checked);
}
