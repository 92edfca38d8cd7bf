import { expect, it } from "vitest";
import { deltas } from "../deltas.js";

it("has a delta of what one report tells, however little: two rounds cost more", () => {
  for (const noiseToWidth of [1e20, 4e160]) {
    const round = {
      kind: "subsampledShuffle",
      users: 224,
      sampled: 224,
      of: { kind: "laplaceScalar", noiseToWidth },
    } as const;
    const deltaOf = (times: number): number =>
      deltas({ kind: "repeat", times, of: round }, { adjacency: "zero-out", epsilon: 0, method: "blanket" })
        .guarantees[0]!.delta.upper;
    expect(deltaOf(1) * noiseToWidth).toBeGreaterThanOrEqual(1 / 8);
    expect(deltaOf(1) * noiseToWidth).toBeLessThan(1);
    expect(deltaOf(2)).toBeGreaterThanOrEqual(deltaOf(1));
  }
});
