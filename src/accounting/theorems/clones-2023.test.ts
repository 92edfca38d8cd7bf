import fc from "fast-check";
import { describe, expect, test } from "vitest";
import epsilons from "../../../test/vectors/clones/epsilon.json" with { type: "json" };
import deltas from "../../../test/vectors/clones/pair.json" with { type: "json" };
import peers from "../../../test/vectors/reference/peers.json" with { type: "json" };
import { clones2021Epsilon } from "./clones-2021.js";
import { clones2021NumericalEpsilon } from "./clones-2021-numerical.js";
import { clones2023Delta, clones2023Epsilon } from "./clones-2023.js";

describe("against 20-digit values", () => {
  test.each(deltas.cases.filter(({ value }) => Number(value) >= 1e-100))(
    "delta of $params",
    ({ params, value }) => {
      const { lower, upper } = clones2023Delta(params);
      const exact = Number(value);
      expect(lower).toBeLessThanOrEqual(exact);
      expect(upper).toBeGreaterThanOrEqual(exact);
      expect((upper - lower) / exact).toBeLessThan(1e-9);
    },
  );

  test.each(
    epsilons.cases.filter(({ name, params }) => name === "clones2023Epsilon" && params.delta >= 1e-100),
  )("epsilon of $params", ({ params, value }) => {
    const { lower, upper } = clones2023Epsilon(params);
    const exact = Number(value);
    expect(lower).toBeLessThanOrEqual(exact);
    expect(upper).toBeGreaterThanOrEqual(exact);
    expect((upper - lower) / exact).toBeLessThan(1e-10);
  });
});

test.each(
  peers.groups.localShuffleEpsilon.cases.filter(({ mech }) => mech === "strong_clone_2023_numerical_upper"),
)(
  "the public implementation's epsilon at n = $n, eps0 = $eps0, delta = $delta, which stops at 14 bisections",
  ({ n, eps0, delta, eps }) => {
    const { upper } = clones2023Epsilon({ localEpsilon: eps0, users: n, delta });
    expect(Math.abs(upper / eps - 1)).toBeLessThan(1e-3);
  },
);

const localEpsilons = fc.double({ min: -6, max: 1.7, noNaN: true }).map((exponent) => 10 ** exponent);
const users = fc.double({ min: 0, max: 4, noNaN: true }).map((exponent) => Math.floor(10 ** exponent));
const smallDeltas = fc.double({ min: -14, max: -1, noNaN: true }).map((exponent) => 10 ** exponent);

describe("everywhere", () => {
  test("the sharper theorem is never larger: 2023 <= 2021 numerically <= closed form <= localEpsilon", () => {
    fc.assert(
      fc.property(localEpsilons, users, smallDeltas, (localEpsilon, users, delta) => {
        const query = { localEpsilon, users, delta };
        const figures = [clones2023Epsilon(query).upper, clones2021NumericalEpsilon(query).upper];
        if (localEpsilon <= Math.log(users / (16 * Math.log(2 / delta)))) {
          figures.push(clones2021Epsilon(query).upper);
        }
        figures.push(localEpsilon);
        const sorted = [...figures].sort((a, b) => a - b);
        figures.forEach((figure, i) => {
          expect(figure).toBeLessThanOrEqual(sorted[i]! * (1 + 1e-11));
        });
      }),
    );
  });

  test("epsilon never rises in the users nor in delta, nor falls in localEpsilon", () => {
    const more = fc.double({ min: 1, max: 3, noNaN: true });
    fc.assert(
      fc.property(localEpsilons, users, smallDeltas, more, (localEpsilon, users, delta, factor) => {
        const { upper } = clones2023Epsilon({ localEpsilon, users, delta });
        const room = upper * (1 + 1e-10);
        const moreUsers = Math.ceil(users * factor);
        expect(clones2023Epsilon({ localEpsilon, users: moreUsers, delta }).upper).toBeLessThanOrEqual(room);
        expect(
          clones2023Epsilon({ localEpsilon, users, delta: Math.min(0.5, delta * factor) }).upper,
        ).toBeLessThanOrEqual(room);
        expect(
          clones2023Epsilon({ localEpsilon: localEpsilon / factor, users, delta }).upper,
        ).toBeLessThanOrEqual(room);
      }),
    );
  });

  test("epsilon at delta inverts delta at epsilon on the safe side", () => {
    fc.assert(
      fc.property(localEpsilons, users, smallDeltas, (localEpsilon, users, delta) => {
        const { lower, upper } = clones2023Epsilon({ localEpsilon, users, delta });
        expect(clones2023Delta({ localEpsilon, users, epsilon: upper }).upper).toBeLessThanOrEqual(
          delta * (1 + 1e-11),
        );
        if (lower > 0) {
          expect(clones2023Delta({ localEpsilon, users, epsilon: lower }).upper).toBeGreaterThan(delta);
        }
      }),
    );
  });
});

