import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ADJACENCIES, type Guarantee, type MechanismEvent, type Method, STATUSES } from "../privacy/index.js";
import { accountants } from "./accountants/registry.js";
import { deltas } from "./deltas.js";
import { guarantees } from "./guarantees.js";
import { renyiDivergences } from "./renyi-divergences.js";

const gaussian = (noiseMultiplier: number): MechanismEvent => ({ kind: "gaussian", noiseMultiplier });
const repeat = (times: number, of: MechanismEvent): MechanismEvent => ({ kind: "repeat", times, of });

const noise = fc.double({ min: 0.4, max: 4, noNaN: true });
const users = fc.integer({ min: 1, max: 1_000_000 });
const rate = fc.double({ min: 0.01, max: 1, noNaN: true });
const round: fc.Arbitrary<MechanismEvent> = fc.oneof(
  noise.map(gaussian),
  fc.record({ kind: fc.constant("shuffle" as const), users, of: noise.map(gaussian) }),
  fc.record({
    kind: fc.constant("checkInShuffle" as const),
    users,
    checkInRate: rate,
    of: noise.map(gaussian),
  }),
  fc.record({ kind: fc.constant("poissonSample" as const), rate, of: noise.map(gaussian) }),
  fc.record({ users, share: rate, of: noise.map(gaussian) }).map(({ users: n, share, of }) => ({
    kind: "subsampledShuffle" as const,
    users: n,
    sampled: Math.max(1, Math.floor(share * n)),
    of,
  })),
);
const adjacency = fc.constantFrom(...ADJACENCIES);
const delta = fc.constantFrom(1e-3, 1e-6, 1e-12);

function epsilons(event: MechanismEvent, options: Parameters<typeof guarantees>[1]): Map<string, number> {
  return new Map(guarantees(event, options).guarantees.map((each) => [each.method, each.epsilon.upper]));
}

const FAST = accountants.filter(({ slow, method }) => !slow && method !== "clones-2023-pld");

/** By the methods that take a few milliseconds, so that properties can try many events. */
function fastEpsilons(event: MechanismEvent, options: Parameters<typeof guarantees>[1]): Map<string, number> {
  return new Map(FAST.flatMap(({ method }) => [...epsilons(event, { ...options, method })]));
}

