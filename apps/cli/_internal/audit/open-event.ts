import { timeEvent } from "../../../../src/auditing/_internal/play-event.js";
import { auditEvent, gameOf, worstCohort } from "../../../../src/auditing/index.js";
import { DpError } from "../../../../src/errors.js";
import { type MechanismEvent, readEvent } from "../../../../src/privacy/index.js";
import { secureSource, seededSource } from "../../../../src/random/index.js";
import { parseEventFile } from "../account/parse-event-file.js";
import type { AuditedSystem, AuditQuery, SystemFlags } from "./audited-system.js";
import { bestProven } from "./best-proven.js";

/** An event from a file, and its claim. */
export async function openEvent(
  path: string,
  flags: SystemFlags & AuditQuery,
  signal: AbortSignal,
): Promise<AuditedSystem> {
  const { claim, delta, adjacency } = flags;
  const event = readEvent(parseEventFile(path));
  const cohort = flags.cohort === "worst" ? await searchedCohort(event, flags, signal) : flags.cohort;
  const records = cohort === undefined ? {} : { cohort };
  // Refuses what it does not know, before anything is computed.
  withFlagName(() => gameOf(event, { adjacency, ...records }));
  const system: AuditedSystem = {
    play: (options) => auditEvent(event, { ...options, ...records }),
    secondsPerPlay: (threads) => timeEvent({ event, between: { adjacency, ...records } }, threads),
    named: { event, ...records },
    query: { delta, adjacency },
    close: () => {},
  };
  const figure = claim ?? bestProven(event, { adjacency, delta });
  return figure === undefined ? system : { ...system, claim: figure };
}

/** The stream of the search; an audit's plays are numbered from 0 on. */
const SEARCH = 2 ** 31;

async function searchedCohort(
  event: MechanismEvent,
  { delta, adjacency, seed }: SystemFlags & AuditQuery,
  signal: AbortSignal,
): Promise<readonly number[]> {
  const source = seed === undefined ? secureSource() : seededSource(seed).fork(SEARCH);
  const { cohort } = await worstCohort(event, { adjacency, delta, source, signal });
  return cohort;
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
