import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import * as accounting from "../accounting/index.js";
import { DpError } from "../errors.js";
import { describeRange } from "../validate.js";
import * as privacy from "./index.js";
import type { EventField, EventKind } from "./kinds/event-kind.js";
import { EVENT_KINDS } from "./kinds/registry.js";
import type { MechanismEvent } from "./mechanism-event.js";

const {
  discreteChannel,
  gaussian,
  local,
  randomizedResponse,
  randomAllocation,
  repeat,
  sequence,
  shuffle,
  subsampledShuffle,
  subsetResponse,
} = privacy;

type Constructor = (fields: unknown) => MechanismEvent;
const named = (kind: string) => (privacy as unknown as Record<string, Constructor>)[kind]!;

const report = { kind: "gaussian", noiseToClip: 2 } as const;

/** An event of each kind, as a file holds it. */
const EVENTS: readonly MechanismEvent[] = [
  report,
  { kind: "gaussian", noiseMultiplier: 2 },
  { kind: "local", epsilon: 2 },
  { kind: "local", epsilon: 2, delta: 1e-6 },
  { kind: "randomizedResponse", epsilon: 2, categories: 10 },
  { kind: "subsetResponse", epsilon: 2, mass: 0.2164 },
  { kind: "subsetResponse", epsilon: 2, mass: 0.5, overlap: 0.25 },
  {
    kind: "discreteChannel",
    matrix: [
      [0.5, 0.5, 0],
      [0.2, 0.3, 0.5],
    ],
  },
  { kind: "laplaceScalar", noiseToWidth: 0.5 },
  { kind: "gaussianScalar", noiseToWidth: 1.5 },
  { kind: "answers", of: [{ kind: "randomizedResponse", epsilon: 0.5, categories: 2 }] },
  { kind: "dummyCounts", categories: 4, laplaceScale: 3, centre: 40 },
  { kind: "dummyCounts", categories: 2, laplaceScale: 3, centre: 40, total: "constant", epsilon: 2 },
  { kind: "shuffle", users: 100, of: report },
  { kind: "subsampledShuffle", users: 100, sampled: 20, of: report },
  { kind: "checkInShuffle", users: 100, checkInRate: 0.1, of: report },
  { kind: "poissonSample", rate: 0.1, of: report },
  { kind: "randomAllocation", steps: 20, of: report },
  { kind: "randomAllocation", steps: 20, joined: 3, of: report },
  {
    kind: "weightShuffle",
    dimension: 1000,
    batchClipRatio: 1,
    of: { kind: "poissonSample", rate: 0.1, of: report },
  },
  { kind: "repeat", times: 7, of: report },
  { kind: "sequence", of: [report, { kind: "local", epsilon: 2 }] },
];

function refusal(make: () => unknown): DpError {
  try {
    make();
  } catch (error) {
    if (error instanceof DpError) return error;
    throw error;
  }
  throw new Error("accepted");
}

