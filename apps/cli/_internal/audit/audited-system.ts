import type { AuditEventOptions, AuditReport, CanaryKind } from "../../../../src/auditing/index.js";
import type { Adjacency, MechanismEvent } from "../../../../src/privacy/index.js";
import type { ReplayedRun } from "../../../shared/audit/replayed-run.js";

/** What is audited. */
export interface SystemFlags {
  readonly command?: string;
  readonly event?: string;
  readonly run?: string;
  readonly canary?: CanaryKind;
  /** What the others hold where an event shuffles. */
  readonly cohort?: readonly number[] | "worst";
  readonly claim?: number;
  readonly delta?: number;
  readonly adjacency?: Adjacency;
  /** Seconds that a command may take for one number. */
  readonly timeout: number;
  /** A command's low scores speak for data set 1. */
  readonly reverseScores?: boolean;
  readonly seed?: number;
}

/** What a bound is about. */
export interface AuditQuery {
  readonly delta: number;
  readonly adjacency: Adjacency;
}

/** A system that is ready to be played. */
export interface AuditedSystem {
  play(options: AuditEventOptions): Promise<AuditReport>;
  /** Seconds from one play to the next, by some that do not count. */
  secondsPerPlay(threads: number): Promise<number>;
  /** The figure that it is held against where none is named. */
  readonly claim?: number;
  /** How the report names it. */
  readonly named:
    | { readonly command: string; readonly reversed?: true }
    | { readonly event: MechanismEvent; readonly cohort?: readonly number[] }
    | { readonly run: ReplayedRun };
  /** What the bound is about. */
  readonly query: AuditQuery;
  close(): void | Promise<void>;
}
