import {
  type AuditEventOptions,
  type AuditReport,
  audit,
  auditEvent,
  type CanaryKind,
  gameOf,
} from "../../../../src/auditing/index.js";
import { DpError } from "../../../../src/errors.js";
import { type Adjacency, type MechanismEvent, readEvent } from "../../../../src/privacy/index.js";
import { secureSource, seededSource } from "../../../../src/random/index.js";
import { parseEventFile } from "../account/parse-event-file.js";
import { bestProven } from "./best-proven.js";
import { openCommandGame } from "./command-game.js";
import { openRunGame, type ReplayedRun } from "./open-run-game.js";

/** What is audited. */
export interface SystemFlags {
  readonly command?: string;
  readonly event?: string;
  readonly run?: string;
  readonly canary?: CanaryKind;
  readonly claim?: number;
  readonly delta?: number;
  readonly adjacency?: Adjacency;
  /** Seconds that a command may take for one number. */
  readonly timeout: number;
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
    | { readonly event: MechanismEvent }
    | { readonly run: ReplayedRun };
  /** What the bound is about. */
  readonly query: AuditQuery;
  close(): void | Promise<void>;
}

/** @throws DpError as the event, the run or the command is wrong; CANCELLED the signal came before the first play */
export async function openSystem(flags: SystemFlags, signal: AbortSignal): Promise<AuditedSystem> {
  const { command, event, run, canary } = flags;
  const given = [command, event, run].filter((each) => each !== undefined);
  if (given.length !== 1) throw wrongFlag("--command, --event or --run", given, "given, one of them");
  if (run !== undefined) return openRun(run, flags);
  if (canary !== undefined) throw wrongFlag("--canary", canary, "absent without --run");
  const { delta, adjacency = "replace-one" } = flags;
  if (delta === undefined) throw wrongFlag("--delta", delta, "given");
  const query = { delta, adjacency };
  return command === undefined
    ? openEvent(event!, flags.claim, query)
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

function openEvent(path: string, claim: number | undefined, query: AuditQuery): AuditedSystem {
  const event = readEvent(parseEventFile(path));
  gameOf(event, query); // refuses what it does not know, before anything is computed
  const system: AuditedSystem = {
    play: (options) => auditEvent(event, options),
    named: { event },
    query,
    close: () => {},
  };
  const figure = claim ?? bestProven(event, query);
  return figure === undefined ? system : { ...system, claim: figure };
}
