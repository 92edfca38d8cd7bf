import { expect, it } from "vitest";
import { deltas } from "../deltas.js";
import { ownDelta } from "../shuffle/clones/own-delta.js";

it.each([
  [1e-9, 0],
  [0.3, 0.1],
  [2, 1.9],
  [8, 3],
])("one report of local epsilon %d tells no more than randomized response at %d", (localEpsilon, epsilon) => {
  const truth = 1 / (1 + Math.exp(-localEpsilon));
  const direct = truth - Math.exp(epsilon) * (1 - truth);
  expect(ownDelta(localEpsilon, 0, epsilon) / direct).toBeCloseTo(1, 6);
  expect(ownDelta(localEpsilon, 0, localEpsilon)).toBe(0);
});

it("has a delta of what one report tells, however little: two rounds cost more", () => {
  for (const noiseToWidth of [1e5, 1e9]) {
    const round = {
      kind: "subsampledShuffle",
      users: 224,
      sampled: 224,
      of: { kind: "laplaceScalar", noiseToWidth },
    } as const;
    const deltaOf = (times: number): number =>
      deltas({ kind: "repeat", times, of: round }, { adjacency: "zero-out", epsilon: 0, method: "blanket" })
        .guarantees[0]!.delta.upper;
    expect(deltaOf(1) * noiseToWidth).toBeGreaterThan(1 / 100);
    expect(deltaOf(1) * noiseToWidth).toBeLessThan(1);
    expect(deltaOf(2)).toBeGreaterThanOrEqual(deltaOf(1));
  }
});

it("does not charge one round for rounding what two rounds leave to a larger epsilon", {
  tags: ["slow"],
}, () => {
  const kinds = ["gaussianScalar", "laplaceScalar"] as const;
  for (const kind of kinds) {
    for (const noiseToWidth of [1e6, 1e9]) {
      for (const epsilon of [0, 1e-12, 2e-12, 1e-9]) {
        const of = {
          kind: "subsampledShuffle",
          users: 1000,
          sampled: 1000,
          of: { kind, noiseToWidth },
        } as const;
        const deltaOf = (times: number): number =>
          deltas({ kind: "repeat", times, of }, { adjacency: "replace-one", epsilon, method: "blanket" })
            .guarantees[0]!.delta.upper;
        expect(deltaOf(1)).toBeLessThanOrEqual(deltaOf(2) * (1 + 1e-9));
      }
    }
  }
});
