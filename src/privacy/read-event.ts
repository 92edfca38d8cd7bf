import { DpError } from "../errors.js";
import {
  checkFields,
  checkItems,
  checkNumber,
  checkOneOf,
  RANGES,
  type Range,
  show,
  wrongShape,
} from "../validate.js";
import type { MechanismEvent, MechanismKind } from "./mechanism-event.js";

type Field = Range | "event" | "events";

interface Shape {
  /** Exactly one of them is given. */
  readonly oneOf?: Readonly<Record<string, Field>>;
  readonly required: Readonly<Record<string, Field>>;
  readonly optional?: Readonly<Record<string, Field>>;
}

const AT_LEAST_TWO: Range = { min: 2, max: Number.MAX_SAFE_INTEGER, integer: true };
const LDP_DELTA: Range = { min: 0, max: 1, maxIncluded: false };

const SHAPES: Readonly<Record<MechanismKind, Shape>> = {
  gaussian: { required: {}, oneOf: { noiseMultiplier: RANGES.positive, noiseToClip: RANGES.positive } },
  local: { required: { epsilon: RANGES.nonNegative }, optional: { delta: LDP_DELTA } },
  randomizedResponse: { required: { epsilon: RANGES.nonNegative, categories: AT_LEAST_TWO } },
  shuffle: { required: { users: RANGES.positiveInteger, of: "event" } },
  subsampledShuffle: {
    required: { users: RANGES.positiveInteger, sampled: RANGES.positiveInteger, of: "event" },
  },
  checkInShuffle: {
    required: { users: RANGES.positiveInteger, checkInRate: RANGES.positiveProbability, of: "event" },
  },
  poissonSample: { required: { rate: RANGES.positiveProbability, of: "event" } },
  randomAllocation: { required: { steps: RANGES.positiveInteger, of: "event" } },
  weightShuffle: { required: { dimension: AT_LEAST_TWO, batchClipRatio: RANGES.positive, of: "event" } },
  repeat: { required: { times: RANGES.nonNegativeInteger, of: "event" } },
  sequence: { required: { of: "events" } },
};

const MAX_DEPTH = 64;

/**
 * Reads an event from parsed JSON; the result is a frozen copy.
 *
 * @param value what `JSON.parse` returned
 * @returns the event
 * @throws DpError BAD_INPUT a field is missing, unknown or of the wrong shape; OUT_OF_RANGE a number is outside its range;
 *   the message names the path, the value and what is allowed
 * @example readEvent({ kind: "gaussian", noiseMultiplier: 2 }).kind; // "gaussian"
 */
export function readEvent(value: unknown): MechanismEvent {
  return readEventAt("event", value);
}

/** As {@link readEvent}; errors name the path that is given. */
export function readEventAt(path: string, value: unknown): MechanismEvent {
  return readAt(value, path, 0);
}

function readAt(value: unknown, path: string, depth: number): MechanismEvent {
  if (depth > MAX_DEPTH) throw tooDeep(path);
  const fields = checkFields(path, value as Record<string, unknown>, 'an object with a "kind"');
  const kind = checkOneOf(`${path}.kind`, fields.kind, Object.keys(SHAPES) as MechanismKind[]);
  const { required, optional = {}, oneOf = {} } = SHAPES[kind];
  checkKeys(path, kind, fields, SHAPES[kind]);
  const read: Record<string, unknown> = { kind };
  for (const [name, field] of Object.entries({ ...required, ...optional, ...oneOf })) {
    if (fields[name] !== undefined) read[name] = readField(fields[name], `${path}.${name}`, field, depth);
  }
  const event = Object.freeze(read) as unknown as MechanismEvent;
  checkTogether(path, event);
  return event;
}

function readField(value: unknown, path: string, field: Field, depth: number): unknown {
  if (field === "event") return readAt(value, path, depth + 1);
  if (field !== "events") return checkNumber(path, value, field);
  const items = checkItems(path, value, "an array of events");
  return Object.freeze(items.map((item, index) => readAt(item, `${path}[${index}]`, depth + 1)));
}

function tooDeep(path: string): DpError {
  const event = path.split(".of", 1)[0]!;
  return new DpError(
    "BAD_INPUT",
    `${event}: events may nest at most ${MAX_DEPTH} deep, got more; use repeat or sequence`,
    { parameter: event, allowed: `at most ${MAX_DEPTH} levels` },
  );
}

function checkKeys(
  path: string,
  kind: MechanismKind,
  fields: Record<string, unknown>,
  { required, optional = {}, oneOf = {} }: Shape,
): void {
  const known = ["kind", ...Object.keys({ ...required, ...optional, ...oneOf })];
  for (const name of Object.keys(required)) {
    if (fields[name] === undefined) throw wrongShape(`${path}.${name}`, undefined, `given for kind ${kind}`);
  }
  for (const name of Object.keys(fields)) {
    if (!known.includes(name)) {
      throw new DpError(
        "BAD_INPUT",
        `${path}: kind ${kind} has no field ${show(name)}; its fields are ${known.join(", ")}`,
        {
          parameter: `${path}.${name}`,
          value: fields[name],
          allowed: known.join(", "),
        },
      );
    }
  }
  checkOneGiven(path, kind, fields, Object.keys(oneOf));
}

function checkOneGiven(
  path: string,
  kind: MechanismKind,
  fields: Record<string, unknown>,
  names: readonly string[],
): void {
  const given = names.filter((name) => fields[name] !== undefined);
  if (names.length === 0 || given.length === 1) return;
  const allowed = `given by exactly one of ${names.join(" and ")}`;
  const got = given.length === 0 ? "none" : given.join(" and ");
  throw new DpError("BAD_INPUT", `${path} of kind ${kind} must be ${allowed}, got ${got}`, {
    parameter: path,
    value: fields,
    allowed,
  });
}

function checkTogether(path: string, event: MechanismEvent): void {
  if (event.kind !== "subsampledShuffle" || event.sampled <= event.users) return;
  throw new DpError(
    "OUT_OF_RANGE",
    `${path}.sampled must be at most users = ${event.users}, got ${event.sampled}; sampling is without replacement`,
    { parameter: `${path}.sampled`, value: event.sampled, allowed: `an integer in [1, ${event.users}]` },
  );
}
