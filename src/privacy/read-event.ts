import { DpError } from "../errors.js";
import {
  checkFields,
  checkItems,
  checkNumber,
  checkOneOf,
  DOMAIN,
  describeRange,
  didYouMean,
  type Range,
  show,
  wrongShape,
} from "../validate.js";
import { answerParts } from "./answer-parts.js";
import type { EventField, EventKind } from "./kinds/event-kind.js";
import { EVENT_KINDS } from "./kinds/registry.js";
import type { MechanismEvent, MechanismKind } from "./mechanism-event.js";
import { readChannelMatrix } from "./read-channel-matrix.js";
import { isReportShuffle } from "./report-shuffle.js";
import { roundsIn } from "./rounds-in.js";
import { roundsInAll } from "./rounds-in-all.js";

type Given = Readonly<Record<string, unknown>>;
type Fields = EventKind["fields"];

const MAX_DEPTH = 64;

/**
 * Reads an event from parsed JSON; the result is a frozen copy.
 *
 * @param value what `JSON.parse` returned
 * @returns the event
 * @throws DpError BAD_INPUT a field is missing, unknown or of the wrong shape; OUT_OF_RANGE a number is
 *   outside its range; the message names the path, the value and what is allowed
 * @example readEvent({ kind: "gaussian", noiseMultiplier: 2 }).kind; // "gaussian"
 */
export function readEvent(value: unknown): MechanismEvent {
  return readEventAt("event", value);
}

/** As {@link readEvent}; errors name the path that is given. */
export function readEventAt(path: string, value: unknown): MechanismEvent {
  return withinDomain(readAt(value, path, 0), path);
}

function readAt(value: unknown, path: string, depth: number): MechanismEvent {
  if (depth > MAX_DEPTH) throw tooDeep(path, value);
  const { kind: given, ...fields } = checkFields(path, value as Given, 'an object with a "kind"');
  const kind = checkOneOf(`${path}.kind`, given, Object.keys(EVENT_KINDS) as MechanismKind[]);
  return readFields({ kind, path, where: `${path} of kind ${kind}`, prefix: `${path}.` }, fields, depth);
}

/** An event that is read: how errors name it, and what stands before its fields' names. */
interface Place {
  readonly kind: MechanismKind;
  readonly path: string;
  readonly where: string;
  readonly prefix: string;
}

/** The event of a kind from its fields alone; errors read `kind: field must be ...`. */
export function eventOfKind(kind: MechanismKind, fields: unknown): MechanismEvent {
  const names = Object.keys(EVENT_KINDS[kind].fields).join(", ");
  const given = checkFields(`${kind}: fields`, fields as Given, `an object with ${names}`);
  return withinDomain(readFields({ kind, path: kind, where: kind, prefix: `${kind}: ` }, given, 0), kind);
}

/** @throws DpError OUT_OF_RANGE there are too many rounds, or too many different ones */
function withinDomain(event: MechanismEvent, path: string): MechanismEvent {
  const rounds = [...roundsIn(event)];
  checkNumber(`${path}: rounds in all`, roundsInAll(event), DOMAIN.rounds);
  if (rounds.length <= DOMAIN.differentRounds.max) return event;
  const different = new Set(rounds.map(({ round }) => JSON.stringify(round))).size;
  checkNumber(`${path}: different rounds`, different, DOMAIN.differentRounds);
  return event;
}

function readFields(place: Place, given: Given, depth: number): MechanismEvent {
  const { fields }: EventKind = EVENT_KINDS[place.kind];
  checkKnown(place, given, fields);
  checkOneGiven(place, given, fields);
  const read: Record<string, unknown> = { kind: place.kind };
  for (const [name, field] of Object.entries(fields)) {
    if (given[name] === undefined) continue;
    const value = readField(given[name], `${place.prefix}${name}`, field, depth);
    if (field.byDefault === undefined || value !== field.byDefault) read[name] = value;
  }
  checkOrder(place, read, fields);
  const event = Object.freeze(read) as unknown as MechanismEvent;
  checkBlockNoise(place, event);
  return event;
}

