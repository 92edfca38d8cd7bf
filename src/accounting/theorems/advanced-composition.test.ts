import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  advancedCompositionEpsilon,
  basicComposition,
  dworkRothblumVadhanEpsilon,
} from "./advanced-composition.js";
import { strongCompositionEpsilon } from "./strong-composition.js";

test("the printed formulas", () => {
  const steps = [{ epsilon: 0.01, delta: 0, times: 1000 }];
  // mpmath: n e^2 / 2 + sqrt(2 log(1e5) n e^2), and with n e (exp(e) - 1) for the first term
  expect(advancedCompositionEpsilon({ steps, delta: 1e-5 })).toBeCloseTo(1.56742712938515, 13);
  expect(dworkRothblumVadhanEpsilon({ steps, delta: 1e-5 })).toBeCloseTo(1.61792880022683, 13);
});

test.each([
  // mpmath, 40 digits: s / 2 + sqrt(2 log(1 / delta) s) with s the sum of n e^2, at the doubles' exact values
  [[{ epsilon: 0.01, times: 1000 }], 1e-5, 1.5674271293851463],
  [
    [
      { epsilon: 0.3, times: 7 },
      { epsilon: 0.001, times: 100_000 },
    ],
    1e-9,
    5.865542529782108,
  ],
  [[{ epsilon: 2e-7, times: 123_456_789 }], 0.3, 0.003450815017102294],
])("is rounded up, by little: %j at %d", (parts, delta, exact) => {
  const steps = parts.map((part) => ({ ...part, delta: 0 }));
  const epsilon = advancedCompositionEpsilon({ steps, delta });
  expect(epsilon).toBeGreaterThan(exact);
  expect(epsilon).toBeLessThan(exact * (1 + 1e-13));
});

test("unequal steps add their epsilons, squares and deltas", () => {
  const steps = [
    { epsilon: 0.2, delta: 1e-7, times: 3 },
    { epsilon: 0.05, delta: 2e-7, times: 40 },
  ];
  const basic = basicComposition(steps);
  expect(basic.epsilon).toBeCloseTo(2.6, 13);
  expect(basic.delta).toBeCloseTo(8.3e-6, 19);
  const squares = 3 * 0.04 + 40 * 0.0025;
  const expected = squares / 2 + Math.sqrt(2 * Math.log(1 / (1e-5 - 8.3e-6)) * squares);
  expect(advancedCompositionEpsilon({ steps, delta: 1e-5 })).toBeCloseTo(Math.min(2.6, expected), 12);
});

test("lies between the optimal composition and the basic one", () => {
  fc.assert(
    fc.property(
      fc.double({ min: -4, max: 1, noNaN: true }).map((x) => 10 ** x),
      fc.integer({ min: 1, max: 3000 }),
      fc.double({ min: -20, max: -0.5, noNaN: true }).map((x) => 10 ** x),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (epsilon, times, delta, share) => {
        const roundDelta = (share * delta) / times;
        const steps = [{ epsilon, delta: roundDelta, times }];
        const advanced = advancedCompositionEpsilon({ steps, delta });
        const optimal = strongCompositionEpsilon({ roundEpsilon: epsilon, roundDelta, rounds: times, delta });
        expect(advanced).toBeGreaterThanOrEqual(Number.isFinite(optimal.upper) ? optimal.lower : 0);
        expect(advanced).toBeLessThanOrEqual(dworkRothblumVadhanEpsilon({ steps, delta }));
        expect(dworkRothblumVadhanEpsilon({ steps, delta })).toBeLessThanOrEqual(
          advanced === Infinity ? Infinity : basicComposition(steps).epsilon,
        );
      },
    ),
    { numRuns: 60 },
  );
});

describe("edges", () => {
  const step = { epsilon: 0.1, delta: 1e-6, times: 10 };

  test("one step costs itself", () => {
    const steps = [{ epsilon: 0.3, delta: 1e-6, times: 1 }];
    expect(advancedCompositionEpsilon({ steps, delta: 1e-6 })).toBeCloseTo(0.3, 14);
  });

  test("a delta below the steps' own has no epsilon", () => {
    expect(advancedCompositionEpsilon({ steps: [step], delta: 9e-6 })).toBe(Infinity);
    expect(dworkRothblumVadhanEpsilon({ steps: [step], delta: 9e-6 })).toBe(Infinity);
  });

  test("nothing costs nothing", () => {
    expect(basicComposition([])).toEqual({ epsilon: 0, delta: 0 });
    expect(advancedCompositionEpsilon({ steps: [{ ...step, epsilon: 1e16, times: 0 }], delta: 1e-9 })).toBe(
      0,
    );
  });

  test("extremes stay finite and ordered", () => {
    const steps = [{ epsilon: 1e-6, delta: 0, times: 1e9 }];
    const weak = advancedCompositionEpsilon({ steps, delta: 1e-100 });
    expect(weak).toBeGreaterThan(0.67);
    expect(weak).toBeLessThan(0.7);
    expect(
      advancedCompositionEpsilon({ steps: [{ epsilon: 1e5, delta: 0, times: 1e9 }], delta: 1e-5 }),
    ).toBeCloseTo(1e14, -1);
  });
});

test.each([{ epsilon: -1 }, { delta: 2 }, { times: 0.5 }])("refuses a step with %s", (wrong) => {
  const steps = [{ epsilon: 1, delta: 0, times: 1, ...wrong }];
  for (const call of [advancedCompositionEpsilon, dworkRothblumVadhanEpsilon]) {
    expect(() => call({ steps, delta: 1e-5 })).toThrow(expect.objectContaining({ code: "OUT_OF_RANGE" }));
  }
  expect(() => basicComposition(steps)).toThrow(expect.objectContaining({ code: "OUT_OF_RANGE" }));
});

test.each([0, 1, Number.NaN])("refuses delta %f", (delta) => {
  expect(() => advancedCompositionEpsilon({ steps: [], delta })).toThrow(
    expect.objectContaining({ code: "OUT_OF_RANGE" }),
  );
});
