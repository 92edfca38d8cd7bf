import fc from "fast-check";
import { describe, expect, test } from "vitest";
import vectors from "../../../test/vectors/clones/rdp.json" with { type: "json" };
import { deltaFromRenyi } from "../rdp/renyi-to-epsilon.js";
import { clones2023Delta } from "./clones-2023.js";
import { clones2023RdpCurve } from "./clones-2023-rdp.js";

test.each(vectors.cases)("divergence of $params, to 20 digits", ({ params, value }) => {
  const { order, ...reports } = params;
  const rdp = clones2023RdpCurve(reports, order)[order]!;
  expect(rdp / Number(value) - 1).toBeGreaterThanOrEqual(0);
  expect(rdp / Number(value) - 1).toBeLessThan(1e-9);
});

describe("where nodes are spread", () => {
  test.each([
    // Double sums over every (c, a) by a separate program in double precision.
    [10_000, 2, 64, 0.031170257642684152, 3e-3],
    [10_000, 2, 512, 0.2619489306324562, 1e-2],
    [1000, 2, 512, 1.7516085889609212, 1e-3],
  ])("%i users, localEpsilon %f, order %i: %f", (users, localEpsilon, order, exact, room) => {
    const rdp = clones2023RdpCurve({ localEpsilon, users }, order)[order]!;
    expect(rdp / exact - 1).toBeGreaterThanOrEqual(0);
    expect(rdp / exact - 1).toBeLessThan(room);
  });

  test.each([1e6, 1e9, 1e12, Number.MAX_SAFE_INTEGER])(
    "%i users: half order times the ratio's variance",
    (users) => {
      const localEpsilon = 0.7;
      const clones = (2 * Math.min(users, 1e12)) / (Math.exp(localEpsilon) + 1);
      const variance = (4 * Math.tanh(localEpsilon / 2) ** 2) / clones;
      const curve = clones2023RdpCurve({ localEpsilon, users }, 8);
      expect(curve[2]! / variance).toBeGreaterThan(0.999);
      expect(curve[2]! / variance).toBeLessThan(1.002);
      expect(curve[8]! / (4 * variance)).toBeCloseTo(1, 2);
    },
  );
});

const localEpsilons = fc.double({ min: -4, max: 1.3, noNaN: true }).map((exponent) => 10 ** exponent);

describe("everywhere", () => {
  test("rises in the order, falls in the users, and never exceeds localEpsilon", () => {
    fc.assert(
      fc.property(localEpsilons, fc.integer({ min: 1, max: 300 }), (localEpsilon, users) => {
        const curve = clones2023RdpCurve({ localEpsilon, users }, 12);
        const more = clones2023RdpCurve({ localEpsilon, users: users + 1 }, 12);
        for (let order = 2; order <= 12; order++) {
          expect(curve[order]!).toBeLessThanOrEqual(localEpsilon);
          expect(curve[order]!).toBeGreaterThanOrEqual(curve[order - 1]! * (1 - 1e-9));
          expect(more[order]!).toBeLessThanOrEqual(curve[order]! * (1 + 1e-9));
        }
      }),
      { numRuns: 30 },
    );
  });

  test("its conversion bounds the exact delta", () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0.1, max: 4, noNaN: true }),
        fc.integer({ min: 1, max: 200 }),
        fc.double({ min: 0.05, max: 0.9, noNaN: true }),
        (localEpsilon, users, share) => {
          const epsilon = share * localEpsilon;
          const table = clones2023RdpCurve({ localEpsilon, users }, 40);
          const orders = Array.from({ length: 39 }, (_, i) => i + 2);
          const { value } = deltaFromRenyi({ at: (order) => table[order]! }, epsilon, orders);
          expect(clones2023Delta({ localEpsilon, users, epsilon }).lower).toBeLessThanOrEqual(value);
        },
      ),
      { numRuns: 30 },
    );
  });

  test.each([0, 1e-300, 50, 700, 1e5])("extreme: localEpsilon = %f", (localEpsilon) => {
    const curve = clones2023RdpCurve({ localEpsilon, users: 1000 }, 40);
    expect(curve.every((rdp) => rdp >= 0 && rdp <= localEpsilon)).toBe(true);
  });
});

test.each([
  () => clones2023RdpCurve({ localEpsilon: 1, users: 10 }, 1),
  () => clones2023RdpCurve({ localEpsilon: 1, users: 10 }, 2.5),
  () => clones2023RdpCurve({ localEpsilon: -1, users: 10 }, 4),
  () => clones2023RdpCurve({ localEpsilon: 1, users: 0 }, 4),
])("refuses %s", (call) => {
  expect(call).toThrow(expect.objectContaining({ code: "OUT_OF_RANGE" }));
});
