import { describe, expect, it } from "vitest";
import type { MechanismEvent } from "../privacy/index.js";
import { deltas } from "./deltas.js";
import { guarantees } from "./guarantees.js";

const gaussian = (noiseMultiplier: number): MechanismEvent => ({ kind: "gaussian", noiseMultiplier });
const repeat = (times: number, of: MechanismEvent): MechanismEvent => ({ kind: "repeat", times, of });

describe("deltas", () => {
  it("invert epsilon at delta", { tags: ["slow"] }, () => {
    const event = repeat(7, { kind: "shuffle", users: 1000, of: gaussian(3) });
    const options = { adjacency: "zero-out", quick: true } as const;
    for (const { method, epsilon } of guarantees(event, { ...options, delta: 1e-6 }).guarantees) {
      const { delta: found } = deltas(event, { ...options, epsilon: epsilon.upper, method });
      expect(found[method]!.lower).toBeLessThanOrEqual(1e-6);
      expect(found[method]!.upper).toBeLessThanOrEqual(1.01e-6); // a composed delta's bracket may be 1 % wide
      expect(found[method]!.upper).toBeGreaterThan(0.99e-6);
    }
  });

  it("carry the claim of the same method's epsilon, lower bounds last and not among the upper ones", {
    tags: ["slow"],
  }, () => {
    const local = { kind: "local", epsilon: 2 } as const;
    const event = repeat(500, { kind: "subsampledShuffle", users: 60_000, sampled: 2000, of: local });
    const options = { adjacency: "replace-one", quick: true } as const;
    const { delta, guarantees: found } = deltas(event, { ...options, epsilon: 0.2 });
    const account = guarantees(event, { ...options, delta: 1e-5 }).guarantees;
    for (const { epsilon: asked, delta: bracket, order: _, ...claim } of found) {
      const {
        epsilon,
        delta: __,
        order: ___,
        ...same
      } = account.find(({ method }) => method === claim.method)!;
      expect(claim).toEqual(same);
      expect(asked).toBe(0.2);
      expect(bracket.lower).toBeLessThanOrEqual(bracket.upper);
    }
    expect(found.map(({ side }) => side).lastIndexOf("upper")).toBe(found.length - 2);
    expect(found.at(-1)).toMatchObject({ method: "gdd21-lower", side: "lower", status: "conditional" });
    expect(delta["gdd21-lower"]).toBeUndefined();
    expect(found.at(-1)!.delta.upper).toBeLessThan(delta["gdd21-upper"]!.upper);
  });

  it("an underflowed delta is rounded up as an upper bound and down as a lower one", () => {
    const event = { kind: "shuffle", users: 1000, of: { kind: "local", epsilon: 0.5 } } as const;
    const found = deltas(event, { adjacency: "replace-one", epsilon: 40 }).guarantees;
    const by = (method: string) => found.find((each) => each.method === method)!.delta;
    expect(by("gdd21-upper").upper).toBeGreaterThan(0);
    expect(by("gdd21-lower").lower).toBe(0);
  });

  it.each([-1, Number.NaN])("refuse epsilon = %f", (bad) => {
    expect(() => deltas(gaussian(1), { adjacency: "zero-out", epsilon: bad })).toThrow(/epsilon must be/);
  });
});
