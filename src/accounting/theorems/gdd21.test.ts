import fc from "fast-check";
import { describe, expect, test } from "vitest";
import vectors from "../../../test/vectors/gdd21/bounds.json" with { type: "json" };
import { epsilonFromRenyi } from "../rdp/renyi-to-epsilon.js";
import { clones2021NumericalEpsilon } from "./clones-2021-numerical.js";
import { type ConvergenceProblem, gdd21Convergence } from "./gdd21-convergence.js";
import { gdd21LowerRdp, gdd21LowerRdpTable } from "./gdd21-lower.js";
import { gdd21TernaryChi } from "./gdd21-ternary-chi.js";
import { gdd21UpperRdp, gdd21UpperRdpTable } from "./gdd21-upper.js";
import { strongCompositionEpsilon } from "./strong-composition.js";

describe("against 20-digit values", () => {
  const above = { gdd21UpperRdp, gdd21TernaryChi } as Record<string, (options: never) => number>;

  test.each(vectors.cases.filter(({ name }) => name in above))(
    "$name of $params",
    ({ name, params, value }) => {
      const excess = above[name]!(params as never) / Number(value) - 1;
      expect(excess).toBeGreaterThanOrEqual(0);
      expect(excess).toBeLessThan(1e-9);
    },
  );

  test.each(vectors.cases.filter(({ name }) => name === "gdd21LowerRdp"))(
    "$name of $params",
    ({ params, value }) => {
      const excess = gdd21LowerRdp(params as Parameters<typeof gdd21LowerRdp>[0]) / Number(value) - 1;
      expect(excess).toBeLessThanOrEqual(0);
      expect(excess).toBeGreaterThan(-1e-9);
    },
  );
});

/** GDD21's Lemma 1 over integer orders, for `rounds` rounds of a curve. */
function epsilonOf(curve: Float64Array, rounds: number, delta: number) {
  const orders = Array.from({ length: curve.length - 2 }, (_, i) => i + 2);
  return epsilonFromRenyi({ at: (order) => rounds * curve[order]! }, delta, { orders });
}

describe("the paper's figures", () => {
  test("MNIST, l2 clipping: 5.8 at T = 6,000", () => {
    const curve = gdd21UpperRdpTable({ localEpsilon: 2, users: 60_000, sampled: 2000 }, 64);
    const { value, order } = epsilonOf(curve, 6000, 1e-5);
    expect(value).toBeCloseTo(5.79, 2);
    expect(order).toBe(4);
  });

  const figure2 = { localEpsilon: 2, users: 1e6, sampled: 1000 };
  const [rounds, delta] = [1e5, 1e-8];

  test("Figure 2a at T = 100,000: upper 1.040, lower 0.1157", () => {
    expect(epsilonOf(gdd21UpperRdpTable(figure2, 128), rounds, delta).value).toBeCloseTo(1.0402, 4);
    expect(epsilonOf(gdd21LowerRdpTable(figure2, 512), rounds, delta).value).toBeCloseTo(0.11572, 5);
  });

  test("its factor of 14 compares with unamplified reports in closed-form composition; amplified ones make it 2.1", () => {
    const ours = epsilonOf(gdd21UpperRdpTable(figure2, 128), rounds, delta).value;
    const rate = figure2.sampled / figure2.users;
    const unamplified = Math.log1p(rate * Math.expm1(2));
    expect(closedFormComposition(unamplified, rounds, delta) / ours).toBeCloseTo(13.92, 2);
    const report = clones2021NumericalEpsilon({
      localEpsilon: 2,
      users: 1000,
      delta: (0.5 * delta) / rounds / rate,
    });
    const composed = strongCompositionEpsilon({
      roundEpsilon: Math.log1p(rate * Math.expm1(report.upper)),
      roundDelta: (0.5 * delta) / rounds,
      rounds,
      delta,
    });
    expect(composed.upper / ours).toBeCloseTo(2.13, 2);
  });

  /** Kairouz, Oh, Viswanath 2015, Theorem 3.4, with pure rounds. */
  function closedFormComposition(epsilon: number, rounds: number, delta: number): number {
    const drift = rounds * epsilon * Math.tanh(epsilon / 2);
    return drift + epsilon * Math.sqrt(2 * rounds * Math.log(Math.E + Math.sqrt(rounds) * (epsilon / delta)));
  }
});

