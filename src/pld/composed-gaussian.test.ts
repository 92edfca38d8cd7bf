import { expect, test } from "vitest";
import { gaussianEpsilon } from "../accounting/theorems/gaussian.js";
import { gaussianPrivacyLoss } from "./gaussian-privacy-loss.js";

/**
 * Many Gaussian rounds are one with less noise, whose profile is known in closed form; few frequencies sum
 * them up.
 */
test.each([
  [3, 300],
  [17, 3000],
  [17, 1e5],
  [100, 1e5],
  [100, 1e7],
  [900, 1e7],
])("noise multiplier %d, %d rounds: the closed form lies in every bracket", (noiseMultiplier, rounds) => {
  const composed = gaussianPrivacyLoss({ noiseMultiplier }).compose(rounds);
  for (const delta of [1e-3, 1e-5, 1e-9, 1e-15, 1e-20]) {
    const exact = gaussianEpsilon({ noiseMultiplier: noiseMultiplier / Math.sqrt(rounds), delta });
    const epsilon = composed.epsilonAtDelta(delta);
    expect(epsilon.lower).toBeLessThanOrEqual(exact);
    expect(epsilon.upper).toBeGreaterThanOrEqual(exact);
    expect(epsilon.upper - epsilon.lower).toBeLessThan(5e-3 * epsilon.upper);
    const inverse = composed.deltaAtEpsilon(exact);
    expect(inverse.lower).toBeLessThanOrEqual(delta);
    expect(inverse.upper).toBeGreaterThanOrEqual(delta * (1 - 1e-12));
  }
});
