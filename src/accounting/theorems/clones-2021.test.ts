import { describe, expect, test } from "vitest";
import vectors from "../../../test/vectors/clones/epsilon.json" with { type: "json" };
import peers from "../../../test/vectors/reference/peers.json" with { type: "json" };
import { guarantees } from "../guarantees.js";
import { clones2021Epsilon } from "./clones-2021.js";
import { clones2021NumericalEpsilon } from "./clones-2021-numerical.js";

test.each(vectors.cases.filter(({ name }) => name === "clones2021NumericalEpsilon"))(
  "epsilon of $params, to 20 digits",
  ({ params, value }) => {
    const { lower, upper } = clones2021NumericalEpsilon(params);
    const exact = Number(value);
    expect(lower).toBeLessThanOrEqual(exact);
    expect(upper).toBeGreaterThanOrEqual(exact);
    expect((upper - lower) / exact).toBeLessThan(1e-10);
  },
);

describe.each(peers.groups.clones2021.cases)(
  "the authors' program at n = $n, eps0 = $eps0, delta = $delta",
  (peer) => {
    const query = { localEpsilon: peer.eps0, users: peer.n, delta: peer.delta };

    test("ours lies below its upper bound, which takes C in wide steps and stops after ten bisections", () => {
      const { upper } = clones2021NumericalEpsilon(query);
      const resolution = peer.closed_form / 2 ** peer.num_iterations;
      expect(upper).toBeLessThanOrEqual(peer.numerical_upper);
      // Its answers are the upper ends of their last intervals; the lower bound's steps are wide as well.
      expect(upper).toBeGreaterThan(peer.numerical_lower_of_clones_pair - resolution);
      expect(upper / peer.numerical_lower_of_clones_pair).toBeLessThan(1.03);
    });

    test("its closed form has (1 - e^-eps0) / (1 + e^(-eps0 - eps)) where the theorem has (e^eps0 - 1) / (e^eps0 + 1)", () => {
      const { upper } = clones2021Epsilon(query);
      const theirs = Math.expm1(upper) / Math.tanh(peer.eps0 / 2);
      const factor = -Math.expm1(-peer.eps0) / (1 + Math.exp(-peer.eps0) / (1 + theirs));
      expect(Math.log1p(factor * theirs) / peer.closed_form).toBeCloseTo(1, 12);
      expect(upper).toBeLessThan(peer.closed_form);
    });
  },
);

describe("the condition localEpsilon <= log(users / (16 log(2 / delta)))", () => {
  const [users, delta] = [10_000, 1e-5];
  const largest = Math.log(users / (16 * Math.log(2 / delta)));

  test("holds at its edge and below", () => {
    expect(clones2021Epsilon({ localEpsilon: largest * (1 - 1e-12), users, delta }).upper).toBeLessThan(
      largest,
    );
  });

  test("fails above, in words that say what holds instead", () => {
    const call = () => clones2021Epsilon({ localEpsilon: largest * 1.01, users, delta });
    expect(call).toThrow(expect.objectContaining({ code: "NOT_APPLICABLE" }));
    expect(call).toThrow(/log\(users.*localEpsilon itself holds/);
  });

  test("delta is at most 0.27, as far as the proof goes", () => {
    const at = (large: number) => clones2021Epsilon({ localEpsilon: 0.1, users, delta: large });
    expect(at(0.27).upper).toBeLessThan(0.1);
    expect(() => at(0.2701)).toThrow(/proven for delta <= 0.27/);
  });

  test("fails for the sampled rounds of GDD21's Figure 4", () => {
    expect(() => clones2021Epsilon({ localEpsilon: 3, users: 1000, delta: 1e-8 })).toThrow(
      /the theorem needs/,
    );
  });
});

test.each([
  () => clones2021Epsilon({ localEpsilon: 1, users: 1000, delta: 1 }),
  () => clones2021Epsilon({ localEpsilon: Infinity, users: 1000, delta: 0.1 }),
])("refuses %s", (call) => {
  expect(call).toThrow(expect.objectContaining({ code: "OUT_OF_RANGE" }));
});

test("beyond delta 0.27 the accountant says what holds at 0.27", () => {
  const event = { kind: "shuffle", users: 10_000, of: { kind: "local", epsilon: 1 } } as const;
  const at = (delta: number) =>
    guarantees(event, { adjacency: "replace-one", delta, method: "clones-2021" }).guarantees[0]!.epsilon
      .upper;
  expect(at(0.9)).toBeLessThanOrEqual(at(0.27));
  expect(at(0.26)).toBeGreaterThanOrEqual(at(0.27));
});
