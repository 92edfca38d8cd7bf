import { expect, it } from "vitest";
import { deltas } from "../deltas.js";

it("of much composed Gaussian noise has lower ends below the truth, and near it", () => {
  const round = { kind: "gaussian", noiseMultiplier: 1e-3 } as const;
  const query = { adjacency: "zero-out", epsilon: 8.006e8 } as const;
  // Balle and Wang 2018, Theorem 8, with mpmath at 80 digits.
  const truth = 3.66958404018975e-51;
  const { guarantees } = deltas({ kind: "repeat", times: 1600, of: round }, query);
  const composed = guarantees.filter(({ method }) => method.endsWith("-composition"));
  expect(composed).toHaveLength(2);
  for (const { delta } of composed) {
    expect(delta.lower).toBeLessThanOrEqual(truth);
    expect(delta.lower).toBeGreaterThan(truth * (1 - 1e-8));
    expect(delta.upper).toBeGreaterThanOrEqual(truth);
  }
});
