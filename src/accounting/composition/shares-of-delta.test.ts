import { describe, expect, it } from "vitest";
import type { MechanismEvent, Method } from "../../privacy/index.js";
import { guarantees } from "../guarantees.js";

const local = (epsilon: number): MechanismEvent => ({ kind: "local", epsilon, delta: 1e-7 });
const repeat = (times: number, of: MechanismEvent): MechanismEvent => ({ kind: "repeat", times, of });

/** Ten rounds that each fail with probability 1e-7, of one kind and of two. */
const EVENTS = [
  repeat(10, local(0.1)),
  { kind: "sequence", of: [repeat(5, local(0.1)), repeat(5, local(0.2))] },
] as const satisfies readonly MechanismEvent[];
const METHODS: readonly Method[] = ["strong-composition", "advanced-composition"];

/** The figure at delta; undefined where there is none. */
function epsilonAt(event: MechanismEvent, method: Method, delta: number): number | undefined {
  const [figure] = guarantees(event, { adjacency: "replace-one", delta, method }).guarantees;
  return figure?.epsilon.upper;
}

describe.each(METHODS)("delta pays for every round's own, by %s", (method) => {
  it.each(EVENTS)("there is no epsilon at less than their sum: %j", (event) => {
    for (const delta of [1e-7, 5e-7, 8e-7, 9.9e-7]) expect(epsilonAt(event, method, delta)).toBeUndefined();
  });

  it.each(EVENTS)("there is one where something is left: %j", (event) => {
    expect(epsilonAt(event, method, 2e-5)).toBeGreaterThan(0.2);
  });
});
