import fc from "fast-check";
import { describe, expect, test } from "vitest";
import vectors from "../../../test/vectors/clones/categories.json" with { type: "json" };
import peers from "../../../test/vectors/reference/peers.json" with { type: "json" };
import {
  blanketRandomizedResponseDelta,
  blanketRandomizedResponseEpsilon,
} from "./blanket-randomized-response.js";
import { clones2023Delta, clones2023Epsilon } from "./clones-2023.js";

test.each(vectors.cases)("epsilon of $params, to 20 digits", ({ params, value }) => {
  const { lower, upper } = blanketRandomizedResponseEpsilon(params);
  const exact = Number(value);
  expect(lower).toBeLessThanOrEqual(exact);
  expect(upper).toBeGreaterThanOrEqual(exact);
  expect((upper - lower) / exact).toBeLessThan(1e-9);
});

test.each(
  peers.groups.localShuffleEpsilon.cases.filter(
    ({ mech, n }) => mech === "variation_ratio_GRR10_upper" && n <= 60_000,
  ),
)(
  "within 1e-3 of the variation-ratio figure at n = $n, eps0 = $eps0, delta = $delta",
  ({ n, eps0, delta, eps }) => {
    const { upper } = blanketRandomizedResponseEpsilon({
      localEpsilon: eps0,
      categories: 10,
      users: n,
      delta,
    });
    expect(Math.abs(upper / eps - 1)).toBeLessThan(1e-3);
  },
);

describe("beside the clones, which hold for every randomizer", () => {
  test("two categories are the clones", () => {
    const query = { localEpsilon: 1.2, users: 3000, delta: 1e-6 };
    expect(blanketRandomizedResponseEpsilon({ ...query, categories: 2 })).toEqual(clones2023Epsilon(query));
  });

  test("more categories never cost more", () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0.05, max: 5, noNaN: true }),
        fc.integer({ min: 1, max: 400 }),
        fc.double({ min: -9, max: -1, noNaN: true }).map((exponent) => 10 ** exponent),
        fc.integer({ min: 2, max: 50 }),
        (localEpsilon, users, delta, categories) => {
          const query = { localEpsilon, users, delta };
          const fewer = blanketRandomizedResponseEpsilon({ ...query, categories });
          const more = blanketRandomizedResponseEpsilon({ ...query, categories: categories + 1 });
          expect(more.upper).toBeLessThanOrEqual(fewer.upper * (1 + 1e-10));
          expect(fewer.upper).toBeLessThanOrEqual(clones2023Epsilon(query).upper * (1 + 1e-10));
        },
      ),
      { numRuns: 40 },
    );
  });
});

test("wide cells bracket narrowly", () => {
  const { lower, upper } = blanketRandomizedResponseEpsilon({
    localEpsilon: 1,
    categories: 20,
    users: 100_000,
    delta: 1e-8,
  });
  expect((upper - lower) / upper).toBeGreaterThan(0);
  expect((upper - lower) / upper).toBeLessThan(5e-3);
});

test.each([
  [1e-6, 5, 1000, 1e-100],
  [50, 5, 1e6, 1e-9],
  [100, 3, 10, 1e-9],
  [2, 1e9, 1e6, 1e-9],
  [2, 3, 3, 1e-100],
  [0, 4, 10, 0.1],
])(
  "extreme: localEpsilon %f, %i categories, %i users, delta %f",
  (localEpsilon, categories, users, delta) => {
    const { lower, upper } = blanketRandomizedResponseEpsilon({ localEpsilon, categories, users, delta });
    expect(lower).toBeGreaterThanOrEqual(0);
    expect(upper).toBeGreaterThanOrEqual(lower);
    expect(upper).toBeLessThanOrEqual(clones2023Epsilon({ localEpsilon, users, delta }).upper * (1 + 1e-10));
  },
);

test.each([1e-9, 1e-100])(
  "more users cost less, up to 1e12 of them, at delta = %f",
  { tags: ["slow"] },
  (delta) => {
    const round = { localEpsilon: 0.5, categories: 3, delta };
    let before = round.localEpsilon;
    for (const users of [1e5, 1e6, 1e7, 1e8, 1e10, 1e12]) {
      const { lower, upper } = blanketRandomizedResponseEpsilon({ ...round, users });
      expect(lower).toBeLessThan(upper);
      expect(upper).toBeLessThan(before / 2);
      expect(upper).toBeLessThan(clones2023Epsilon({ ...round, users }).upper);
      before = upper;
    }
  },
);

