import { expect, it } from "vitest";
import { deltas } from "../deltas.js";

it("charges one round no more than two, where a search ends above the jump of its epsilon", () => {
  const of = { kind: "laplaceScalar", noiseToWidth: 1e9 } as const;
  const deltaOf = (times: number, epsilon: number): number =>
    deltas({ kind: "repeat", times, of }, { adjacency: "zero-out", epsilon, method: "strong-composition" })
      .guarantees[0]!.delta.upper;
  for (const epsilon of [1e-10, 5e-10, 9e-10, 1e-9, 1.5e-9]) {
    expect(deltaOf(1, epsilon)).toBeLessThanOrEqual(deltaOf(2, epsilon));
  }
});

it("leaves out no split of delta that is best where delta is large beside epsilon, at any number of rounds", {
  tags: ["slow", "long"],
}, () => {
  const deltaOf = (times: number, noiseToWidth: number): number => {
    const round = {
      kind: "shuffle",
      users: 1_000_000,
      of: { kind: "laplaceScalar", noiseToWidth },
    } as const;
    const options = { adjacency: "zero-out", epsilon: 1e-12, method: "clones-2023" } as const;
    return deltas({ kind: "repeat", times, of: round }, options).guarantees[0]!.delta.upper;
  };
  for (const noiseToWidth of [100, 110, 130, 164]) {
    expect(deltaOf(1_000_000, noiseToWidth)).toBeLessThan(1.0001 * deltaOf(999_999, noiseToWidth));
  }
});