function readField(value: unknown, path: string, { type }: EventField, depth: number): unknown {
  if (type === "event") return readAt(value, path, depth + 1);
  if (type === "matrix") return readChannelMatrix(path, value);
  if (isWords(type)) return checkOneOf(path, value, type);
  if (type !== "events" && type !== "answers") return checkNumber(path, value, type);
  const items = checkItems(path, value, `an array of ${type}`);
  const events = items.map((item, index) => readAt(item, `${path}[${index}]`, depth + 1));
  if (type === "answers") answerParts(path, events);
  return Object.freeze(events);
}

function isWords(type: EventField["type"]): type is readonly string[] {
  return Array.isArray(type);
}

function tooDeep(path: string, value: unknown): DpError {
  const event = path.split(".of", 1)[0]!;
  return new DpError(
    "BAD_INPUT",
    `${event}: events may nest at most ${MAX_DEPTH} deep, got more; use repeat or sequence`,
    { parameter: event, value, allowed: `at most ${MAX_DEPTH} levels` },
  );
}

/** Unknown fields first: the one that is missing is often the one that was meant. */
function checkKnown({ kind, where, prefix }: Place, given: Given, fields: Fields): void {
  const unknown = Object.keys(given).find((name) => !Object.hasOwn(fields, name));
  if (unknown !== undefined) {
    const names = Object.keys(fields);
    const allowed = names.join(", ");
    const message = `${where} has no field ${show(unknown)}; its fields are ${allowed}${didYouMean(unknown, names)}`;
    throw new DpError("BAD_INPUT", message, {
      parameter: `${prefix}${unknown}`,
      value: given[unknown],
      allowed,
    });
  }
  for (const [name, { optional, oneOf }] of Object.entries(fields)) {
    if (given[name] !== undefined || optional || oneOf !== undefined) continue;
    throw wrongShape(`${prefix}${name}`, undefined, `given for kind ${kind}`);
  }
}

/** Of the fields that say one thing, exactly one is given. */
function checkOneGiven({ path, where }: Place, given: Given, fields: Fields): void {
  const ways = Object.keys(fields).filter((name) => fields[name]!.oneOf !== undefined);
  const taken = ways.filter((name) => given[name] !== undefined);
  if (ways.length === 0 || taken.length === 1) return;
  const allowed = `given by exactly one of ${ways.join(" and ")}`;
  const got = taken.length === 0 ? "none" : taken.join(" and ");
  throw new DpError("BAD_INPUT", `${where} must be ${allowed}, got ${got}`, {
    parameter: path,
    value: given,
    allowed,
  });
}

/** A block has the vector's noise, and of its clip bound the root of the blocks times as much. */
function checkBlockNoise({ prefix }: Place, event: MechanismEvent): void {
  if (!isReportShuffle(event) || event.of.kind !== "gaussian") return;
  const { of, blocks = 1 } = event;
  const noise = (of.noiseToClip ?? of.noiseMultiplier) * Math.sqrt(blocks);
  checkNumber(`${prefix}of: noise of a block`, noise, { ...DOMAIN.noise, advice: "cut into fewer blocks" });
}

function checkOrder({ prefix }: Place, read: Given, fields: Fields): void {
  for (const [name, { atMost, type }] of Object.entries(fields)) {
    if (atMost === undefined || read[name] === undefined) continue;
    const value = read[name] as number;
    const most = read[atMost] as number;
    if (value <= most) continue;
    throw new DpError("OUT_OF_RANGE", `${prefix}${name} must be at most ${atMost} = ${most}, got ${value}`, {
      parameter: `${prefix}${name}`,
      value,
      allowed: describeRange({ ...(type as Range), max: most }),
    });
  }
}
