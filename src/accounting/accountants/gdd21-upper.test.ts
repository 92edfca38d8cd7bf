import { describe, expect, it } from "vitest";
import type { Method } from "../../privacy/index.js";
import { renyiDivergences } from "../renyi-divergences.js";
import { gdd21UpperRdp } from "../theorems/gdd21-upper.js";
import { gdd21Lower } from "./gdd21-lower.js";
import { gdd21Upper } from "./gdd21-upper.js";

const USERS = 3;
const ORDERS = [2, 4, 8];

/**
 * P(histogram of one report each), by histogram: every report tells `values[i]` with weight e^epsilon, else
 * with weight 1.
 */
function histograms(values: readonly number[], epsilon: number, categories: number): Map<string, number> {
  const total = Math.exp(epsilon) + categories - 1;
  let law = new Map([[Array(categories).fill(0).join(), 1]]);
  for (const value of values) {
    const next = new Map<string, number>();
    for (const [key, mass] of law) {
      for (let told = 0; told < categories; told++) {
        const counts = key.split(",").map(Number);
        counts[told]! += 1;
        const weight = told === value ? Math.exp(epsilon) : 1;
        next.set(counts.join(), (next.get(counts.join()) ?? 0) + (mass * weight) / total);
      }
    }
    law = next;
  }
  return law;
}

function renyi(p: ReadonlyMap<string, number>, q: ReadonlyMap<string, number>, order: number): number {
  const moment = [...p].reduce((sum, [key, mass]) => sum + mass ** order * q.get(key)! ** (1 - order), 0);
  return Math.log(moment) / (order - 1);
}

/** The largest divergence over all data of the two others: four values stand for any more. */
function worstCohort(epsilon: number, categories: number, order: number): number {
  const held = [...Array(Math.min(4, categories)).keys()];
  const others = held.flatMap((a) => held.map((b) => [a, b]));
  return Math.max(
    ...others.flatMap((rest) => {
      const p = histograms([0, ...rest], epsilon, categories);
      const q = histograms([1, ...rest], epsilon, categories);
      return [renyi(p, q, order), renyi(q, p, order)];
    }),
  );
}

function rdpOf(method: Method, epsilon: number, categories: number): readonly number[] | undefined {
  const of = { kind: "randomizedResponse", epsilon, categories } as const;
  const event = { kind: "shuffle", users: USERS, of } as const;
  return renyiDivergences(event, { adjacency: "replace-one", orders: ORDERS, method }).guarantees[0]?.rdp;
}

describe("shuffled randomized response between GDD21's theorems", () => {
  it.each([
    [1, 2],
    [2, 3],
    [1, 5],
  ])(
    "epsilon %d, %d categories: no lower bound above the worst cohort, no upper bound below it",
    (epsilon, categories) => {
      const lower = rdpOf("gdd21-lower", epsilon, categories);
      const upper = rdpOf("gdd21-upper", epsilon, categories)!;
      ORDERS.forEach((order, i) => {
        const exact = worstCohort(epsilon, categories, order);
        expect(lower?.[i] ?? 0).toBeLessThanOrEqual(exact * (1 + 1e-9));
        expect(upper[i]).toBeGreaterThanOrEqual(exact * (1 - 1e-9));
      });
    },
  );

  it.each([
    [3.2, 2936],
    [1, 1000],
    [0.2, 60],
  ])(
    "epsilon %f, %i users: rises with the order, its log-moments convex, and nowhere above Theorem 1",
    (epsilon, users) => {
      const event = { kind: "shuffle", users, of: { kind: "local", epsilon } } as const;
      const { at } = gdd21Upper.renyiCurve!(event, "replace-one");
      const printed = (order: number): number =>
        gdd21UpperRdp({ localEpsilon: epsilon, users, sampled: users, order });
      const orders = Array.from({ length: 255 }, (_, i) => i + 2);
      const rdp = orders.map(at);
      const slopes = rdp.map((value, i) => (i + 1) * value - i * (rdp[i - 1] ?? 0));
      for (let i = 1; i < rdp.length; i++) {
        expect(rdp[i]! / rdp[i - 1]!).toBeGreaterThan(1 - 1e-12);
        expect(slopes[i]! / slopes[i - 1]!).toBeGreaterThan(1 - 1e-9);
      }
      orders.forEach((order, i) => {
        expect(rdp[i]).toBeLessThanOrEqual(Math.min(epsilon, printed(order)) * (1 + 1e-12));
      });
      expect(at(2)).toBe(printed(2));
    },
  );

  it("Theorem 2 speaks of two categories only", () => {
    expect(rdpOf("gdd21-lower", 1, 2)).toHaveLength(ORDERS.length);
    expect(rdpOf("gdd21-lower", 1, 3)).toBeUndefined();
  });

  it("Theorem 1 falls as delta grows, though two curves have a valley each", () => {
    const event = {
      kind: "subsampledShuffle",
      users: 1e12,
      sampled: 16_194,
      of: { kind: "local", epsilon: 85.7 },
    } as const;
    const epsilons = Array.from({ length: 24 }, (_, i) => {
      return gdd21Upper.epsilonAtDelta(event, { adjacency: "replace-one", delta: 0.6 * 0.6 ** i }).epsilon
        .upper;
    });
    expect(epsilons.slice(1).every((epsilon, i) => epsilon >= epsilons[i]!)).toBe(true);
  });

  it("both decline more different rounds than they take seconds for", () => {
    const of = Array.from(
      { length: 385 },
      (_, i) => ({ kind: "shuffle", users: 1000 + i, of: { kind: "local", epsilon: 1 } }) as const,
    );
    const event = { kind: "sequence", of } as const;
    for (const [accountant, most] of [
      [gdd21Lower, 48],
      [gdd21Upper, 384],
    ] as const) {
      const ask = () => accountant.epsilonAtDelta(event, { adjacency: "replace-one", delta: 1e-6 });
      expect(ask).toThrow(`it takes too long beyond ${most} different rounds, got 385`);
    }
  });
});
