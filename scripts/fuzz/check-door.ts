/**
 * Numbers at the ends of the domain: the last one inside is answered, the first one outside is refused with
 * the range.
 */
import { deltas, guarantees } from "../../src/accounting/index.js";
import { DpError } from "../../src/errors.js";
import type { MechanismEvent, MechanismKind } from "../../src/privacy/index.js";
import type { EventField, EventKind } from "../../src/privacy/kinds/event-kind.js";
import { EVENT_KINDS } from "../../src/privacy/kinds/registry.js";
import { DOMAIN, describeRange, type Range } from "../../src/validate.js";
import { type Faults, faultsOfDeltas, faultsOfGuarantees } from "./check-report.js";
import type { Case } from "./random-cases.js";
import { timed } from "./timed.js";

/** A number of a case. */
interface Place {
  readonly name: string;
  readonly range: Range;
  readonly put: (value: number) => Case;
}

/** One number of a case moved to an end of its range, and beyond. */
export function faultsOfDoor(given: Case): Faults {
  const places = placesOf(given);
  const { name, range, put } = places[given.door.place % places.length]!;
  const limit = range[given.door.end];
  if (limit === undefined || limit === 0) return [];
  const [inside, outside] = aroundEnd(range, given.door.end, limit);
  const faults = [...faultsInside(put(inside), range), ...faultsOutside(put(outside), range)];
  return faults.map((fault) => `${name} at ${given.door.end}: ${fault}`);
}

/** The last number inside the end, and the first one outside. */
function aroundEnd(range: Range, end: "min" | "max", limit: number): readonly [number, number] {
  const step = range.integer ? 1 : limit * 2 ** -50;
  const inwards = end === "min" ? step : -step;
  const isIncluded = (end === "min" ? range.minIncluded : range.maxIncluded) ?? true;
  return isIncluded ? [limit, limit - inwards] : [limit + inwards, limit];
}

/** The numbers of the event that no other field limits, and the question's. */
function placesOf(given: Case): readonly Place[] {
  const ofEvent = numbersIn(given.event, (event) => ({ ...given, event }));
  return [
    ...ofEvent,
    { name: "delta", range: DOMAIN.delta, put: (delta) => ({ ...given, delta }) },
    { name: "epsilon", range: DOMAIN.epsilon, put: (epsilon) => ({ ...given, epsilon }) },
  ];
}

function numbersIn(event: MechanismEvent, put: (event: MechanismEvent) => Case): readonly Place[] {
  const { fields } = (EVENT_KINDS as Readonly<Record<MechanismKind, EventKind>>)[event.kind];
  return Object.entries(fields).flatMap(([name, { type, atMost }]) => {
    const value: unknown = (event as unknown as Readonly<Record<string, unknown>>)[name];
    const putField = (field: unknown): Case => put({ ...event, [name]: field } as MechanismEvent);
    if (type === "event") return numbersIn(value as MechanismEvent, putField);
    if (type === "events" || type === "answers") {
      const parts = value as readonly MechanismEvent[];
      return parts.flatMap((part, i) => numbersIn(part, (other) => putField(parts.with(i, other))));
    }
    const isFree = isRange(type) && atMost === undefined && value !== undefined;
    return isFree ? [{ name: `${event.kind}.${name}`, range: type, put: putField }] : [];
  });
}

function isRange(type: EventField["type"]): type is Range {
  return typeof type === "object" && !Array.isArray(type);
}

/** What else is wrong with the case may be refused. */
function faultsInside(given: Case, range: Range): Faults {
  try {
    return ask(given);
  } catch (error) {
    if (!(error instanceof DpError && error.code === "OUT_OF_RANGE")) throw error;
    const isOther =
      /rounds in all|at most|noise of a block|answers/.test(error.message) ||
      !error.message.includes(describeRange(range));
    return isOther ? [] : [`refused inside: ${error.message}`];
  }
}

function faultsOutside(given: Case, range: Range): Faults {
  try {
    ask(given);
    return ["answered outside"];
  } catch (error) {
    if (!(error instanceof DpError)) throw error;
    const isGood = error.code === "OUT_OF_RANGE" && /must be .* got /.test(error.message);
    const isNamed =
      error.message.includes(describeRange(range)) || /rounds in all|at most/.test(error.message);
    return isGood && isNamed ? [] : [`refused outside by ${error.code}: ${error.message}`];
  }
}

function ask({ event, adjacency, delta, epsilon }: Case): Faults {
  const [atDelta, atEpsilon] = [
    { adjacency, delta, quick: true },
    { adjacency, epsilon, quick: true },
  ];
  return [
    ...faultsOfGuarantees(
      timed("guarantees", () => guarantees(event, atDelta)),
      true,
    ),
    ...faultsOfDeltas(
      timed("deltas", () => deltas(event, atEpsilon)),
      true,
    ),
  ];
}
