/** Fields of shuffled rounds that no method may ignore. */
import { describe, expect, it } from "vitest";
import { type MechanismEvent, readEvent } from "../privacy/index.js";
import type { EventField } from "../privacy/kinds/event-kind.js";
import { EVENT_KINDS } from "../privacy/kinds/registry.js";
import { accountants } from "./accountants/registry.js";
import { guarantees } from "./guarantees.js";
import { SHUFFLES } from "./rounds/coverage.js";

const QUERY = { adjacency: "replace-one", delta: 1e-5 } as const;
const SIZES = {
  shuffle: { users: 1000 },
  subsampledShuffle: { users: 1000, sampled: 300 },
  checkInShuffle: { users: 1000, checkInRate: 0.3 },
} as const;
const REPORTS: readonly MechanismEvent[] = [
  { kind: "gaussian", noiseToClip: 3 },
  { kind: "local", epsilon: 1 },
  { kind: "randomizedResponse", epsilon: 1, categories: 3 },
];

function otherValue({ type, byDefault }: EventField): unknown {
  if (Array.isArray(type)) return type.find((word) => word !== byDefault);
  return Number(byDefault) + 2;
}

/** Every field with a default, at another value. */
function changedFields(kind: (typeof SHUFFLES)[number]): readonly (readonly [string, unknown])[] {
  const fields = Object.entries<EventField>(EVENT_KINDS[kind].fields);
  return fields
    .filter(([, field]) => field.byDefault !== undefined)
    .map(([name, field]) => [name, otherValue(field)]);
}

/** What a field says something about. */
const BESIDE: Readonly<Record<string, object>> = { joins: { blocks: 4 }, dummiesBy: { dummies: 9 } };

const CASES = SHUFFLES.flatMap((kind) =>
  changedFields(kind).flatMap(([name, value]) => REPORTS.map((of) => [kind, name, value, of] as const)),
);

describe("an event", () => {
  it("has every field with a default at all kinds of shuffles", () => {
    const names = SHUFFLES.map((kind) => changedFields(kind).map(([name]) => name));
    expect(names[0]).toEqual(["blocks", "joins", "dummies", "dummiesBy"]);
    expect(names[1]).toEqual(names[0]);
    expect(names[2]).toEqual(["absentees", ...names[0]!]);
  });

  it("says no default: it prints as it did before the fields were there", () => {
    for (const kind of SHUFFLES) {
      const plain = { kind, ...SIZES[kind], of: REPORTS[0] };
      const fields = Object.entries<EventField>(EVENT_KINDS[kind].fields);
      const defaults = fields.flatMap(([name, { byDefault }]) =>
        byDefault === undefined ? [] : [[name, byDefault]],
      );
      const said = readEvent({ ...plain, ...Object.fromEntries(defaults) });
      expect(JSON.stringify(said)).toBe(JSON.stringify(readEvent(plain)));
    }
  });
});

describe("methods", () => {
  it.each(CASES)("%s with %s %s: each knows it, or says that it does not", (kind, name, value, of) => {
    const event = readEvent({ kind, ...SIZES[kind], ...BESIDE[name], [name]: value, of });
    expect(JSON.stringify(event)).toContain(JSON.stringify({ [name]: value }).slice(1, -1));
    const known = accountants.filter(({ covers }) => covers.some((row) => row.blocksAndDummies));
    const areRounds = kind === "shuffle" || (name === "joins" && value === "per-block");
    const isOwnRounds = "blocks" in event && areRounds && of.kind === "gaussian";
    for (const { method } of accountants) {
      if (isOwnRounds || known.some((each) => each.method === method)) continue;
      const report = guarantees(event, { ...QUERY, method });
      expect(report.guarantees).toEqual([]);
      expect(report.notApplicable).toHaveLength(1);
    }
  });
});

describe("blocks with coins of their own", () => {
  const NOISE = 3;
  const rounds = (times: number, noiseToClip: number, kind: (typeof SHUFFLES)[number]): MechanismEvent => ({
    kind: "repeat",
    times,
    of: { kind, ...SIZES[kind], of: { kind: "gaussian", noiseToClip } } as MechanismEvent,
  });

  it.each(SHUFFLES)("%s: four blocks are four rounds with twice the noise", { tags: ["slow"] }, (kind) => {
    const joins = kind === "shuffle" ? {} : { joins: "per-block" };
    const of = { kind: "gaussian", noiseToClip: NOISE };
    const cut = readEvent({
      kind: "repeat",
      times: 5,
      of: { kind, ...SIZES[kind], blocks: 4, ...joins, of },
    });
    const [blocks, whole] = [cut, rounds(20, 2 * NOISE, kind)].map((event) => guarantees(event, QUERY));
    expect(blocks!.guarantees.map(({ method }) => method)).toEqual(
      whole!.guarantees.map(({ method }) => method),
    );
    for (const [i, { epsilon, assumptions }] of whole!.guarantees.entries()) {
      const found = blocks!.guarantees[i]!;
      expect(found.epsilon.upper / epsilon.upper).toBeCloseTo(1, 9);
      const isTrusting = assumptions.some((each) => each.startsWith("honest-shuffler"));
      expect(found.assumptions.includes("unlinkable-blocks")).toBe(isTrusting);
      expect(assumptions).not.toContain("unlinkable-blocks");
    }
  });

  it("only vectors are cut", () => {
    for (const of of REPORTS.slice(1)) {
      const { guarantees: found, notApplicable } = guarantees(
        { kind: "shuffle", users: 1000, blocks: 4, of },
        QUERY,
      );
      expect(found).toEqual([]);
      for (const { reason } of notApplicable) {
        expect(reason).toContain("only vectors with Gaussian noise are cut into blocks");
      }
    }
  });

  it("noise beyond the domain is refused", () => {
    const of = { kind: "gaussian", noiseToClip: 1e9 } as const;
    const event = { kind: "shuffle", users: 10, blocks: 100, of } as const;
    expect(() => guarantees(event, QUERY)).toThrow(/noise of a block must be .*; cut into fewer blocks/);
  });
});
