import {
  type AuditEventOptions,
  type AuditReport,
  audit,
  type CanaryKind,
} from "../../../../src/auditing/index.js";
import { DpError } from "../../../../src/errors.js";
import type { Adjacency, MechanismEvent } from "../../../../src/privacy/index.js";
import { secureSource, seededSource } from "../../../../src/random/index.js";
import { openCommandGame } from "./command-game.js";
import { openEvent } from "./open-event.js";
import { openRunGame, type ReplayedRun } from "./open-run-game.js";

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
  /** The figure that it is held against where none is named. */
  readonly claim?: number;
  /** How the report names it. */
  readonly named:
    | { readonly command: string }
    | { readonly event: MechanismEvent; readonly cohort?: readonly number[] }
    | { readonly run: ReplayedRun };
  /** What the bound is about. */
  readonly query: AuditQuery;
  close(): void | Promise<void>;
}

/** @throws DpError as the event, the run or the command is wrong; CANCELLED the signal came before the first play */
export async function openSystem(flags: SystemFlags, signal: AbortSignal): Promise<AuditedSystem> {
  const { command, event, run, canary, cohort } = flags;
  const given = [command, event, run].filter((each) => each !== undefined);
  if (given.length !== 1) throw wrongFlag("--command, --event or --run", given, "given, one of them");
  if (event === undefined && cohort !== undefined)
    throw new DpError("BAD_INPUT", "--cohort is for --event; other systems have others of their own", {
      parameter: "--cohort",
      value: cohort,
      allowed: "left out without --event",
    });
  if (run !== undefined) return openRun(run, flags);
  if (canary !== undefined) throw wrongFlag("--canary", canary, "absent without --run");
  const { delta, adjacency = "replace-one" } = flags;
  if (delta === undefined) throw wrongFlag("--delta", delta, "given");
  const query = { delta, adjacency };
  return command === undefined
    ? openEvent(event!, { ...flags, ...query }, signal)
    : openCommand(command, flags, query, signal);
}

function wrongFlag(parameter: string, value: unknown, allowed: string): DpError {
  return new DpError("BAD_INPUT", `${parameter} must be ${allowed}`, { parameter, value, allowed });
}

async function openRun(folder: string, flags: SystemFlags): Promise<AuditedSystem> {
  const { game, replayed, query, claim } = await openRunGame(folder, flags);
  const figure = flags.claim ?? claim;
  return {
    play: ({ seed, threads: _, ...options }) =>
      audit(game, { ...options, source: seed === undefined ? secureSource() : seededSource(seed) }),
    named: { run: replayed },
    query,
    ...(figure === undefined ? {} : { claim: figure }),
    close: () => game.close(),
  };
}

async function openCommand(
  command: string,
  { timeout }: SystemFlags,
  query: AuditQuery,
  signal: AbortSignal,
): Promise<AuditedSystem> {
  try {
    const game = await openCommandGame(command, { timeoutMs: timeout * 1000, signal });
    return {
      play: ({ seed, ...options }) =>
        audit(game, { ...options, source: seed === undefined ? secureSource() : seededSource(seed) }),
      named: { command },
      query,
      close: () => game.close(),
    };
  } catch (error) {
    if (signal.aborted) throw new DpError("CANCELLED", "audit: interrupted before the first play");
    throw error;
  }
}
