import { guarantees } from "../../../../src/accounting/index.js";
import {
  type AuditEventOptions,
  type AuditReport,
  audit,
  auditEvent,
  gameOf,
  worstCohort,
} from "../../../../src/auditing/index.js";
import { DpError } from "../../../../src/errors.js";
import { type Adjacency, type MechanismEvent, readEvent } from "../../../../src/privacy/index.js";
import { secureSource, seededSource } from "../../../../src/random/index.js";
import { parseEventFile } from "../account/parse-event-file.js";
import { withMethodProgress } from "../account/with-method-progress.js";
import { openCommandGame } from "./command-game.js";

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
  return command === undefined ? openEvent(event!, flags) : openCommand(command, flags, signal);
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

function openEvent(path: string, flags: SystemFlags): AuditedSystem {
  const { claim, delta, adjacency } = flags;
  const event = readEvent(parseEventFile(path));
  const cohort = flags.cohort === "worst" ? searchedCohort(event, flags) : flags.cohort;
  const records = cohort === undefined ? {} : { cohort };
  withFlagName(() => gameOf(event, { adjacency, ...records })); // refuses what it does not know, before anything is computed
  const system: AuditedSystem = {
    play: (options) => auditEvent(event, { ...options, ...records }),
    named: { event, ...records },
    close: () => {},
  };
  const figure = claim ?? bestProven(event, { adjacency, delta });
  return figure === undefined ? system : { ...system, claim: figure };
}

/** The stream of the search; an audit's plays are numbered from 0 on. */
const SEARCH = 2 ** 31;

function searchedCohort(event: MechanismEvent, { delta, adjacency, seed }: SystemFlags): readonly number[] {
  const source = seed === undefined ? secureSource() : seededSource(seed).fork(SEARCH);
  return worstCohort(event, { adjacency, delta, source }).cohort;
}

/** An error about the cohort becomes one about its flag. */
function withFlagName<Result>(run: () => Result): Result {
  try {
    return run();
  } catch (error) {
    const path = "gameOf: cohort";
    if (!(error instanceof DpError && error.details.parameter === path)) throw error;
    const message = error.message.replace(path, "--cohort");
    throw new DpError(error.code, message, { ...error.details, parameter: "--cohort" }, error);
  }
}

/** The smallest epsilon that is proven for the event; none where no method applies, or delta is 0. */
function bestProven(
  event: MechanismEvent,
  query: { readonly adjacency: Adjacency; readonly delta: number },
): number | undefined {
  if (query.delta === 0) return undefined;
  const { guarantees: figures } = withMethodProgress((onMethod) => guarantees(event, { ...query, onMethod }));
  const best = figures.find(({ side, status }) => side === "upper" && status === "proven");
  return best === undefined || best.epsilon.upper === Infinity ? undefined : best.epsilon.upper;
}
