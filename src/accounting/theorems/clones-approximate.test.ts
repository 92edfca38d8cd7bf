import fc from "fast-check";
import { expect, test } from "vitest";
import vectors from "../../../test/vectors/clones/epsilon.json" with { type: "json" };
import { clones2023Delta, clones2023Epsilon } from "./clones-2023.js";
import { clonesApproximateEpsilon } from "./clones-approximate.js";

interface Query {
  readonly localEpsilon: number;
  readonly localDelta: number;
  readonly users: number;
  readonly delta: number;
}

test.each(vectors.cases.filter(({ name }) => name === "clonesApproximateEpsilon"))(
  "epsilon of $params, to 20 digits",
  ({ params, value }) => {
    const { lower, upper } = clonesApproximateEpsilon(params as Query);
    const exact = Number(value);
    expect(lower).toBeLessThanOrEqual(exact);
    expect(upper).toBeGreaterThanOrEqual(exact);
    expect((upper - lower) / exact).toBeLessThan(1e-10);
  },
);

test("a failure of probability 0 is pure local privacy", () => {
  const query = { localEpsilon: 1.5, users: 3000, delta: 1e-7 };
  const pure = clones2023Epsilon(query).upper;
  expect(clonesApproximateEpsilon({ ...query, localDelta: 0 }).upper / pure).toBeCloseTo(1, 11);
});

test("is sharper than the published delta + (e^eps + 1)(1 + e^-eps0 / 2) n delta0", () => {
  const small = fc.double({ min: -8, max: -2, noNaN: true }).map((exponent) => 10 ** exponent);
  fc.assert(
    fc.property(
      fc.double({ min: 0.05, max: 6, noNaN: true }),
      fc.integer({ min: 1, max: 3000 }),
      small,
      small,
      fc.double({ min: 0.01, max: 0.95, noNaN: true }),
      (localEpsilon, users, remaining, failure, share) => {
        const epsilon = share * localEpsilon;
        const pairDelta = clones2023Delta({ localEpsilon, users, epsilon }).upper;
        const published =
          pairDelta + remaining + (Math.exp(epsilon) + 1) * (1 + Math.exp(-localEpsilon) / 2) * failure;
        if (!(published < 1)) return;
        const query = { localEpsilon, localDelta: failure / users, users, delta: published };
        expect(clonesApproximateEpsilon(query).upper).toBeLessThanOrEqual(epsilon * (1 + 1e-9));
      },
    ),
  );
});

test("refuses reports that fail more often than delta allows, and says so", () => {
  const call = () =>
    clonesApproximateEpsilon({ localEpsilon: 1, localDelta: 1e-8, users: 1000, delta: 1e-5 });
  expect(call).toThrow(expect.objectContaining({ code: "NOT_APPLICABLE" }));
  expect(call).toThrow(/users localDelta = 0\.00001000 must be below delta/);
});

test.each([-0.1, 1, Number.NaN])("refuses localDelta = %f", (localDelta) => {
  expect(() => clonesApproximateEpsilon({ localEpsilon: 1, localDelta, users: 10, delta: 0.1 })).toThrow(
    expect.objectContaining({ code: "OUT_OF_RANGE" }),
  );
});