describe("everywhere", () => {
  const reports = fc
    .record({
      localEpsilon: fc.double({ min: -6, max: 1.7, noNaN: true }).map((exponent) => 10 ** exponent),
      users: fc.integer({ min: 1, max: 100_000 }),
      share: fc.double({ min: 0, max: 1, noNaN: true }),
    })
    .map(({ share, ...rest }) => ({ ...rest, sampled: Math.max(1, Math.floor(share * rest.users)) }));

  test("lower <= upper, at every order and extreme", () => {
    fc.assert(
      fc.property(reports, fc.integer({ min: 2, max: 300 }), (reports, order) => {
        const lower = gdd21LowerRdp({ ...reports, order });
        expect(lower).toBeGreaterThan(0);
        expect(gdd21UpperRdp({ ...reports, order })).toBeGreaterThanOrEqual(lower);
      }),
    );
  });

  test("the lower bound rises in the order and is never above localEpsilon; curves hold the same values", () => {
    fc.assert(
      fc.property(reports, (reports) => {
        const lower = gdd21LowerRdpTable(reports, 24);
        const upper = gdd21UpperRdpTable(reports, 24);
        for (let order = 3; order <= 24; order++) {
          expect(lower[order]!).toBeGreaterThanOrEqual(lower[order - 1]! * (1 - 1e-9));
          expect(lower[order]!).toBeLessThanOrEqual(reports.localEpsilon);
        }
        expect(lower[24]! / gdd21LowerRdp({ ...reports, order: 24 })).toBeCloseTo(1, 10);
        expect(upper[24]).toBe(gdd21UpperRdp({ ...reports, order: 24 }));
      }),
      { numRuns: 30 },
    );
  });

  test.each([1e-12, 1e-6, 50, 100])("extreme: localEpsilon = %f", (localEpsilon) => {
    for (const [users, sampled] of [
      [1, 1],
      [2, 1],
      [1e12, 1],
      [1e12, 1000],
      [1e6, 1e6],
    ] as const) {
      for (const order of [2, 3, 64, 10_000]) {
        const lower = gdd21LowerRdp({ localEpsilon, users, sampled, order });
        const upper = gdd21UpperRdp({ localEpsilon, users, sampled, order });
        expect(lower).toBeGreaterThanOrEqual(0);
        expect(upper).toBeGreaterThanOrEqual(lower);
        expect(upper).toBeLessThan(Infinity);
      }
    }
  });

  test.each([Math.log(3), 0.4, 5])("order 2 is a variance, with localEpsilon = %f", (localEpsilon) => {
    const [users, sampled] = [1e6, 1000];
    const variance =
      (sampled / users) ** 2 * (Math.expm1(localEpsilon) ** 2 / Math.exp(localEpsilon) / sampled);
    const rdp = gdd21LowerRdp({ localEpsilon, users, sampled, order: 2 });
    expect(rdp / Math.log1p(variance)).toBeCloseTo(1, 9);
  });

  test.each([1e7, 1e9, 2.5e11])("blocks of counts stay below and close: %i sampled users", (sampled) => {
    const [localEpsilon, users] = [1, 4 * sampled];
    const exact = Math.log1p(0.25 ** 2 * (Math.expm1(1) ** 2 / Math.E / sampled));
    const ratio = gdd21LowerRdp({ localEpsilon, users, sampled, order: 2 }) / exact;
    expect(ratio).toBeLessThan(1);
    expect(ratio).toBeGreaterThan(1 - 2e-6);
  });

  test("no privacy loss where there is none", () => {
    const nothing = { localEpsilon: 0, users: 10, sampled: 5 };
    expect(gdd21UpperRdp({ ...nothing, order: 5 })).toBe(0);
    expect(gdd21LowerRdp({ ...nothing, order: 5 })).toBe(0);
    expect([...gdd21UpperRdpTable(nothing, 4), ...gdd21LowerRdpTable(nothing, 4)]).toEqual(Array(10).fill(0));
  });
});

