import { expect, it } from "vitest";
import { gaussianDelta } from "../../../theorems/gaussian.js";
import { shuffledScalar } from "./shuffled-scalar.js";

it("is about the delta of one report far out, where so few others hide nothing", { tags: ["slow"] }, () => {
  const noiseToWidth = 0.5252626505393214;
  const { deltaAt } = shuffledScalar({ kind: "gaussianScalar", noiseToWidth }, 7);
  for (let epsilon = 20; epsilon <= 23.5; epsilon += 0.1) {
    const alone = gaussianDelta({ epsilon, noiseMultiplier: noiseToWidth });
    expect(deltaAt(epsilon)).toBeLessThan(1.05 * alone);
    expect(deltaAt(epsilon)).toBeGreaterThan(0.1 * alone);
    expect(deltaAt(epsilon + 0.1)).toBeLessThan(deltaAt(epsilon));
  }
});

it.each([
  ["gaussianScalar", 0.4, 7],
  ["gaussianScalar", 0.4, 28407],
  ["gaussianScalar", 0.8, 300],
  ["laplaceScalar", 0.2, 300],
] as const)(
  "falls as epsilon rises from zero: %s of noise %d, %i users",
  { tags: ["slow"] },
  (kind, noiseToWidth, users) => {
    const { deltaAt } = shuffledScalar({ kind, noiseToWidth }, users);
    let before = deltaAt(0);
    for (const epsilon of [1e-13, 3e-12, 1e-10, 1e-8, 1e-6, 1e-4, 0.01, 0.1, 1]) {
      const delta = deltaAt(epsilon);
      expect(delta).toBeLessThanOrEqual(before * (1 + 1e-6));
      before = delta;
    }
  },
);

it("reveals what it must where revealing a little less costs as much as a report by itself", () => {
  const { deltaAt } = shuffledScalar({ kind: "gaussianScalar", noiseToWidth: 0.2778925524289572 }, 923);
  for (const epsilon of [29.2, 29.4, 29.6, 29.8, 30, 30.2]) {
    expect(deltaAt(epsilon)).toBeLessThan(1e-13);
    expect(deltaAt(epsilon + 0.1)).toBeLessThan(deltaAt(epsilon));
  }
});
