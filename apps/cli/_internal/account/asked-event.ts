import { DpError } from "../../../../src/errors.js";
import { type MechanismEvent, readEvent } from "../../../../src/privacy/index.js";
import {
  BY_ROUNDS,
  type FlagValues,
  MECHANISMS,
  type Mechanism,
  type Ways,
} from "../../../shared/account/mechanisms.js";
import { describeWays, EVENT_FLAG_NAMES, flagOf, flagOfField, withPresentNames } from "./event-flags.js";
import { parseEventFile } from "./parse-event-file.js";

/** The flags by which every accounting command says what happened. */
export interface EventFlags {
  readonly event?: string;
}

/** The event that the user described. */
export interface AskedEvent {
  /** Not checked yet. */
  readonly raw: unknown;
  /** What was sampled how often, in the words of the flags, where they say more than the event. */
  readonly title?: string;
  /** Checks a raw event; errors name the flag or the field of the file that is wrong. */
  readonly read: (raw: unknown) => MechanismEvent;
}

/** @param solvedFor values that the command works out itself, which the user need not and must not give */
export function askedEvent(
  mechanism: string | undefined,
  givenFlags: EventFlags,
  solvedFor: readonly string[] = [],
): AskedEvent {
  const flags = withPresentNames(givenFlags);
  const given = EVENT_FLAG_NAMES.filter((name) => name in flags);
  if (mechanism === undefined && flags.event !== undefined) {
    refuse(given, "the event is in --event FILE");
    return { raw: parseEventFile(flags.event), read: readEvent };
  }
  if (mechanism === undefined) {
    const mechanisms = Object.keys(MECHANISMS).join(", ");
    throw new DpError("BAD_INPUT", `give a mechanism, one of ${mechanisms}, or --event FILE`);
  }
  if (flags.event !== undefined) {
    throw new DpError("BAD_INPUT", `give either the mechanism ${mechanism} or --event FILE, not both`, {
      parameter: "mechanism",
      value: mechanism,
      allowed: "none beside --event FILE",
    });
  }
  refuse(
    given.filter((name) => solvedFor.includes(name)),
    "the command works it out",
  );
  const shorthand = MECHANISMS[mechanism]!;
  checkFlags(mechanism, shorthand, given, solvedFor);
  return eventOf(shorthand, flags as FlagValues, given);
}

function eventOf(
  { round, repetition = BY_ROUNDS }: Mechanism,
  flags: FlagValues,
  given: readonly string[],
): AskedEvent {
  const of = round(flags);
  const times = repetition.times(flags);
  const title = repetition.title(flags);
  return {
    raw: times === undefined ? of : { kind: "repeat", times, of },
    ...(title === undefined ? {} : { title }),
    read: (raw) => readByFlags(raw, given),
  };
}

/** @throws DpError as `readEvent`, with the flag in place of the event's field */
function readByFlags(raw: unknown, given: readonly string[]): MechanismEvent {
  try {
    return readEvent(raw);
  } catch (error) {
    const { parameter = "" } = error instanceof DpError ? error.details : {};
    const flag = flagOfField(parameter.split(".").at(-1)!, given);
    if (!(error instanceof DpError) || flag === undefined) throw error;
    const message = error.message.replace(parameter, flag);
    throw new DpError(error.code, message, { ...error.details, parameter: flag }, error);
  }
}

function checkFlags(
  name: string,
  { needs, takes = [], repetition = BY_ROUNDS }: Mechanism,
  given: readonly string[],
  solvedFor: readonly string[],
): void {
  const wanted = needs.filter((ways) => !ways.flat().some((flag) => solvedFor.includes(flag)));
  const missing = wanted.find((ways) => !ways.flat().some((flag) => given.includes(flag)));
  if (missing !== undefined) {
    const list = wanted.map(describeWays).join("; ");
    throw new DpError("BAD_INPUT", `${name} needs ${list}. ${describeWays(missing)} is missing`, {
      parameter: flagOf(missing[0]![0]!),
      value: undefined,
      allowed: "given",
    });
  }
  const optional = [...takes, repetition.ways];
  const known = [...needs, ...optional].flat(2);
  refuse(
    given.filter((flag) => !known.includes(flag)),
    `${name} takes ${[...wanted, ...optional].map(describeWays).join("; ")}`,
  );
  for (const ways of [...wanted, ...optional]) checkOneWay(ways, given);
}

/** One of the ways is taken, and all of it is given. */
function checkOneWay(ways: Ways, given: readonly string[]): void {
  const [taken, ...others] = ways.filter((way) => way.some((flag) => given.includes(flag)));
  if (others.length > 0) {
    refuse(
      others.flat().filter((flag) => given.includes(flag)),
      `give one of ${describeWays(ways)}`,
    );
  }
  const missing = taken?.find((flag) => !given.includes(flag));
  if (missing === undefined) return;
  throw new DpError("BAD_INPUT", `give ${taken!.map(flagOf).join(" and ")}; ${flagOf(missing)} is missing`, {
    parameter: flagOf(missing),
    value: undefined,
    allowed: "given",
  });
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