describe("Theorem 3's convergence", () => {
  const problem: ConvergenceProblem = {
    diameter: 3,
    lipschitz: 0.5,
    norm: 2,
    dimension: 100,
    reportVariance: 40,
    sampled: 500,
    rounds: 10_000,
  };

  test("by hand", () => {
    const gradientBound = Math.sqrt(0.25 + 40 / 500);
    const convergence = gdd21Convergence(problem);
    expect(convergence.gradientBound).toBeCloseTo(gradientBound, 14);
    expect(convergence.firstStepSize).toBeCloseTo(3 / gradientBound, 13);
    expect(convergence.excessLoss).toBeCloseTo((6 * gradientBound * (2 + Math.log(10_000))) / 100, 14);
  });

  test.each([
    [1, 0.25],
    [2, 0.25],
    [4, 0.25 * 10],
    [Infinity, 0.25 * 100],
  ])("gradients clipped in the %d-norm", (norm, squared) => {
    const { gradientBound } = gdd21Convergence({ ...problem, norm, reportVariance: 0 });
    expect(gradientBound ** 2).toBeCloseTo(squared, 12);
  });

  test("stochastic gradient descent with the worst noise allowed stays within it", () => {
    // F(x) = L |x| on [-D/2, D/2] with gradients L sign(x) +- noise, all 2^10 noise patterns.
    const [diameter, lipschitz, spread, rounds] = [2, 1, 1.5, 10];
    const { firstStepSize, excessLoss } = gdd21Convergence({
      diameter,
      lipschitz,
      norm: 2,
      dimension: 1,
      reportVariance: spread ** 2,
      sampled: 1,
      rounds,
    });
    let mean = 0;
    for (let pattern = 0; pattern < 2 ** rounds; pattern++) {
      let x = diameter / 2;
      for (let t = 1; t < rounds; t++) {
        const noise = (pattern >> t) & 1 ? spread : -spread;
        x -= (firstStepSize / Math.sqrt(t)) * (lipschitz * Math.sign(x) + noise);
        x = Math.max(-diameter / 2, Math.min(diameter / 2, x));
      }
      mean += (lipschitz * Math.abs(x)) / 2 ** rounds;
    }
    expect(mean).toBeLessThan(excessLoss);
  });
});

const good = { localEpsilon: 1, users: 10, sampled: 5, order: 4 };
const problem = {
  diameter: 1,
  lipschitz: 1,
  norm: 2,
  dimension: 1,
  reportVariance: 0,
  sampled: 1,
  rounds: 1,
};

test.each([
  () => gdd21UpperRdp({ ...good, sampled: 11 }),
  () => gdd21UpperRdp({ ...good, order: 1 }),
  () => gdd21UpperRdp({ ...good, order: 2.5 }),
  () => gdd21UpperRdp({ ...good, localEpsilon: Number.NaN }),
  () => gdd21LowerRdp({ ...good, users: 0 }),
  () => gdd21LowerRdp({ ...good, sampled: 0 }),
  () => gdd21UpperRdpTable(good, 1e6),
  () => gdd21LowerRdpTable(good, 0),
  () => gdd21TernaryChi({ localEpsilon: -1, sampled: 3, order: 2 }),
  () => gdd21Convergence({ ...problem, norm: 0.5 }),
  () => gdd21Convergence({ ...problem, norm: Number.NaN }),
  () => gdd21Convergence({ ...problem, diameter: 0 }),
  () => gdd21Convergence({ ...problem, rounds: 0 }),
])("refuses %s", (call) => {
  expect(call).toThrow(expect.objectContaining({ code: "OUT_OF_RANGE" }));
});