describe("extremes", () => {
  test.each([
    [1e-6, 1, 1e-100],
    [50, 1, 1e-100],
    [1e-6, 1e12, 1e-100],
    [2, 1e12, 1e-150],
    [50, 1e12, 1e-12],
    [100, 1e6, 1e-9],
    [1e-12, 3, 1e-9],
    [2, 2, 1e-150],
    [100, 7, 1e-100],
  ])("localEpsilon %f, %i users, delta %f", (localEpsilon, users, delta) => {
    const { lower, estimate, upper } = clones2023Epsilon({ localEpsilon, users, delta });
    expect(lower).toBeGreaterThanOrEqual(0);
    expect(estimate).toBeGreaterThanOrEqual(lower);
    expect(upper).toBeGreaterThanOrEqual(estimate);
    expect(upper).toBeLessThanOrEqual(localEpsilon);
  });

  test.each([3, 37, 100])(
    "one user is binary randomized response, at a local epsilon of %d",
    (localEpsilon) => {
      const delta = 1e-3;
      const exact = localEpsilon + Math.log1p(-delta * (1 + Math.exp(-localEpsilon)));
      expect(clones2023Epsilon({ localEpsilon, users: 1, delta }).upper / exact).toBeCloseTo(1, 12);
    },
  );

  test("ten thousand times the users, and delta in step, is a hundredth of epsilon: wide cells agree with single ones", () => {
    const one = clones2023Epsilon({ localEpsilon: 1, users: 1e5, delta: 1e-9 });
    const many = clones2023Epsilon({ localEpsilon: 1, users: 1e9, delta: 1e-11 });
    expect(many.upper / one.upper).toBeGreaterThan(0.00998);
    expect(many.upper / one.upper).toBeLessThan(0.01001);
    expect((many.upper - many.lower) / many.upper).toBeLessThan(1e-5);
  });

  test("nothing to hide, and delta as large as the total variation", () => {
    expect(clones2023Epsilon({ localEpsilon: 0, users: 10, delta: 1e-9 }).upper).toBe(0);
    expect(clones2023Epsilon({ localEpsilon: 2, users: 1e6, delta: 0.002 }).upper).toBe(0);
    expect(clones2023Delta({ localEpsilon: 2, users: 9, epsilon: 2 }).upper).toBe(0);
  });
});

test.each([
  () => clones2023Epsilon({ localEpsilon: Number.NaN, users: 10, delta: 0.1 }),
  () => clones2023Epsilon({ localEpsilon: -1, users: 10, delta: 0.1 }),
  () => clones2023Epsilon({ localEpsilon: 1, users: 1.5, delta: 0.1 }),
  () => clones2023Epsilon({ localEpsilon: 1, users: 10, delta: 0 }),
  () => clones2023Delta({ localEpsilon: 1, users: 10, epsilon: -0.1 }),
  () => clones2021NumericalEpsilon({ localEpsilon: 1, users: 0, delta: 0.1 }),
])("refuses %s", (call) => {
  expect(call).toThrow(expect.objectContaining({ code: "OUT_OF_RANGE" }));
});