describe("guarantees", () => {
  it("are finite brackets, best proven first, and every other method says why not", {
    tags: ["slow"],
  }, () => {
    fc.assert(
      fc.property(round, adjacency, delta, (event, a, d) => {
        const report = guarantees(repeat(3, event), { adjacency: a, delta: d, quick: true });
        const ranks = report.guarantees.map((each) => STATUSES.indexOf(each.status));
        expect(ranks).toEqual([...ranks].sort((x, y) => x - y));
        for (const { epsilon } of report.guarantees) {
          expect(epsilon.lower).toBeGreaterThanOrEqual(0);
          expect(epsilon.lower).toBeLessThanOrEqual(epsilon.estimate);
          expect(epsilon.estimate).toBeLessThanOrEqual(epsilon.upper);
        }
        for (const { reason } of report.notApplicable) expect(reason.length).toBeGreaterThan(10);
      }),
      { numRuns: 20 },
    );
  });

  it.each([
    ["fast methods", fastEpsilons, 30],
    ["all", epsilons, 6],
  ])("never fall with the number of rounds (%s)", { tags: ["slow", "long"] }, (_, epsilonsOf, numRuns) => {
    fc.assert(
      fc.property(
        round,
        fc.integer({ min: 1, max: 1000 }),
        fc.integer({ min: 1, max: 1000 }),
        (event, few, more) => {
          const options = { adjacency: "zero-out", delta: 1e-6 } as const;
          const before = epsilonsOf(repeat(few, event), options);
          for (const [method, epsilon] of epsilonsOf(repeat(few + more, event), options)) {
            expect(epsilon).toBeGreaterThanOrEqual(before.get(method)! * (1 - 1e-9));
          }
        },
      ),
      { numRuns },
    );
  });

  it("never rise with the number of users", { tags: ["slow", "long"] }, () => {
    const wider = fc.record({
      n: fc.integer({ min: 5000, max: 20_000 }),
      factor: fc.integer({ min: 2, max: 50 }),
    });
    const shuffledRound = fc.oneof(
      noise.map(
        (sigma) =>
          (n: number): MechanismEvent => ({ kind: "shuffle", users: n, of: gaussian(sigma) }),
      ),
      fc.tuple(noise, rate).map(([sigma, checkInRate]) => (n: number): MechanismEvent => {
        return { kind: "checkInShuffle", users: n, checkInRate, of: gaussian(sigma) };
      }),
      fc.double({ min: 0.01, max: 4, noNaN: true }).map((epsilon) => (n: number): MechanismEvent => {
        return { kind: "shuffle", users: n, of: { kind: "local", epsilon } };
      }),
    );
    const monotone = new Set(["rdp-exact", "clones-2021-numerical", "clones-2023"]);
    fc.assert(
      fc.property(shuffledRound, wider, (eventOf, { n, factor }) => {
        const options = { adjacency: "zero-out", delta: 1e-6 } as const;
        const before = fastEpsilons(eventOf(n), options);
        for (const [method, epsilon] of fastEpsilons(eventOf(n * factor), options)) {
          const narrower = before.get(method);
          if (monotone.has(method) && narrower !== undefined)
            expect(epsilon).toBeLessThanOrEqual(narrower * (1 + 1e-6));
        }
      }),
      { numRuns: 20 },
    );
  });

  it("composing with nothing changes nothing", { tags: ["slow"] }, () => {
    fc.assert(
      fc.property(round, (event) => {
        const options = { adjacency: "zero-out", delta: 1e-6 } as const;
        const nothing: MechanismEvent = { kind: "sequence", of: [repeat(0, gaussian(1)), repeat(1, event)] };
        const alone = fastEpsilons(event, options);
        for (const [method, epsilon] of fastEpsilons(nothing, options)) {
          if (alone.has(method)) expect(epsilon).toBeCloseTo(alone.get(method)!, 12);
        }
      }),
      { numRuns: 30 },
    );
    for (const smallest of [1e-6, 2.7e-18, 1e-100]) {
      const options = { adjacency: "replace-one", delta: smallest } as const;
      const spent = guarantees({ kind: "sequence", of: [] }, options).guarantees;
      expect(spent.map(({ side }) => side)).toContain("lower");
      for (const { epsilon } of spent) expect(epsilon.upper).toBe(0);
    }
  });

  it("the conditional figure never exceeds the proven one for the same Gaussian round", {
    tags: ["slow"],
  }, () => {
    fc.assert(
      fc.property(round, (event) => {
        const by = (method: Method): number | undefined =>
          epsilons(repeat(10, event), { adjacency: "replace-one", delta: 1e-6, method }).get(method);
        const exact = by("rdp-exact");
        if (exact !== undefined) expect(exact).toBeLessThanOrEqual(by("unshuffled")! * (1 + 1e-9));
      }),
      { numRuns: 30 },
    );
  });

  it("label what they rest on", { tags: ["slow"] }, () => {
    const event = repeat(10, { kind: "checkInShuffle", users: 60_000, checkInRate: 0.1, of: gaussian(5) });
    const found = guarantees(event, { adjacency: "zero-out", delta: 1e-5 }).guarantees;
    const by = (method: string): Guarantee => found.find((each) => each.method === method)!;
    expect(by("unshuffled")).toMatchObject({
      status: "proven",
      assumptions: ["honest-shuffler", "secret-participation"],
    });
    expect(by("rdp-exact")).toMatchObject({
      status: "conditional",
      assumptions: ["homogeneous-cohort", "honest-shuffler", "secret-participation"],
    });
    for (const each of found) expect(each.source).toMatch(/\d/);
  });

  it.each([0, 9e-101, 1, -1e-9, 1.5, Number.NaN, Infinity])("refuse delta = %f", (bad) => {
    expect(() => guarantees(gaussian(1), { adjacency: "zero-out", delta: bad })).toThrow(/delta must be/);
  });

  it("refuse a bad event, adjacency or method by name", () => {
    const options = { adjacency: "zero-out", delta: 1e-6 } as const;
    expect(() => guarantees({ kind: "gaussian", noiseMultiplier: -1 }, options)).toThrow(
      /event.noiseMultiplier/,
    );
    expect(() => guarantees(gaussian(1), { ...options, adjacency: "bounded" as "zero-out" })).toThrow(
      /adjacency/,
    );
    expect(() => guarantees(gaussian(1), { ...options, method: "magic" as "pld" })).toThrow(
      /not an accountant/,
    );
  });

  it("answer at extremes without NaN", { tags: ["slow"] }, () => {
    for (const sigma of [0.01, 1e6]) {
      for (const n of [1, 2, 1e12]) {
        for (const times of [1, 1e9]) {
          const event = repeat(times, {
            kind: "checkInShuffle",
            users: n,
            checkInRate: 0.01,
            of: gaussian(sigma),
          });
          const found = guarantees(event, { adjacency: "replace-one", delta: 1e-100 }).guarantees;
          expect(found.some((each) => each.status === "proven")).toBe(true);
          for (const { epsilon } of found) expect(epsilon.upper).toBeGreaterThanOrEqual(0);
        }
      }
    }
  });
});

