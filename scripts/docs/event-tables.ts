import type { EventField, EventKind } from "../../src/privacy/kinds/event-kind.js";
import { EVENT_KINDS } from "../../src/privacy/kinds/registry.js";
import { DOMAIN, describeRange } from "../../src/validate.js";

/** What a kind means and a row for each of its fields, as Markdown. */
export function eventTable(kind: string): string {
  const { meaning, fields } = (EVENT_KINDS as Readonly<Record<string, EventKind>>)[kind]!;
  return [
    meaning,
    "",
    "| field | meaning | symbol | value | unit |",
    "|---|---|---|---|---|",
    ...Object.entries(fields).map(([name, field]) => rowOf(name, field)),
  ].join("\n");
}

function rowOf(name: string, { meaning, symbol = "", type, unit = "", ...field }: EventField): string {
  const given = field.optional ? ", optional" : field.oneOf === undefined ? "" : ", one of the two";
  return `| \`${name}\`${given} | ${meaning} | ${symbol} | ${valueWords(type, field.atMost)} | ${unit} |`;
}

function isWords(type: EventField["type"]): type is readonly string[] {
  return Array.isArray(type);
}

function valueWords(type: EventField["type"], atMost?: string): string {
  if (type === "event") return "an event";
  if (type === "events" || type === "answers") return `an array of ${type}`;
  if (type === "matrix") return `an array of arrays, each entry ${describeRange(DOMAIN.channelEntry)}`;
  if (isWords(type)) return type.map((word) => `\`${word}\``).join(" or ");
  return atMost === undefined ? describeRange(type) : `${describeRange(type)}, at most \`${atMost}\``;
}
