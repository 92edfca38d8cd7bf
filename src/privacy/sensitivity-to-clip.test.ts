import { expect, it } from "vitest";
import { guarantees } from "../accounting/guarantees.js";
import type { Adjacency } from "./adjacency.js";
import type { MechanismEvent } from "./mechanism-event.js";
import { sensitivityToClip } from "./sensitivity-to-clip.js";

/**
 * The farthest apart that two sums of scalars in [-1, 1] lie, of records of which one is replaced, zeroed or
 * left out.
 */
function farthest(adjacency: Adjacency): number {
  const clipped = [-1, -0.3, 0, 1];
  const others = adjacency === "replace-one" ? clipped : [0];
  return Math.max(...clipped.flatMap((record) => others.map((other) => Math.abs(record - other))));
}

it.each(["replace-one", "zero-out", "add-or-remove"] as const)(
  "is how far a record moves a clipped sum, and what noise is measured by: %s",
  (adjacency) => {
    expect(sensitivityToClip(adjacency)).toBe(farthest(adjacency));
    const sampled = (of: MechanismEvent): MechanismEvent => ({ kind: "poissonSample", rate: 0.1, of });
    const figures = (of: MechanismEvent) =>
      guarantees(
        { kind: "repeat", times: 9, of: sampled(of) },
        { adjacency, delta: 1e-5, method: "rdp-poisson" },
      ).guarantees;
    expect(figures({ kind: "gaussian", noiseToClip: 3 * farthest(adjacency) })).toEqual(
      figures({ kind: "gaussian", noiseMultiplier: 3 }),
    );
  },
);
