import type { EventField, EventKind } from "../../src/privacy/kinds/event-kind.js";
import { EVENT_KINDS } from "../../src/privacy/kinds/registry.js";
import { CHANNEL_SIZE } from "../../src/privacy/read-channel-matrix.js";
import { DOMAIN, type Range } from "../../src/validate.js";

type Schema = Readonly<Record<string, unknown>>;

const MATRIX: Schema = {
  type: "array",
  minItems: CHANNEL_SIZE.rows.min,
  maxItems: CHANNEL_SIZE.rows.max,
  items: {
    type: "array",
    minItems: CHANNEL_SIZE.columns.min,
    maxItems: CHANNEL_SIZE.columns.max,
    items: rangeSchema(DOMAIN.channelEntry),
  },
};
const DIALECT = "https://json-schema.org/draft/2020-12/schema";

/**
 * The JSON Schema of mechanism events: `dist/event.schema.json`, which the package exports as
 * `croupier-dp/event.schema.json`.
 */
export function eventSchema(): Schema {
  const kinds = Object.entries(EVENT_KINDS as Readonly<Record<string, EventKind>>);
  return {
    $schema: DIALECT,
    $id: "urn:croupier-dp:event",
    title: "Mechanism event",
    description:
      "What a mechanism did. Besides what this schema can say: events nest at most 64 deep, subsampledShuffle draws at most as many as there are users, subsets overlap by no more than their mass, the rows of a matrix are equally long and sum to 1, and an event has at most 1e9 rounds in all, 10,000 of them different.",
    type: "object",
    required: ["kind"],
    properties: { kind: { enum: kinds.map(([kind]) => kind) } },
    oneOf: kinds.map(([kind]) => ({ $ref: `#/$defs/${kind}` })),
    $defs: Object.fromEntries(kinds.map(([kind, each]) => [kind, kindSchema(kind, each)])),
  };
}

function kindSchema(kind: string, { meaning, fields }: EventKind): Schema {
  const names = Object.keys(fields);
  const ways = names.filter((name) => fields[name]!.oneOf !== undefined);
  const required = names.filter((name) => !fields[name]!.optional && !ways.includes(name));
  return {
    title: kind,
    description: meaning,
    type: "object",
    properties: {
      kind: { const: kind },
      ...Object.fromEntries(names.map((name) => [name, fieldSchema(name, fields[name]!)])),
    },
    required: ["kind", ...required],
    ...(ways.length === 0 ? {} : { oneOf: ways.map((name) => ({ required: [name] })) }),
    additionalProperties: false,
  };
}

function fieldSchema(name: string, { meaning, symbol, type, unit, byDefault }: EventField): Schema {
  const words = [meaning, symbol, unit === undefined ? undefined : `in ${unit}`];
  const text = {
    title: name,
    description: words.filter((word) => word !== undefined).join("; "),
    ...(byDefault === undefined ? {} : { default: byDefault }),
  };
  if (type === "event") return { ...text, $ref: "#" };
  if (type === "events") return { ...text, type: "array", items: { $ref: "#" } };
  if (type === "answers")
    return { ...text, type: "array", items: { $ref: "#" }, minItems: DOMAIN.answers.min };
  if (type === "matrix") return { ...text, ...MATRIX };
  if (isWords(type)) return { ...text, enum: type };
  return { ...text, ...rangeSchema(type) };
}

function isWords(type: EventField["type"]): type is readonly string[] {
  return Array.isArray(type);
}

function rangeSchema({ orZero = false, ...range }: Range): Schema {
  if (orZero) return { oneOf: [{ const: 0 }, rangeSchema(range)] };
  const { min, max, minIncluded = true, maxIncluded = true, integer = false } = range;
  return {
    type: integer ? "integer" : "number",
    ...(min === undefined ? {} : { [minIncluded ? "minimum" : "exclusiveMinimum"]: min }),
    ...(max === undefined ? {} : { [maxIncluded ? "maximum" : "exclusiveMaximum"]: max }),
  };
}
