import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import { eventSchema } from "../../scripts/docs/event-schema.js";
import { readEvent } from "../../src/privacy/index.js";
import { EVENT_KINDS } from "../../src/privacy/kinds/registry.js";

const accepts = new Ajv2020({ strict: true, strictRequired: false }).compile(eventSchema());
const report = { kind: "gaussian", noiseToClip: 2 };

function reads(value: unknown): boolean {
  try {
    readEvent(value);
    return true;
  } catch {
    return false;
  }
}

const ACCEPTED: readonly unknown[] = [
  report,
  { kind: "gaussian", noiseMultiplier: 1e-3 },
  { kind: "local", epsilon: 0 },
  { kind: "local", epsilon: 2, delta: 0 },
  { kind: "randomizedResponse", epsilon: 0, categories: 2 },
  { kind: "subsetResponse", epsilon: 2, mass: 1e-12 },
  { kind: "subsetResponse", epsilon: 0, mass: 1, overlap: 1 },
  {
    kind: "discreteChannel",
    matrix: [
      [0, 1],
      [1, 0],
    ],
  },
  { kind: "answers", of: [{ kind: "randomizedResponse", epsilon: 1, categories: 2 }] },
  { kind: "shuffle", users: 1, of: report },
  { kind: "shuffle", users: 1e12, of: report },
  { kind: "subsampledShuffle", users: 3, sampled: 3, of: { kind: "local", epsilon: 1 } },
  { kind: "checkInShuffle", users: 3, checkInRate: 1, of: report },
  { kind: "shuffle", users: 3, blocks: 1e6, dummies: 1e12, dummiesBy: "users", of: report },
  { kind: "subsampledShuffle", users: 3, sampled: 1, blocks: 2, joins: "per-block", of: report },
  { kind: "checkInShuffle", users: 3, checkInRate: 0.5, absentees: "dummy", dummies: 0, of: report },
  { kind: "poissonSample", rate: 1e-12, of: report },
  { kind: "randomAllocation", steps: 1, of: report },
  {
    kind: "weightShuffle",
    dimension: 2,
    batchClipRatio: 0.5,
    of: { kind: "poissonSample", rate: 0.1, of: report },
  },
  { kind: "repeat", times: 0, of: { kind: "shuffle", users: 3, of: report } },
  { kind: "sequence", of: [] },
  { kind: "sequence", of: [report, { kind: "repeat", times: 2, of: report }] },
];

const REFUSED: readonly unknown[] = [
  null,
  [],
  "gaussian",
  {},
  { kind: "laplace", scale: 1 },
  { kind: "gaussian" },
  { kind: "gaussian", noiseToClip: 2, noiseMultiplier: 2 },
  { kind: "gaussian", noiseToClip: 0 },
  { kind: "gaussian", noiseToClip: "2" },
  { kind: "gaussian", noiseToClip: 2, sigma: 2 },
  { kind: "local", epsilon: -1 },
  { kind: "local", epsilon: 1e-13 },
  { kind: "local", epsilon: 101 },
  { kind: "gaussian", noiseToClip: 9e-4 },
  { kind: "laplaceScalar", noiseToWidth: 0.01 },
  { kind: "repeat", times: 1e9 + 1, of: report },
  { kind: "local", epsilon: 1, delta: 1 },
  { kind: "local", delta: 0.1 },
  { kind: "randomizedResponse", epsilon: 1, categories: 1 },
  { kind: "randomizedResponse", epsilon: 1, categories: 2.5 },
  { kind: "subsetResponse", epsilon: 2 },
  { kind: "subsetResponse", epsilon: 2, mass: 0 },
  { kind: "subsetResponse", epsilon: 2, mass: 0.5, overlap: -0.1 },
  { kind: "discreteChannel", matrix: [[1, 0]] },
  { kind: "discreteChannel", matrix: [[1], [1]] },
  {
    kind: "discreteChannel",
    matrix: [
      [1.5, -0.5],
      [1, 0],
    ],
  },
  { kind: "discreteChannel", matrix: "none" },
  { kind: "shuffle", users: 0, of: report },
  { kind: "shuffle", users: 1e12 + 1, of: report },
  { kind: "shuffle", users: 3 },
  { kind: "shuffle", users: 3, of: [report] },
  { kind: "shuffle", users: 3, of: { kind: "gaussian", noiseToClip: -1 } },
  { kind: "checkInShuffle", users: 3, checkInRate: 0, of: report },
  { kind: "checkInShuffle", users: 3, checkInRate: 1.1, of: report },
  { kind: "shuffle", users: 3, blocks: 0, of: report },
  { kind: "shuffle", users: 3, blocks: 1.5, of: report },
  { kind: "shuffle", users: 3, dummies: -1, of: report },
  { kind: "shuffle", users: 3, dummiesBy: "nobody", of: report },
  { kind: "shuffle", users: 3, absentees: "dummy", of: report },
  { kind: "subsampledShuffle", users: 3, sampled: 1, joins: "twice", of: report },
  { kind: "poissonSample", rate: 0.1, dummies: 1, of: report },
  { kind: "poissonSample", rate: 0, of: report },
  { kind: "weightShuffle", dimension: 1, batchClipRatio: 1, of: report },
  { kind: "repeat", times: -1, of: report },
  { kind: "answers", of: { kind: "randomizedResponse", epsilon: 1, categories: 2 } },
  { kind: "answers" },
  { kind: "sequence", of: report },
  { kind: "sequence", of: [report, {}] },
];

describe("event.schema.json", () => {
  it.each(ACCEPTED)("accepts what readEvent does: %j", (value) => {
    expect(accepts(value)).toBe(true);
    expect(reads(value)).toBe(true);
  });

  it.each(REFUSED)("refuses what readEvent does: %j", (value) => {
    expect(accepts(value)).toBe(false);
    expect(reads(value)).toBe(false);
  });

  it("has a title and a description for each kind and each field", () => {
    const { $defs } = eventSchema() as { $defs: Record<string, { properties: Record<string, unknown> }> };
    expect(Object.keys($defs)).toEqual(Object.keys(EVENT_KINDS));
    for (const [kind, definition] of Object.entries($defs)) {
      expect(definition).toMatchObject({ title: kind, description: expect.stringMatching(/\.$/) });
      const { kind: constant, ...fields } = definition.properties;
      expect(constant).toEqual({ const: kind });
      for (const [name, field] of Object.entries(fields))
        expect(field).toMatchObject({ title: name, description: expect.stringMatching(/\w{4}/) });
    }
  });

  it("is what the package holds", () => {
    const path = createRequire(import.meta.url).resolve("croupier-dp/event.schema.json");
    expect(JSON.parse(readFileSync(path, "utf8"))).toEqual(eventSchema());
  });
});
