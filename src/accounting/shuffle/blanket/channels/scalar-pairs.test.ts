import { describe, expect, it } from "vitest";
import { normalCdf } from "../../../../numerics/normal-cdf.js";
import type { BlanketPair } from "./blanket-pairs.js";
import { scalarPairs } from "./scalar-pairs.js";

/** One user's delta: how far the left end's law is above e^epsilon times the right end's. */
function deltaOf({ before, after, revealed }: BlanketPair, epsilon: number): number {
  const events = [...Array.from(before, (p, i) => [p, after[i]!] as const), ...revealed];
  return events.reduce((sum, [p, q]) => sum + Math.max(0, p - Math.exp(epsilon) * q), 0);
}

describe("each pair of the two ends of an interval", () => {
  it.each([
    [
      "laplaceScalar",
      0.1,
      // Of Laplace noise of scale b between points at distance 1, by integration.
      (epsilon: number) => 1 - Math.exp((epsilon - 1 / 0.1) / 2),
    ],
    [
      "gaussianScalar",
      0.2,
      (epsilon: number) =>
        normalCdf(0.5 / 0.2 - epsilon * 0.2) - Math.exp(epsilon) * normalCdf(-0.5 / 0.2 - epsilon * 0.2),
    ],
  ] as const)("%s tells of one user what its noise does, and hardly more", (kind, noiseToWidth, exact) => {
    const pairs = scalarPairs({ kind, noiseToWidth });
    expect(pairs.length).toBeGreaterThan(5);
    for (const pair of pairs) {
      for (const epsilon of [0, 1, 2.5, 4, 6, 9]) {
        const delta = deltaOf(pair, epsilon);
        expect(delta).toBeGreaterThanOrEqual(exact(epsilon) * (1 - 1e-12));
        expect(delta).toBeLessThan(exact(epsilon) * 1.001);
      }
    }
  });
});
