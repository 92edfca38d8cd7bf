import type { AuditReport } from "../../../src/auditing/index.js";
import type { MechanismEvent } from "../../../src/privacy/index.js";
import type { ReplayedRun } from "./replayed-run.js";

/** What `croupier audit` prints as JSON. */
export interface AuditSummary extends AuditReport {
  /** Where the system is a command. */
  readonly command?: string;
  /** Whether its scores were reversed before they were looked at: those of the rule and of the curve are. */
  readonly reversed?: true;
  /** Where it is an event. */
  readonly event?: MechanismEvent;
  /** Where it is a run. */
  readonly run?: ReplayedRun;
  /** What its other users hold, in turn. */
  readonly cohort?: readonly number[];
  /** Plays that were asked for. */
  readonly planned: number;
  readonly interrupted: boolean;
  readonly seconds: number;
}
