import { describe, expect, it } from "vitest";
import { DpError } from "../../errors.js";
import type { DeltaGuarantee, Guarantee, MechanismEvent } from "../../privacy/index.js";
import type { Accountant } from "../accountant.js";
import { remembering } from "./remembering.js";

const round = (noiseMultiplier: number): MechanismEvent => ({ kind: "gaussian", noiseMultiplier });
const AT = { adjacency: "zero-out", delta: 1e-6 } as const;

/** A method that counts how often it is asked. */
function counted(answer: () => object): { readonly accountant: Accountant; readonly asked: string[] } {
  const asked: string[] = [];
  const answered = (what: string) => {
    asked.push(what);
    return answer();
  };
  const accountant: Accountant = {
    method: "pld",
    covers: [],
    epsilonAtDelta: () => answered("epsilon") as Guarantee,
    deltaAtEpsilon: () => answered("delta") as DeltaGuarantee,
  };
  return { accountant: remembering(accountant), asked };
}

describe("a method that remembers", () => {
  it("is asked once for equal questions, and again for each that differs", () => {
    const { accountant, asked } = counted(() => ({ epsilon: { upper: 1 } }));
    const first = accountant.epsilonAtDelta(round(2), AT);
    expect(accountant.epsilonAtDelta(round(2), { ...AT })).toBe(first);
    expect(asked).toEqual(["epsilon"]);
    accountant.epsilonAtDelta(round(2), { ...AT, delta: 2e-6 });
    accountant.epsilonAtDelta(round(2), { ...AT, adjacency: "replace-one" });
    accountant.epsilonAtDelta(round(3), AT);
    accountant.deltaAtEpsilon(round(2), { adjacency: "zero-out", epsilon: 1e-6 });
    expect(asked).toEqual(["epsilon", "epsilon", "epsilon", "epsilon", "delta"]);
  });

  it("gives figures that nobody can change", () => {
    const { accountant } = counted(() => ({ epsilon: { upper: 1 }, assumptions: ["x"] }));
    const { epsilon, assumptions } = accountant.epsilonAtDelta(round(2), AT);
    expect([Object.isFrozen(epsilon), Object.isFrozen(assumptions)]).toEqual([true, true]);
  });

  it("remembers refusals, and nothing of a question that was given up", () => {
    for (const [code, times] of [["NOT_APPLICABLE", 1] as const, ["CANCELLED", 2] as const]) {
      const { accountant, asked } = counted(() => {
        throw new DpError(code, "no");
      });
      for (let i = 0; i < 2; i++) expect(() => accountant.epsilonAtDelta(round(2), AT)).toThrow("no");
      expect(asked).toHaveLength(times);
    }
  });

  it("does not keep events of more than 16,384 characters", () => {
    const { accountant, asked } = counted(() => ({}));
    const long: MechanismEvent = { kind: "sequence", of: Array.from({ length: 1000 }, () => round(2)) };
    for (let i = 0; i < 2; i++) accountant.epsilonAtDelta(long, AT);
    expect(asked).toHaveLength(2);
  });
});
