import { describe, expect, it } from "vitest";
import type { MechanismEvent, Method } from "../../privacy/index.js";
import { guarantees } from "../guarantees.js";
import { approximateAccountants } from "./accountants.js";

const local = (epsilon: number, delta = 0): MechanismEvent => ({ kind: "local", epsilon, delta });
const repeat = (times: number, of: MechanismEvent): MechanismEvent => ({ kind: "repeat", times, of });
const accountantOf = (method: Method) => approximateAccountants.find((each) => each.method === method)!;

describe("where a theorem's condition fails at small deltas", () => {
  const shuffle = (of: MechanismEvent): MechanismEvent => ({ kind: "shuffle", users: 10_000, of });
  const failing = local(2, 1e-9);

  it.each<[Method, MechanismEvent]>([
    ["clones-2023", shuffle(failing)],
    ["clones-2023", { kind: "subsampledShuffle", users: 100_000, sampled: 10_000, of: failing }],
    ["clones-2023", { kind: "checkInShuffle", users: 100_000, checkInRate: 0.1, of: failing }],
    ["clones-2023", repeat(5, shuffle(failing))],
    ["clones-2021", shuffle(local(3.68))],
    ["clones-2021", repeat(3, shuffle(local(3.5)))],
  ])("%s inverts epsilon at delta: %j", (method, event) => {
    const { epsilonAtDelta, deltaAtEpsilon } = accountantOf(method);
    for (const delta of [1e-4, 1e-3]) {
      const { epsilon } = epsilonAtDelta(event, { adjacency: "replace-one", delta });
      const found = deltaAtEpsilon(event, { adjacency: "replace-one", epsilon: epsilon.upper });
      expect(found.delta.upper / delta).toBeCloseTo(1, 4);
    }
  });

  it("says what the condition is, both ways, where no delta meets it", () => {
    const event = repeat(3, shuffle(local(7)));
    const { epsilonAtDelta, deltaAtEpsilon } = accountantOf("clones-2021");
    const reason = /the theorem needs localEpsilon <= /;
    expect(() => epsilonAtDelta(event, { adjacency: "replace-one", delta: 1e-3 })).toThrow(reason);
    expect(() => deltaAtEpsilon(event, { adjacency: "replace-one", epsilon: 1 })).toThrow(reason);
    const { notApplicable } = guarantees(shuffle(failing), { adjacency: "replace-one", delta: 1e-5 });
    expect(notApplicable.find(({ method }) => method === "clones-2023")?.reason).toMatch(
      /users localDelta = 0.00001000 must be below delta = 0.00001/,
    );
  });
});