describe("delta at epsilon", () => {
  test.each([
    [2, 10, 1000, 1e-6],
    [0.5, 3, 50_000, 1e-9],
    [1, 100, 1e9, 1e-20],
    [3, 4, 1e6, 1e-99],
  ])(
    "inverts epsilon at delta: %f, %i categories, %f users, %f",
    { tags: ["slow"] },
    (localEpsilon, categories, users, delta) => {
      const round = { localEpsilon, categories, users };
      const { lower, upper } = blanketRandomizedResponseEpsilon({ ...round, delta });
      expect(blanketRandomizedResponseDelta({ ...round, epsilon: upper * 1.02 }).upper).toBeLessThan(delta);
      expect(blanketRandomizedResponseDelta({ ...round, epsilon: lower * 0.98 }).lower).toBeGreaterThan(
        delta,
      );
    },
  );

  test("two categories are the clones, and beyond localEpsilon there is none", () => {
    const round = { localEpsilon: 1.2, users: 3000 };
    expect(blanketRandomizedResponseDelta({ ...round, categories: 2, epsilon: 0.1 })).toEqual(
      clones2023Delta({ ...round, epsilon: 0.1 }),
    );
    expect(blanketRandomizedResponseDelta({ ...round, categories: 5, epsilon: 1.2 }).upper).toBe(0);
  });

  test("falls in epsilon and in the users, from the total variation on", { tags: ["slow", "long"] }, () => {
    for (const users of [1e3, 1e5, 1e9, 1e12]) {
      const round = { localEpsilon: 1, categories: 8, users };
      const deltas = [0, 0.01, 0.1, 0.5].map((epsilon) => {
        return blanketRandomizedResponseDelta({ ...round, epsilon }).upper;
      });
      expect(deltas).toEqual(deltas.toSorted((a, b) => b - a));
      const { lower, upper } = blanketRandomizedResponseDelta({ ...round, epsilon: 0 });
      expect(upper / lower).toBeLessThan(1.001);
    }
  });
});

test.each([
  () => blanketRandomizedResponseEpsilon({ localEpsilon: 1, categories: 1, users: 10, delta: 0.1 }),
  () => blanketRandomizedResponseEpsilon({ localEpsilon: 1, categories: 2.5, users: 10, delta: 0.1 }),
  () => blanketRandomizedResponseEpsilon({ localEpsilon: 1, categories: 3, users: 10, delta: 0 }),
  () => blanketRandomizedResponseEpsilon({ localEpsilon: -1, categories: 3, users: 10, delta: 0.1 }),
  () => blanketRandomizedResponseDelta({ localEpsilon: 1, categories: 3, users: 10, epsilon: -1 }),
  () => blanketRandomizedResponseDelta({ localEpsilon: 1, categories: 1, users: 10, epsilon: 0.1 }),
])("refuses %s", (call) => {
  expect(call).toThrow(expect.objectContaining({ code: "OUT_OF_RANGE" }));
});

test("a delta is at most one, and missing options are named", () => {
  const reports = { users: 3, categories: 2 };
  for (const localEpsilon of [40, 100]) {
    const { upper } = blanketRandomizedResponseDelta({ ...reports, localEpsilon, epsilon: 0.1 });
    expect(upper).toBeLessThanOrEqual(1);
  }
  const call = blanketRandomizedResponseDelta as unknown as () => void;
  expect(() => call()).toThrow("options must be an object, got undefined");
});

test.each([1e-12, 1e-9])(
  "reports of epsilon %d have a delta for any number of users",
  { tags: ["slow"] },
  (localEpsilon) => {
    for (const users of [1, 2, 1e6, 1e12]) {
      const { lower, upper } = blanketRandomizedResponseDelta({
        localEpsilon,
        categories: 10,
        users,
        epsilon: 0,
      });
      expect(lower).toBeLessThanOrEqual(localEpsilon);
      expect(upper).toBeGreaterThan(0);
      expect(upper).toBeLessThan(localEpsilon);
    }
  },
);