describe("event constructors", () => {
  it("are there for every kind, by its name, where events are made and where they are asked about", () => {
    expect([...new Set(EVENTS.map(({ kind }) => kind))].sort()).toEqual(Object.keys(EVENT_KINDS).sort());
    for (const kind of Object.keys(EVENT_KINDS)) {
      expect(named(kind), kind).toBeTypeOf("function");
      expect((accounting as unknown as Record<string, unknown>)[kind]).toBe(named(kind));
    }
  });

  it.each(EVENTS)("make the event that readEvent reads, frozen: %j", ({ kind, ...fields }) => {
    const made = named(kind)(fields);
    expect(made).toEqual(privacy.readEvent({ kind, ...fields }));
    expect(JSON.parse(JSON.stringify(made))).toEqual({ kind, ...fields });
    expect(Object.isFrozen(made)).toBe(true);
    if ("of" in made) expect(Object.isFrozen(made.of)).toBe(true);
  });

  it("keep no hold on what they were given", () => {
    const events = [gaussian({ noiseToClip: 2 })];
    const made = sequence({ of: events });
    events.push(gaussian({ noiseToClip: 3 }));
    expect(made.of.length).toBe(1);
  });

  it.each<[string, () => unknown, string, string]>([
    [
      "a number",
      () => shuffle({ users: 0, of: report }),
      "shuffle: users",
      "shuffle: users must be an integer in [1, 1e12], got 0",
    ],
    ["NaN", () => gaussian({ noiseToClip: Number.NaN }), "gaussian: noiseToClip", "got NaN"],
    [
      "a missing field",
      () => named("repeat")({ of: report }),
      "repeat: times",
      "repeat: times must be given for kind repeat",
    ],
    [
      "an unknown field",
      () => named("gaussian")({ sigma: 2 }),
      "gaussian: sigma",
      'gaussian has no field "sigma"; its fields are',
    ],
    [
      "the kind",
      () => named("local")({ kind: "local", epsilon: 1 }),
      "local: kind",
      "its fields are epsilon, delta",
    ],
    [
      "an event inside",
      () => named("shuffle")({ users: 3, of: { kind: "gaussian", noiseToClip: -1 } }),
      "shuffle: of.noiseToClip",
      "got -1",
    ],
    [
      "no event inside",
      () => named("shuffle")({ users: 3, of: 2 }),
      "shuffle: of",
      'must be an object with a "kind", got 2',
    ],
    [
      "one of many",
      () => named("sequence")({ of: [report, {}] }),
      "sequence: of[1].kind",
      "must be one of gaussian",
    ],
    [
      "more than there are",
      () => subsampledShuffle({ users: 3, sampled: 4, of: report }),
      "subsampledShuffle: sampled",
      "at most users = 3, got 4",
    ],
    [
      "more batches than there are",
      () => randomAllocation({ steps: 3, joined: 4, of: report }),
      "randomAllocation: joined",
      "at most steps = 3, got 4",
    ],
    [
      "no fields",
      () => named("local")(undefined),
      "local: fields",
      "local: fields must be an object with epsilon, delta, got undefined",
    ],
    [
      "both noises",
      () => named("gaussian")({ noiseToClip: 1, noiseMultiplier: 1 }),
      "gaussian",
      "gaussian must be given by exactly one of",
    ],
    [
      "no noise",
      () => named("gaussian")({}),
      "gaussian",
      "exactly one of noiseMultiplier and noiseToClip, got none",
    ],
    [
      "a delta of one",
      () => local({ epsilon: 1, delta: 1 }),
      "local: delta",
      "0 or a finite number in [1e-100, 1), got 1",
    ],
    [
      "a half category",
      () => randomizedResponse({ epsilon: 1, categories: 2.5 }),
      "randomizedResponse: categories",
      "got 2.5",
    ],
    [
      "an overlap above the mass",
      () => subsetResponse({ epsilon: 1, mass: 0.25, overlap: 0.3 }),
      "subsetResponse: overlap",
      "at most mass = 0.25, got 0.3",
    ],
    [
      "a row that sums to more than 1",
      () =>
        discreteChannel({
          matrix: [
            [0.5, 0.5],
            [0.5, 0.6],
          ],
        }),
      "discreteChannel: matrix[1]'s sum",
      "got 1.1",
    ],
    [
      "rows of different lengths",
      () => discreteChannel({ matrix: [[0.5, 0.5], [1]] }),
      "discreteChannel: matrix[1]",
      'got "1 numbers"',
    ],
    [
      "a negative probability",
      () =>
        discreteChannel({
          matrix: [
            [1.5, -0.5],
            [0.5, 0.5],
          ],
        }),
      "discreteChannel: matrix[0][0]",
      "got 1.5",
    ],
    ["one row", () => discreteChannel({ matrix: [[0.5, 0.5]] }), "discreteChannel: matrix", 'got "1 rows"'],
    ["minus one", () => repeat({ times: -1, of: report }), "repeat: times", "got -1"],
  ])("name the constructor and the field: %s", (_, make, parameter, message) => {
    const error = refusal(make);
    expect(error.details.parameter).toBe(parameter);
    expect(error.message).toContain(message);
  });
});

describe("the types' comments", () => {
  const folder = join(import.meta.dirname, "kinds");
  const paths = ["../mechanism-event.ts", ...readdirSync(folder)].map((name) => join(folder, name));
  const interfaces = paths.flatMap((path) =>
    [...readFileSync(path, "utf8").matchAll(/^export interface [\s\S]*?^}/gm)].map(([each]) =>
      unwrapped(each),
    ),
  );

  it("say of every field what the table of fields says", () => {
    const said = interfaces.flatMap((each) => {
      const kind = /kind: "(\w+)"/.exec(each)?.[1];
      if (kind === undefined) return [];
      const shared = interfaces.filter((other) => other.startsWith(`export interface ${baseOf(each)} {`));
      const fields = [each, ...shared].flatMap((of) => [
        ...of.matchAll(/\/\*\* (.*) \*\/\n {2}readonly (\w+)/g),
      ]);
      return fields.map(([, comment, name]) => `${kind}.${name}: ${comment}`);
    });
    const meant = Object.entries(EVENT_KINDS as Readonly<Record<string, EventKind>>).flatMap(
      ([kind, { fields }]) =>
        Object.entries(fields).map(([name, field]) => `${kind}.${name}: ${commentOf(field)}`),
    );
    expect(said.sort()).toEqual(meant.sort());
  });
});

/** Comments of fields in a line each. */
function unwrapped(text: string): string {
  return text.replace(/\/\*\*\n([\s\S]*?)\n {3}\*\//g, (_, lines: string) => {
    return `/** ${lines.replace(/^ {3}\* /gm, "").replaceAll("\n", " ")} */`;
  });
}

function baseOf(text: string): string | undefined {
  return /^export interface \w+ extends (\w+)/.exec(text)?.[1];
}

function rangeOf(type: EventField["type"]): string {
  if (typeof type === "string") return "";
  if (isWords(type)) return `: ${type.map((word) => `"${word}"`).join(" or ")}`;
  return `: ${describeRange(type)}`;
}

function isWords(type: EventField["type"]): type is readonly string[] {
  return Array.isArray(type);
}

function commentOf({ meaning, symbol, type, atMost }: EventField): string {
  const sign = symbol === undefined ? "" : ` (${symbol})`;
  const range = rangeOf(type);
  const most = atMost === undefined ? "" : `, at most \`${atMost}\``;
  return `${meaning[0]!.toUpperCase()}${meaning.slice(1)}${sign}${range}${most}.`;
}
