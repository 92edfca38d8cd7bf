import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type MechanismEvent, readEvent } from "../../privacy/index.js";
import { guarantees } from "../guarantees.js";
import type { PrivacyBudget } from "./ledger.js";
import { type LedgerOptions, openLedger } from "./open-ledger.js";

const gaussian = (noiseMultiplier: number): MechanismEvent => ({ kind: "gaussian", noiseMultiplier });
const local = (epsilon: number): MechanismEvent => ({ kind: "local", epsilon });
const repeat = (times: number, of: MechanismEvent): MechanismEvent => ({ kind: "repeat", times, of });
const sequence = (...of: MechanismEvent[]): MechanismEvent => ({ kind: "sequence", of });
const refusal = (code: string, text: RegExp) =>
  expect.objectContaining({ code, message: expect.stringMatching(text) });
const budget: PrivacyBudget = { adjacency: "replace-one", delta: 1e-6, epsilon: 3, method: "unshuffled" };

describe("a ledger's event", () => {
  it("is the empty sequence at first", () => {
    const ledger = openLedger();
    expect(ledger.event).toEqual(sequence());
    expect(ledger.spent("replace-one", 1e-6).guarantees[0]).toMatchObject({ epsilon: { upper: 0 } });
  });

  it("has each distinct round once, by its first occurrence, however it was charged", () => {
    const ledger = openLedger();
    const rounds = [
      gaussian(2),
      sequence(gaussian(3), repeat(4, gaussian(2))),
      repeat(0, local(9)),
      gaussian(2),
    ];
    expect(rounds.map((event) => ledger.charge(event).rounds)).toEqual([1, 6, 6, 7]);
    expect(ledger.event).toEqual(sequence(repeat(6, gaussian(2)), repeat(1, gaussian(3))));
  });

  it("merges by meaning of the fields, not by their order", () => {
    const ledger = openLedger();
    ledger.charge({ kind: "shuffle", users: 40, of: local(2) });
    ledger.charge(JSON.parse('{"of":{"epsilon":2,"kind":"local"},"users":40,"kind":"shuffle"}'));
    expect(ledger.event.of).toHaveLength(1);
  });

  it.each<[MechanismEvent, MechanismEvent]>([
    [local(2), { kind: "local", epsilon: 2, delta: 1e-6 }],
    [
      { kind: "local", epsilon: 2, delta: 1e-9 },
      { kind: "local", epsilon: 2, delta: 1e-6 },
    ],
    [local(2), local(2 + 2 ** -51)],
    [
      { kind: "randomizedResponse", epsilon: 2, categories: 2 },
      { kind: "randomizedResponse", epsilon: 2, categories: 3 },
    ],
    [
      { kind: "subsetResponse", epsilon: 2, mass: 0.25 },
      { kind: "subsetResponse", epsilon: 2, mass: 0.25, overlap: 0.0625 },
    ],
    [gaussian(2), { kind: "gaussian", noiseToClip: 2 }],
    [
      { kind: "laplaceScalar", noiseToWidth: 2 },
      { kind: "gaussianScalar", noiseToWidth: 2 },
    ],
    [
      { kind: "shuffle", users: 40, of: local(2) },
      { kind: "shuffle", users: 41, of: local(2) },
    ],
    [
      { kind: "subsampledShuffle", users: 40, sampled: 4, of: local(2) },
      { kind: "subsampledShuffle", users: 40, sampled: 5, of: local(2) },
    ],
    [
      { kind: "poissonSample", rate: 0.1, of: gaussian(2) },
      { kind: "poissonSample", rate: 0.2, of: gaussian(2) },
    ],
  ])("keeps rounds apart that differ in one thing: %j, %j", (one, other) => {
    const ledger = openLedger({ entries: [one] });
    ledger.charge(repeat(2, other));
    ledger.charge(one);
    expect(ledger.event).toEqual(sequence(repeat(2, one), repeat(2, other)));
  });

  it("is frozen throughout, and a later charge does not change it", () => {
    const ledger = openLedger();
    const charged = { kind: "gaussian", noiseMultiplier: 2 };
    ledger.charge(charged as MechanismEvent);
    const before = ledger.event;
    charged.noiseMultiplier = 5;
    ledger.charge(gaussian(2));
    expect(before).toEqual(sequence(repeat(1, gaussian(2))));
    for (const part of [ledger, before, before.of, before.of[0], (before.of[0] as { of: object }).of]) {
      expect(Object.isFrozen(part)).toBe(true);
    }
  });

  it("takes ten thousand charges of different rounds, as often as one likes, and no more different ones", () => {
    const ledger = openLedger();
    const charge = (users: number) => ledger.charge({ kind: "shuffle", users, of: local(1) });
    for (let users = 1; users <= 10_000; users++) charge(users);
    expect(charge(17).rounds).toBe(10_001);
    expect(() => charge(10_001)).toThrow(
      /charge: different rounds in all must be .* \[0, 10000\], got 10001/,
    );
    expect(ledger.event.of).toHaveLength(10_000);
  });

  it("takes no more blocks than can be accounted for", () => {
    const of = { kind: "gaussian", noiseToClip: 50 } as const;
    const ledger = openLedger();
    const blocks = repeat(600, { kind: "shuffle", users: 1e4, blocks: 1e6, of });
    expect(ledger.charge(blocks).rounds).toBe(600);
    expect(() => ledger.charge(blocks)).toThrow(/charge: rounds in all must be .*got 1200000000/);
    expect(openLedger({ entries: [ledger.event] }).charge(gaussian(1)).rounds).toBe(601);
  });
});

