import { describe, expect, it } from "vitest";
import type { MechanismEvent } from "../privacy/index.js";
import { renyiDivergences } from "./renyi-divergences.js";

const gaussian = (noiseMultiplier: number): MechanismEvent => ({ kind: "gaussian", noiseMultiplier });

describe("renyiDivergences", () => {
  it.each([1, 0, Number.NaN, 4097])("refuse order %f", (order) => {
    expect(() => renyiDivergences(gaussian(1), { adjacency: "zero-out", orders: [2, order] })).toThrow(
      /order must be/,
    );
  });

  it("carry their claim, lower bounds last and not among the upper ones", () => {
    const event = { kind: "shuffle", users: 5000, of: { kind: "local", epsilon: 1 } } as const;
    const { rdp, guarantees: found } = renyiDivergences(event, { adjacency: "zero-out", orders: [2, 8] });
    expect(found.at(-1)).toMatchObject({
      method: "gdd21-lower",
      side: "lower",
      status: "conditional",
      assumptions: ["renyi-accounting", "honest-shuffler"],
      source: "GDD21 Theorem 2",
      adjacency: "zero-out",
    });
    expect(rdp["gdd21-lower"]).toBeUndefined();
    for (const { side, method, rdp: values } of found.slice(0, -1)) {
      expect(side).toBe("upper");
      expect(values).toEqual(rdp[method]);
      for (const [i, value] of values.entries()) expect(value).toBeGreaterThan(found.at(-1)!.rdp[i]!);
    }
  });

  it("interpolate between integer orders from above", () => {
    const event: MechanismEvent = { kind: "shuffle", users: 10, of: gaussian(0.9) };
    const { rdp } = renyiDivergences(event, { adjacency: "zero-out", orders: [2, 2.5, 3] });
    const [two, between, three] = rdp["rdp-exact"]!;
    expect(1.5 * between!).toBeCloseTo(0.5 * (two! + 2 * three!), 12);
  });
});
