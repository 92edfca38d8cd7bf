import { audit } from "../../../../src/auditing/index.js";
import { timeRun } from "../../../../src/auditing/training/_internal/play-run.js";
import { auditRun } from "../../../../src/auditing/training/audit-run.js";
import { DpError } from "../../../../src/errors.js";
import { secureSource, seededSource } from "../../../../src/random/index.js";
import type { AuditedSystem, AuditQuery, SystemFlags } from "./audited-system.js";
import { openCommandGame } from "./command-game.js";
import { openEvent } from "./open-event.js";
import { openRunGame } from "./open-run-game.js";

/** @throws DpError as the event, the run or the command is wrong */
export async function openSystem(flags: SystemFlags, signal: AbortSignal): Promise<AuditedSystem> {
  const { command, event, run, canary, cohort, reverseScores } = flags;
  const given = [command, event, run].filter((each) => each !== undefined);
  if (given.length !== 1) throw wrongFlag("--command, --event or --run", given, "given, one of them");
  if (event === undefined && cohort !== undefined)
    throw new DpError("BAD_INPUT", "--cohort is for --event; other systems have others of their own", {
      parameter: "--cohort",
      value: cohort,
      allowed: "left out without --event",
    });
  if (command === undefined && reverseScores)
    throw wrongFlag("--reverse-scores", reverseScores, "absent without --command");
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
  const { run, replayed, query, claim } = await openRunGame(folder, flags);
  const figure = flags.claim ?? claim;
  return {
    play: (options) => auditRun(run, options),
    secondsPerPlay: (threads) => timeRun(run, threads),
    named: { run: replayed },
    query,
    ...(figure === undefined ? {} : { claim: figure }),
    close: () => {},
  };
}

async function openCommand(
  command: string,
  { timeout, reverseScores: isReversed = false }: SystemFlags,
  query: AuditQuery,
  signal: AbortSignal,
): Promise<AuditedSystem> {
  const game = await openCommandGame(command, { timeoutMs: timeout * 1000, signal, isReversed });
  return {
    play: ({ seed, ...options }) =>
      audit(game, { ...options, source: seed === undefined ? secureSource() : seededSource(seed) }),
    secondsPerPlay: game.secondsPerPlay,
    named: { command, ...(isReversed ? { reversed: true } : {}) },
    query,
    close: () => game.close(),
  };
}
