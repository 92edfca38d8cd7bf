import fc from "fast-check";
import { describe, expect, test } from "vitest";
import vectors from "../../../test/vectors/clones/rdp.json" with { type: "json" };
import { deltaFromRenyi } from "../rdp/renyi-to-epsilon.js";
import type { LocalReports } from "../shuffle/clones/local-reports.js";
import { clones2023Pair } from "../shuffle/clones/pair/clones-pair.js";
import { clonesNodes } from "../shuffle/clones/renyi/clones-nodes.js";
import { logMoments } from "../shuffle/clones/renyi/log-moments.js";
import { clones2023Delta } from "./clones-2023.js";
import { clones2023RdpCurve } from "./clones-2023-rdp.js";

/**
 * The curve at orders 2..maxOrder by another sum, over the pair's nodes as they are: E[r^m - 1 - m (r - 1)].
 */
function table({ localEpsilon, users }: LocalReports, maxOrder: number): Float64Array {
  const moments = logMoments(clonesNodes(clones2023Pair({ localEpsilon, users }), maxOrder), maxOrder);
  return moments.map((moment, m) =>
    m < 2 ? 0 : Math.min(localEpsilon, (moment / (m - 1)) * (1 + 2 ** -34)),
  );
}

test.each(vectors.cases)("divergence of $params, to 20 digits", ({ params, value }) => {
  const { order, ...reports } = params;
  const exact = Number(value);
  const twin = table(reports, order)[order]!;
  expect(twin / exact - 1).toBeGreaterThanOrEqual(0);
  expect(twin / exact - 1).toBeLessThan(1e-9);
  const rdp = clones2023RdpCurve(reports).at(order);
  expect(rdp / exact - 1).toBeGreaterThanOrEqual(-1e-13);
  expect(rdp / exact - 1).toBeLessThan(1e-3);
});

describe("where nodes are spread", () => {
  test.each([
    // Double sums over every (c, a) by a separate program in double precision.
    [10_000, 2, 64, 0.031170257642684152, 3e-3],
    [10_000, 2, 512, 0.2619489306324562, 1e-2],
    [1000, 2, 512, 1.7516085889609212, 1e-3],
  ])(
    "%i users, localEpsilon %f, order %i: %f",
    { tags: ["slow"] },
    (users, localEpsilon, order, exact, room) => {
      const reports = { localEpsilon, users };
      const twin = table(reports, order)[order]!;
      expect(twin / exact - 1).toBeGreaterThanOrEqual(0);
      expect(twin / exact - 1).toBeLessThan(room);
      const rdp = clones2023RdpCurve(reports).at(order);
      expect(rdp / exact - 1).toBeGreaterThanOrEqual(0);
      expect(rdp / exact - 1).toBeLessThan(room);
    },
  );

  test.each([1e6, 1e9, 1e12])("%i users: half order times the ratio's variance", (users) => {
    const localEpsilon = 0.7;
    const clones = (2 * users) / (Math.exp(localEpsilon) + 1);
    const variance = (4 * Math.tanh(localEpsilon / 2) ** 2) / clones;
    const curve = clones2023RdpCurve({ localEpsilon, users });
    expect(curve.at(2) / variance).toBeGreaterThan(0.999);
    expect(curve.at(2) / variance).toBeLessThan(1.002);
    expect(curve.at(8) / (4 * variance)).toBeCloseTo(1, 2);
  });
});

const localEpsilons = fc.double({ min: -4, max: 1.3, noNaN: true }).map((exponent) => 10 ** exponent);

describe("everywhere", () => {
  test("rises in the order, falls in the users, and never exceeds localEpsilon", { tags: ["slow"] }, () => {
    fc.assert(
      fc.property(localEpsilons, fc.integer({ min: 1, max: 300 }), (localEpsilon, users) => {
        const curve = table({ localEpsilon, users }, 12);
        const more = table({ localEpsilon, users: users + 1 }, 12);
        const { at } = clones2023RdpCurve({ localEpsilon, users });
        for (let order = 2; order <= 12; order++) {
          expect(at(order)).toBeLessThanOrEqual(localEpsilon);
          expect(at(order)).toBeGreaterThanOrEqual(curve[order]! * (1 - 1e-9));
          expect(at(order)).toBeLessThanOrEqual(curve[order]! * 1.001);
          expect(curve[order]!).toBeLessThanOrEqual(localEpsilon);
          expect(curve[order]!).toBeGreaterThanOrEqual(curve[order - 1]! * (1 - 1e-9));
          expect(more[order]!).toBeLessThanOrEqual(curve[order]! * (1 + 1e-9));
        }
      }),
      { numRuns: 30 },
    );
  });

  test("its conversion bounds the exact delta", { tags: ["slow"] }, () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0.1, max: 4, noNaN: true }),
        fc.integer({ min: 1, max: 200 }),
        fc.double({ min: 0.05, max: 0.9, noNaN: true }),
        (localEpsilon, users, share) => {
          const epsilon = share * localEpsilon;
          const { value } = deltaFromRenyi(clones2023RdpCurve({ localEpsilon, users }), epsilon);
          expect(clones2023Delta({ localEpsilon, users, epsilon }).lower).toBeLessThanOrEqual(value);
        },
      ),
      { numRuns: 30 },
    );
  });

  test.each([0, 1e-12, 50, 100])("extreme: localEpsilon = %f", (localEpsilon) => {
    const curve = clones2023RdpCurve({ localEpsilon, users: 1000 });
    for (const order of [1 + 1e-9, 1.5, 2, 17, 40, 1e9, Infinity]) {
      expect(curve.at(order)).toBeGreaterThanOrEqual(0);
      expect(curve.at(order)).toBeLessThanOrEqual(localEpsilon * (1 + 1e-8));
    }
  });
});

test("drawing users at random amplifies as it does pure differential privacy, at infinity", () => {
  const curve = clones2023RdpCurve({ localEpsilon: 2, users: 100, sampled: 25 });
  expect(curve.at(Infinity)).toBeCloseTo(Math.log1p(Math.expm1(2) / 4), 14);
  expect(curve.at(3)).toBeLessThan(clones2023RdpCurve({ localEpsilon: 2, users: 25 }).at(3));
});

test.each([
  () => clones2023RdpCurve({ localEpsilon: 1, users: 10 }).at(1),
  () => clones2023RdpCurve({ localEpsilon: 1, users: 10 }).at(Number.NaN),
  () => clones2023RdpCurve({ localEpsilon: -1, users: 10 }),
  () => clones2023RdpCurve({ localEpsilon: 1, users: 0 }),
  () => clones2023RdpCurve({ localEpsilon: 1, users: 10, sampled: 11 }),
])("refuses %s", (call) => {
  expect(call).toThrow(expect.objectContaining({ code: "OUT_OF_RANGE" }));
});
