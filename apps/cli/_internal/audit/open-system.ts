import { type AuditEventOptions, type AuditReport, audit } from "../../../../src/auditing/index.js";
import { DpError } from "../../../../src/errors.js";
import type { Adjacency, MechanismEvent } from "../../../../src/privacy/index.js";
import { secureSource, seededSource } from "../../../../src/random/index.js";
import { openCommandGame } from "./command-game.js";
import { openEvent } from "./open-event.js";

/** What is audited. */
export interface SystemFlags {
  readonly command?: string;
  readonly event?: string;
  /** What the others hold where an event shuffles. */
  readonly cohort?: readonly number[] | "worst";
  readonly claim?: number;
  readonly delta: number;
  readonly adjacency: Adjacency;
  /** Seconds that a command may take for one number. */
  readonly timeout: number;
  readonly seed?: number;
}

/** A system that is ready to be played. */
export interface AuditedSystem {
  play(options: AuditEventOptions): Promise<AuditReport>;
  /** The figure that it is held against where none is named. */
  readonly claim?: number;
  /** How the report names it. */
  readonly named:
    | { readonly command: string }
    | { readonly event: MechanismEvent; readonly cohort?: readonly number[] };
  close(): void;
}

/** @throws DpError as the event or the command is wrong; CANCELLED the signal came before the first play */
export async function openSystem(flags: SystemFlags, signal: AbortSignal): Promise<AuditedSystem> {
  const { command, event } = flags;
  if ((command === undefined) === (event === undefined)) {
    throw new DpError("BAD_INPUT", "--command or --event must be given, one of them", {
      parameter: "--command",
      value: command,
      allowed: "one of --command and --event",
    });
  }
  if (command !== undefined && flags.cohort !== undefined) {
    throw new DpError("BAD_INPUT", "--cohort is for --event; a command has others of its own", {
      parameter: "--cohort",
      value: flags.cohort,
      allowed: "left out with --command",
    });
  }
  return command === undefined ? openEvent(event!, flags, signal) : openCommand(command, flags, signal);
}

async function openCommand(
  command: string,
  { timeout }: SystemFlags,
  signal: AbortSignal,
): Promise<AuditedSystem> {
  try {
    const game = await openCommandGame(command, { timeoutMs: timeout * 1000, signal });
    return {
      play: ({ seed, ...options }) =>
        audit(game, { ...options, source: seed === undefined ? secureSource() : seededSource(seed) }),
      named: { command },
      close: () => game.close(),
    };
  } catch (error) {
    if (signal.aborted) throw new DpError("CANCELLED", "audit: interrupted before the first play");
    throw error;
  }
}
