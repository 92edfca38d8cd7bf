import { expect, it } from "vitest";
import { sampleUniform, seededSource } from "../../../../random/index.js";
import { type Contributions, integratedTail } from "./contributions.js";
import { contributionsAboveAll } from "./worst-contributions.js";

it("one law above all: its integrated tail is nowhere below any of theirs", () => {
  const source = seededSource(8);
  for (let round = 0; round < 20; round++) {
    const laws = Array.from({ length: 3 }, (): Contributions => {
      const weights = Array.from({ length: 4 }, () => 0.05 + sampleUniform(source));
      const total = weights.reduce((sum, each) => sum + each, 0);
      return {
        values: Float64Array.from(weights, () => 4 * sampleUniform(source) - 2.5),
        masses: Float64Array.from(weights, (each) => each / total),
        revealed: sampleUniform(source) / 10,
      };
    });
    const above = contributionsAboveAll(laws);
    const at = Float64Array.from({ length: 200 }, (_, i) => -4 + i / 30);
    const most = integratedTail(above, at);
    for (const law of laws) {
      for (const [i, tail] of integratedTail(law, at).entries())
        expect(most[i]! - tail).toBeGreaterThan(-1e-12);
      expect(above.revealed).toBeGreaterThanOrEqual(law.revealed);
    }
  }
});