describe("a budget", () => {
  it("accepts up to its very edge and refuses one double further, unchanged", () => {
    const charges = [local(1), repeat(2, local(1))];
    const guarantee = guarantees(sequence(...charges), budget).guarantees[0]!;
    const { upper } = guarantee.epsilon;
    const exact = openLedger({ budget: { ...budget, epsilon: upper } });
    exact.charge(charges[0]!);
    expect(exact.charge(charges[1]!)).toEqual({ event: charges[1], rounds: 3, guarantee });

    const epsilon = upper * (1 - 2 ** -53);
    expect(epsilon).toBeLessThan(upper);
    const short = openLedger({ budget: { ...budget, epsilon } });
    short.charge(charges[0]!);
    const message = `charge: epsilon in all must be at most ${epsilon} (replace-one, delta 0.000001), got ${upper} by unshuffled; release nothing, or charge less`;
    const details = { parameter: "epsilon", value: upper, allowed: `at most ${epsilon}` };
    expect(() => short.charge(charges[1]!)).toThrow(
      expect.objectContaining({ code: "BUDGET_EXCEEDED", message, details }),
    );
    expect(short.event).toEqual(sequence(repeat(1, local(1))));
    expect(short.charge(local(0)).rounds).toBe(2);
  });

  it("gives receipts that nobody can change", () => {
    const { guarantee } = openLedger({ budget }).charge(local(1));
    for (const part of [guarantee, guarantee!.epsilon, guarantee!.assumptions]) {
      expect(Object.isFrozen(part)).toBe(true);
    }
  });

  it("is measured by the best proven bound where no method is named", { tags: ["slow"] }, () => {
    const { method: _, ...open } = budget;
    const ledger = openLedger({ budget: open });
    const round: MechanismEvent = { kind: "shuffle", users: 10_000, of: local(3) };
    const { guarantee } = ledger.charge(round);
    const [best] = guarantees(round, open).guarantees;
    expect(guarantee).toEqual(best);
    expect(guarantee).toMatchObject({ status: "proven" });
    expect(guarantee!.epsilon.upper).toBeLessThan(0.5);
  });

  it("refuses what its method has no figure for, unchanged", () => {
    const ledger = openLedger({ budget: { ...budget, method: "rdp-poisson" } });
    expect(() => ledger.charge(local(1))).toThrow(refusal("NOT_APPLICABLE", /no rdp-poisson upper bound/));
    expect(ledger.event).toEqual(sequence());
  });

  it("opens above its limit where the entries say so, and refuses everything further", () => {
    const ledger = openLedger({ budget, entries: [local(4)] });
    expect(ledger.spent("replace-one", 1e-6).guarantees.length).toBeGreaterThan(0);
    expect(() => ledger.charge(local(0))).toThrow(refusal("BUDGET_EXCEEDED", /at most 3 /));
  });
});

describe("record", () => {
  it("gets every accepted charge before charge returns, and no refused one", () => {
    const written: MechanismEvent[] = [];
    const ledger = openLedger({ budget, record: (entry) => written.push(entry) });
    ledger.charge(local(1));
    expect(written).toEqual([local(1)]);
    expect(() => ledger.charge(local(5))).toThrow(refusal("BUDGET_EXCEEDED", /at most 3 /));
    ledger.charge(repeat(2, local(1)));
    expect(written).toEqual([local(1), repeat(2, local(1))]);
    expect(written.every(Object.isFrozen)).toBe(true);
  });

  it("that fails refuses the charge: nothing is charged, and its error goes on", () => {
    const full = new Error("disk full");
    let fails = false;
    const ledger = openLedger({
      record: () => {
        if (fails) throw full;
      },
    });
    ledger.charge(gaussian(2));
    fails = true;
    for (const event of [gaussian(2), gaussian(3)]) expect(() => ledger.charge(event)).toThrow(full);
    expect(ledger.event).toEqual(sequence(repeat(1, gaussian(2))));
    fails = false;
    expect(ledger.charge(gaussian(3)).rounds).toBe(2);
  });

  it("that returns a promise is refused: the charge would not be durable yet", () => {
    const ledger = openLedger({ record: () => Promise.resolve() as never });
    expect(() => ledger.charge(gaussian(2))).toThrow(
      refusal("BAD_INPUT", /finished when it returns.*promise/),
    );
    expect(ledger.event).toEqual(sequence());
  });

  it("that charges again cannot get past the budget", () => {
    const nested: MechanismEvent[] = [local(2)];
    const ledger = openLedger({
      budget,
      record: () => {
        const more = nested.pop();
        if (more !== undefined) ledger.charge(more);
      },
    });
    expect(() => ledger.charge(local(2))).toThrow(refusal("BUDGET_EXCEEDED", /at most 3 /));
    expect(ledger.event).toEqual(sequence());
  });
});

