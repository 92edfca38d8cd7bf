import { readFileSync } from "node:fs";
import { DpError } from "../../../../src/errors.js";
import { EVENT_FLAG_NAMES, flagOf, withPresentNames } from "./event-flags.js";
import { type FlagValues, MECHANISMS } from "./mechanisms.js";

/** The flags by which every accounting command says what happened. */
export interface EventFlags {
  readonly event?: string;
}

/**
 * The raw event that the user described, for `readEvent` to check.
 *
 * @param solvedFor values that the command works out itself, which the user need not and must not give
 */
export function rawEvent(
  mechanism: string | undefined,
  givenFlags: EventFlags,
  solvedFor: readonly string[] = [],
): unknown {
  const flags = withPresentNames(givenFlags);
  const given = EVENT_FLAG_NAMES.filter((name) => name in flags);
  if (mechanism === undefined && flags.event !== undefined) {
    refuse(given, "the event is in --event FILE");
    return parseEvent(flags.event);
  }
  if (mechanism === undefined || flags.event !== undefined) {
    throw new DpError("BAD_INPUT", "give either a mechanism shorthand or --event FILE; see --help");
  }
  refuse(
    given.filter((name) => solvedFor.includes(name)),
    "the command works it out",
  );
  return eventOf(mechanism, flags as FlagValues, given, solvedFor);
}

function eventOf(
  mechanism: string,
  flags: FlagValues,
  given: readonly string[],
  solvedFor: readonly string[],
): object {
  const { needs, takes = [], round } = MECHANISMS[mechanism]!;
  const wanted = needs.filter((flag) => !solvedFor.includes(flag));
  const missing = wanted.find((flag) => !given.includes(flag));
  if (missing !== undefined) {
    const list = wanted.map(flagOf).join(", ");
    throw new DpError("BAD_INPUT", `${mechanism} needs ${list}; ${flagOf(missing)} is missing`, {
      parameter: flagOf(missing),
      value: undefined,
      allowed: "given",
    });
  }
  refuse(
    given.filter((flag) => ![...needs, ...takes, "rounds"].includes(flag)),
    `${mechanism} takes ${[...wanted, ...takes, "rounds"].map(flagOf).join(", ")}`,
  );
  return flags.rounds === undefined
    ? round(flags)
    : { kind: "repeat", times: flags.rounds, of: round(flags) };
}

/** A flag that would be passed over is an error: the figure would be of another event. */
function refuse(names: readonly string[], why: string): void {
  if (names.length === 0) return;
  const flags = names.map(flagOf).join(", ");
  throw new DpError("BAD_INPUT", `leave out ${flags}: ${why}`, {
    parameter: "flags",
    value: flags,
    allowed: why,
  });
}

function parseEvent(path: string): unknown {
  const text = readText(path);
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch (error) {
    const fault = (error as Error).message;
    throw new DpError(
      "BAD_INPUT",
      `--event ${path} must hold an event as JSON: ${fault}`,
      { parameter: "--event", value: path, allowed: "a JSON file" },
      error,
    );
  }
}

function readText(path: string): string {
  try {
    return readFileSync(path === "-" ? 0 : path, "utf8");
  } catch (error) {
    const fault = (error as Error).message;
    throw new DpError(
      "DATA_UNREADABLE",
      `--event: cannot read ${path}: ${fault}`,
      { parameter: "--event", value: path, allowed: "a file" },
      error,
    );
  }
}
