import { expect, test } from "vitest";
import { seenSamplingDelta } from "./seen-sampling-delta.js";

const STEP = 0.001;
const FAR = 30;

/**
 * The divergence of one report of a sampled user, the others lying so far away that their reports are known
 * for theirs.
 */
function exactDelta(noiseMultiplier: number, rate: number, epsilon: number): number {
  const density = (z: number, mean: number): number =>
    Math.exp(-((z - mean) ** 2) / 2) / Math.sqrt(2 * Math.PI);
  let sum = 0;
  for (let z = -12; z < 12 + 1 / noiseMultiplier; z += STEP) {
    const rest = (1 - rate) * density(z, FAR);
    const [p, q] = [rest + rate * density(z, 0), rest + rate * density(z, 1 / noiseMultiplier)];
    sum += STEP * Math.max(0, p - Math.exp(epsilon) * q);
  }
  return sum;
}

test.each([
  [1, 0.2],
  [0.5, 0.03],
  [4, 0.7],
])(
  "noise multiplier %d, sampling rate %d: what one sampled report shows",
  (noiseMultiplier, samplingRate) => {
    for (const epsilon of [0, 0.3, 1]) {
      const exact = exactDelta(noiseMultiplier, samplingRate, epsilon);
      const bound = seenSamplingDelta({ noiseMultiplier, samplingRate }, epsilon);
      expect(bound).toBeGreaterThanOrEqual(exact * (1 - 1e-6));
      expect(bound).toBeLessThan(exact * (1 + 1e-5) + 1e-9);
    }
  },
);
