import { expect, it } from "vitest";
import { deltas } from "../deltas.js";

it("charges one round no more than two, where a search ends above the jump of its epsilon", () => {
  const of = { kind: "laplaceScalar", noiseToWidth: 1e16 } as const;
  const deltaOf = (times: number, epsilon: number): number =>
    deltas({ kind: "repeat", times, of }, { adjacency: "zero-out", epsilon, method: "strong-composition" })
      .guarantees[0]!.delta.upper;
  for (const epsilon of [1e-17, 5e-17, 9e-17, 1e-16, 1.5e-16]) {
    expect(deltaOf(1, epsilon)).toBeLessThanOrEqual(deltaOf(2, epsilon));
  }
});
