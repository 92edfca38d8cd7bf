import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { shortAndLong } from "../../../test/short-and-long.js";
import type { MechanismEvent, Method } from "../../privacy/index.js";
import { accountants } from "../accountants/registry.js";
import { guarantees } from "../guarantees.js";
import { strongCompositionEpsilon } from "../theorems/strong-composition.js";
import { epsilonOrInfinity } from "./epsilon-or-infinity.js";

const local = (epsilon: number, delta = 0): MechanismEvent => ({ kind: "local", epsilon, delta });
const repeat = (times: number, of: MechanismEvent): MechanismEvent => ({ kind: "repeat", times, of });
const COMPOSED: readonly Method[] = [
  "strong-composition",
  "advanced-composition",
  "clones-2021",
  "clones-2021-numerical",
  "clones-2023",
  "blanket",
];
const compositionAccountants = accountants.filter(({ method }) => COMPOSED.includes(method));
const accountantOf = (method: Method) => compositionAccountants.find((each) => each.method === method)!;

describe("where a theorem's condition fails at small deltas", () => {
  const shuffle = (of: MechanismEvent): MechanismEvent => ({ kind: "shuffle", users: 10_000, of });
  const failing = local(2, 1e-9);

  for (const [cases, options] of shortAndLong<[Method, MechanismEvent]>(
    [
      ["clones-2023", shuffle(failing)],
      ["clones-2023", { kind: "subsampledShuffle", users: 100_000, sampled: 10_000, of: failing }],
      ["clones-2023", { kind: "checkInShuffle", users: 100_000, checkInRate: 0.1, of: failing }],
      ["clones-2023", repeat(5, shuffle(failing))],
      ["clones-2021", shuffle(local(3.68))],
      ["clones-2021", repeat(3, shuffle(local(3.5)))],
    ],
    ([, event]) => event.kind !== "shuffle",
    { tags: ["slow"] },
  )) {
    it.each<[Method, MechanismEvent]>(cases)("%s inverts epsilon at delta: %j", options, (method, event) => {
      const { epsilonAtDelta, deltaAtEpsilon } = accountantOf(method);
      for (const delta of [1e-4, 1e-3]) {
        const { epsilon } = epsilonAtDelta(event, { adjacency: "replace-one", delta });
        const found = deltaAtEpsilon(event, { adjacency: "replace-one", epsilon: epsilon.upper });
        expect(found.delta.upper / delta).toBeCloseTo(1, 4);
      }
    });
  }

  it("says what the condition is, both ways, where no delta meets it", () => {
    const event = repeat(3, shuffle(local(7)));
    const { epsilonAtDelta, deltaAtEpsilon } = accountantOf("clones-2021");
    const reason = /the theorem needs localEpsilon <= /;
    expect(() => epsilonAtDelta(event, { adjacency: "replace-one", delta: 1e-3 })).toThrow(reason);
    expect(() => deltaAtEpsilon(event, { adjacency: "replace-one", epsilon: 1 })).toThrow(reason);
    const { notApplicable } = guarantees(shuffle(failing), { adjacency: "replace-one", delta: 1e-9 });
    expect(notApplicable.find(({ method }) => method === "clones-2023")?.reason).toMatch(
      /users localDelta = 1.000e-9 must be below delta = 1e-9/,
    );
  });
});

describe("millions of rounds", () => {
  it.each([1e6, 1e9])("of pure reports, %i of them, spend delta on nothing but their slack", (times) => {
    const event = repeat(times, local(1e-4));
    const { epsilonAtDelta } = accountantOf("strong-composition");
    const composed = strongCompositionEpsilon({
      roundEpsilon: 1e-4,
      roundDelta: 0,
      rounds: times,
      delta: 1e-6,
    });
    expect(epsilonAtDelta(event, { adjacency: "replace-one", delta: 1e-6 }).epsilon).toEqual(composed);
  });
});

describe("one round", () => {
  const rounds = fc.oneof(
    fc.constant((of: MechanismEvent): MechanismEvent => of),
    fc.integer({ min: 1, max: 50 }).map((users) => (of: MechanismEvent): MechanismEvent => {
      return { kind: "shuffle", users, of };
    }),
    fc
      .double({ min: 0.01, max: 1, noNaN: true })
      .map((checkInRate) => (of: MechanismEvent): MechanismEvent => {
        return { kind: "checkInShuffle", users: 5, checkInRate, of };
      }),
  );
  const magnitude = fc.double({ min: -7, max: 0.5, noNaN: true }).map((exponent) => 10 ** exponent);
  const delta = fc.double({ min: -7, max: -0.05, noNaN: true }).map((exponent) => 10 ** exponent);

  it.each(compositionAccountants)(
    "costs no more than two, by $method",
    { tags: ["slow"] },
    ({ epsilonAtDelta }) => {
      fc.assert(
        fc.property(rounds, magnitude, delta, (wrap, epsilon, asked) => {
          const event = wrap(local(epsilon));
          const epsilonOf = (times: number): number => {
            const query = { adjacency: "replace-one", delta: asked } as const;
            return epsilonOrInfinity(() => epsilonAtDelta(repeat(times, event), query).epsilon.upper);
          };
          const one = epsilonOf(1);
          fc.pre(one < Infinity);
          expect(epsilonOf(2)).toBeGreaterThanOrEqual(one * (1 - 1e-9));
        }),
        { numRuns: 100 },
      );
    },
  );

  it("has a total variation distance that delta may pay for", () => {
    const { epsilonAtDelta } = accountantOf("strong-composition");
    const distance = Math.tanh(0.05); // of the answers to one bit at epsilon = 0.1
    const epsilonAt = (asked: number): number =>
      epsilonAtDelta(local(0.1), { adjacency: "replace-one", delta: asked }).epsilon.upper;
    expect(epsilonAt(distance * 1.000001)).toBe(0);
    expect(epsilonAt(distance * 0.999999)).toBeGreaterThan(0);
  });

  it.each(compositionAccountants.filter(({ method }) => /composition/.test(method)))(
    "of a pure report costs what the report does, by $method",
    ({ epsilonAtDelta }) => {
      const { epsilon } = epsilonAtDelta(local(2), { adjacency: "replace-one", delta: 1e-9 });
      expect(epsilon.upper).toBe(2);
    },
  );
});
