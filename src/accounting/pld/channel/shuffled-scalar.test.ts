import { expect, it } from "vitest";
import { gaussianDelta } from "../../theorems/gaussian.js";
import { shuffledScalar } from "./shuffled-scalar.js";

it("is about the delta of one report far out, where so few others hide nothing", () => {
  const noiseToWidth = 0.5252626505393214;
  const { deltaAt } = shuffledScalar({ kind: "gaussianScalar", noiseToWidth }, 7);
  for (let epsilon = 20; epsilon <= 23.5; epsilon += 0.1) {
    const alone = gaussianDelta({ epsilon, noiseMultiplier: noiseToWidth });
    expect(deltaAt(epsilon)).toBeLessThan(1.05 * alone);
    expect(deltaAt(epsilon)).toBeGreaterThan(0.1 * alone);
    expect(deltaAt(epsilon + 0.1)).toBeLessThan(deltaAt(epsilon));
  }
});