describe("restoring", () => {
  const event = fc.oneof(
    fc.constantFrom(gaussian(2), gaussian(3.5), local(0.5), sequence(), repeat(0, gaussian(2))),
    fc.record({
      kind: fc.constant("shuffle"),
      users: fc.integer({ min: 1, max: 4 }),
      of: fc.constant(local(1)),
    }),
    fc.record({ kind: fc.constant("repeat"), times: fc.nat(9), of: fc.constantFrom(gaussian(2), local(2)) }),
  ) as fc.Arbitrary<MechanismEvent>;

  it("from what was recorded, or from the event, gives the same ledger", () => {
    fc.assert(
      fc.property(fc.array(event, { maxLength: 12 }), (charges) => {
        const lines: string[] = [];
        const ledger = openLedger({ record: (entry) => lines.push(JSON.stringify(entry)) });
        const rounds = charges.map((each) => ledger.charge(each).rounds).at(-1) ?? 0;
        const merged = JSON.parse(JSON.stringify(ledger.event));
        expect(readEvent(merged)).toEqual(ledger.event);
        for (const entries of [lines.map((line) => JSON.parse(line)), merged.of]) {
          const again = openLedger({ entries });
          expect(again.event).toEqual(ledger.event);
          expect(again.charge(gaussian(2)).rounds).toBe(rounds + 1);
        }
      }),
      { seed: 12 },
    );
  });

  it("and what was spent is what guarantees says of the event, and of the charges in their order", {
    tags: ["slow"],
  }, () => {
    const cheap = fc.constantFrom(gaussian(2), local(0.5), repeat(3, gaussian(2)), repeat(2, local(1)));
    fc.assert(
      fc.property(fc.array(cheap, { maxLength: 4 }), (charges) => {
        const ledger = openLedger();
        for (const each of charges) ledger.charge(each);
        const query = { adjacency: "zero-out", delta: 1e-5 } as const;
        const spent = ledger.spent(query.adjacency, query.delta);
        expect(spent).toEqual(guarantees(ledger.event, query));
        const unmerged = guarantees(sequence(...charges), query).guarantees;
        expect(spent.guarantees).toEqual(
          unmerged.map(({ epsilon, ...rest }) => ({
            ...rest,
            // The rounds are summed in another order.
            epsilon: expect.objectContaining({ upper: expect.closeTo(epsilon.upper, 12) }),
          })),
        );
      }),
      { seed: 12, numRuns: 15 },
    );
  });
});

describe("arguments", () => {
  it.each<[string, unknown, RegExp]>([
    ["BAD_INPUT", null, /openLedger: options must be an object, got null/],
    ["BAD_INPUT", { record: "ledger.jsonl" }, /openLedger: record must be a function, got "ledger.jsonl"/],
    ["BAD_INPUT", { entries: {} }, /openLedger: entries must be an array/],
    ["BAD_INPUT", { entries: [gaussian(1), null] }, /entries\[1\] must be an object with a "kind", got null/],
    ["BAD_INPUT", { entries: [{ kind: "gauss" }] }, /entries\[0\]\.kind must be one of .*got "gauss"/],
    ["OUT_OF_RANGE", { entries: [gaussian(-1)] }, /entries\[0\]\.noiseMultiplier must be .*got -1/],
    ["OUT_OF_RANGE", { entries: [repeat(1e6, repeat(1e6, gaussian(1)))] }, /entries\[0\]: rounds in all/],
    ["BAD_INPUT", { budget: 3 }, /openLedger: budget must be an object, got 3/],
    ["OUT_OF_RANGE", { budget: { ...budget, epsilon: Number.NaN } }, /budget\.epsilon must be .*got NaN/],
    ["OUT_OF_RANGE", { budget: { ...budget, delta: 0 } }, /budget\.delta must be .*got 0/],
    ["BAD_INPUT", { budget: { ...budget, adjacency: "remove" } }, /budget\.adjacency must be .*got "remove"/],
    ["BAD_INPUT", { budget: { ...budget, method: "best" } }, /budget\.method must be .*got "best"/],
  ])("%s for %j", (code, options, text) => {
    expect(() => openLedger(options as LedgerOptions)).toThrow(refusal(code, text));
  });

  it.each<[string, unknown, RegExp]>([
    ["BAD_INPUT", undefined, /charge: event must be an object/],
    ["BAD_INPUT", { kind: "repeat", times: 2 }, /charge: event\.of must be given/],
    ["OUT_OF_RANGE", repeat(1e9, gaussian(1)), /charge: rounds in all must be .*got 1000000001/],
  ])("%s for the charge %j, unchanged", (code, event, text) => {
    const ledger = openLedger({ entries: [gaussian(1)] });
    expect(() => ledger.charge(event as MechanismEvent)).toThrow(refusal(code, text));
    expect(ledger.event).toEqual(sequence(repeat(1, gaussian(1))));
  });
});
