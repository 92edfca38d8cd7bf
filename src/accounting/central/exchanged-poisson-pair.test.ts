import { describe, expect, it } from "vitest";
import { PrivacyLossDistribution } from "../../pld/privacy-loss-distribution.js";
import { gaussianDelta } from "../theorems/gaussian.js";
import { exchangedPoissonPair } from "./exchanged-poisson-pair.js";

const density = (z: number): number => Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI);

/**
 * The sum's density on a grid of `step`, of a record at `mean` sampled with probability `rate`, in standard
 * deviations of the noise.
 */
function sampledDensity(rate: number, mean: number, step: number): Float64Array {
  return Float64Array.from({ length: Math.round(28 / step) }, (_, i) => {
    const z = -14 + (i + 0.5) * step;
    return (1 - rate) * density(z) + rate * density(z - mean);
  });
}

function hockeyStick(x: number, p: Float64Array, q: Float64Array, step: number): number {
  let sum = 0;
  for (let i = 0; i < p.length; i++) sum += step * Math.max(0, p[i]! - x * q[i]!);
  return sum;
}

const SETTINGS = [0.5, 1, 2].flatMap((noise) => [0.01, 0.2, 0.9].map((rate) => [rate, noise] as const));

describe("the pair of a record exchanged under Poisson sampling", () => {
  it.each(SETTINGS)("is above every exchange, rate %d, noise %d C", (rate, noise) => {
    const loss = PrivacyLossDistribution.of(exchangedPoissonPair(rate, noise / 2));
    const step = 0.002;
    for (const [from, to] of [
      [1, -1],
      [1, 0],
      [1, 0.5],
      [0, 1],
      [0.3, -1],
    ] as const) {
      const p = sampledDensity(rate, from / noise, step);
      const q = sampledDensity(rate, to / noise, step);
      for (const epsilon of [0, 0.01 * rate, rate, 2 * rate, 1, 3]) {
        const { upper } = loss.deltaAtEpsilon(epsilon);
        expect(hockeyStick(Math.exp(epsilon), p, q, step)).toBeLessThanOrEqual(upper * (1 + 1e-6) + 1e-9);
        expect(hockeyStick(Math.exp(epsilon), q, p, step)).toBeLessThanOrEqual(upper * (1 + 1e-6) + 1e-9);
      }
    }
  });

  it.each([
    [0.2, 1],
    [0.5, 2],
  ])("twice is above two exchanged rounds, by a double integral: rate %d, noise %d C", (rate, noise) => {
    const loss = PrivacyLossDistribution.of(exchangedPoissonPair(rate, noise / 2)).compose(2);
    const step = 0.02;
    const p = sampledDensity(rate, 1 / noise, step);
    const q = sampledDensity(rate, -1 / noise, step);
    for (const epsilon of [0.1, 0.5, 1, 2]) {
      let exact = 0;
      for (let i = 0; i < p.length; i++) {
        for (let j = 0; j < p.length; j++) {
          exact += step * step * Math.max(0, p[i]! * p[j]! - Math.exp(epsilon) * q[i]! * q[j]!);
        }
      }
      const { upper } = loss.deltaAtEpsilon(epsilon);
      expect(upper).toBeGreaterThanOrEqual(exact * (1 - 1e-4));
    }
  });

  it("is the Gaussian mechanism's at twice the clip bound where every record is sampled", () => {
    const loss = PrivacyLossDistribution.of(exchangedPoissonPair(1, 1.5));
    for (const epsilon of [0.1, 1, 2.5]) {
      const exact = gaussianDelta({ epsilon, noiseMultiplier: 1.5 });
      const { upper } = loss.deltaAtEpsilon(epsilon);
      expect(upper).toBeGreaterThanOrEqual(exact * (1 - 1e-12));
      expect(upper).toBeLessThan(1.01 * exact);
    }
  });

  it.each([
    [0.01, 10_000, 1, 5.26],
    [0.01, 1000, 0.5, 5.4],
  ])("rate %d, %i rounds, noise %d x 2C: epsilon at most %d", (rate, rounds, noise, most) => {
    const loss = PrivacyLossDistribution.of(exchangedPoissonPair(rate, noise)).compose(rounds);
    const { upper } = loss.epsilonAtDelta(1e-5);
    expect(upper).toBeLessThan(most);
    const oneDistance = PrivacyLossDistribution.of(exchangedPoissonPair(rate, 2 * noise)).compose(rounds);
    expect(upper).toBeGreaterThan(oneDistance.epsilonAtDelta(1e-5).upper);
  });
});
