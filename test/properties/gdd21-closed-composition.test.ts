import { describe, expect, it } from "vitest";
import type { SampledShuffles } from "../../experiments/gdd21/_internal/appendix-a-baseline.js";
import { closedCompositionEpsilon } from "../../experiments/gdd21/_internal/closed-composition.js";
import { guarantees } from "../../src/accounting/index.js";
import type { AccountingMethod } from "../../src/privacy/index.js";

const FIGURE_5A = { localEpsilon: 1.5, users: 60_000, sampled: 10_000, delta: 1e-5 };
const FIGURE_5B = { localEpsilon: 2, users: 60_000, sampled: 2000, delta: 1e-5 };

type Epsilon = (run: SampledShuffles) => number;

const by =
  (method: AccountingMethod): Epsilon =>
  ({ localEpsilon, users, sampled, rounds, delta }) => {
    const of = { kind: "local", epsilon: localEpsilon } as const;
    const event = {
      kind: "repeat",
      times: rounds,
      of: { kind: "subsampledShuffle", users, sampled, of },
    } as const;
    return guarantees(event, { adjacency: "replace-one", delta, method }).guarantees[0]!.epsilon.upper;
  };

/** The most rounds within an epsilon. */
function roundsWithin(target: number, run: Omit<SampledShuffles, "rounds">, epsilon: Epsilon): number {
  let [within, beyond] = [1, 6001];
  while (beyond - within > 1) {
    const rounds = Math.floor((within + beyond) / 2);
    if (epsilon({ ...run, rounds }) <= target) within = rounds;
    else beyond = rounds;
  }
  return within;
}

describe("GDD21's Figure 5, as docs/published-figures.md tells it", () => {
  it("what an epsilon affords, by Theorem 1, by KOV15's closed form and optimally composed", () => {
    const methods = [by("gdd21-upper"), closedCompositionEpsilon, by("clones-2021-numerical")];
    const afforded = (target: number, run: Omit<SampledShuffles, "rounds">) =>
      methods.map((epsilon) => roundsWithin(target, run, epsilon));
    expect(afforded(1.4, FIGURE_5A)).toEqual([212, 226, 309]);
    expect(afforded(3, FIGURE_5B)).toEqual([1515, 1188, 1580]);
    expect(roundsWithin(2.91, FIGURE_5A, by("gdd21-upper"))).toBe(1067);
  });

  it("what whole runs spend: neither composition gives the printed 4.82 and 18.3", () => {
    const [a, b] = [
      { ...FIGURE_5A, rounds: 1200 },
      { ...FIGURE_5B, rounds: 6000 },
    ];
    expect(closedCompositionEpsilon(a)).toBeCloseTo(3.8135, 3);
    expect(closedCompositionEpsilon(b)).toBeCloseTo(8.1588, 3);
    expect(by("clones-2021-numerical")(a)).toBeCloseTo(3.2166, 3);
    expect(by("clones-2021-numerical")(b)).toBeCloseTo(7.0222, 3);
    expect(by("clones-2021")(a)).toBeCloseTo(14.463, 2);
  });
});