describe("the least noise", () => {
  const mechanisms: readonly ((of: MechanismEvent) => MechanismEvent)[] = [
    (of) => of,
    (of) => ({ kind: "poissonSample", rate: 0.9, of }),
    (of) => ({ kind: "randomAllocation", steps: 3, of }),
    (of) => ({ kind: "shuffle", users: 100, of }),
    (of) => ({ kind: "subsampledShuffle", users: 100, sampled: 90, of }),
    (of) => ({ kind: "checkInShuffle", users: 100, checkInRate: 0.9, of }),
  ];
  it.each(mechanisms.map((round) => round(gaussian(1e-3))))(
    "promises nothing: %j",
    { tags: ["slow"] },
    (event) => {
      for (const asked of ["add-or-remove", "replace-one"] as const) {
        const upper = { adjacency: asked, epsilon: 1, delta: 1e-5, orders: [1.5, 64] };
        for (const { side, epsilon } of guarantees(event, upper).guarantees) {
          if (side === "upper") expect(epsilon.upper).toBeGreaterThan(2);
        }
        for (const { side, delta: bracket } of deltas(event, upper).guarantees) {
          if (side === "upper") expect(bracket.upper).toBeGreaterThan(0.5);
          expect(bracket.lower).toBeLessThanOrEqual(bracket.estimate);
        }
        for (const { side, rdp } of renyiDivergences(event, upper).guarantees) {
          if (side === "upper") for (const value of rdp) expect(value).toBeGreaterThan(1);
        }
      }
    },
  );
});

describe("extreme events", () => {
  it("of the most noise have figures, and abort nothing", () => {
    const round = (noiseMultiplier: number): MechanismEvent => ({
      kind: "poissonSample",
      rate: 0.1,
      of: { kind: "gaussian", noiseMultiplier },
    });
    for (const noiseMultiplier of [1e8, 1e9]) {
      const report = guarantees(round(noiseMultiplier), { adjacency: "replace-one", delta: 1e-6 });
      expect(report.guarantees[0]).toMatchObject({ method: "rdp-poisson", status: "proven" });
    }
  });

  it("of repetitions of nothing cost nothing, however many", () => {
    let event: MechanismEvent = { kind: "repeat", times: 0, of: { kind: "gaussian", noiseMultiplier: 1 } };
    for (let i = 0; i < 40; i++) event = { kind: "repeat", times: 1e9, of: event };
    const [best] = guarantees(event, { adjacency: "zero-out", delta: 1e-6 }).guarantees;
    expect(best!.epsilon.upper).toBe(0);
  });
});
