/** Theorem A: against plain quadrature, the certified pair of LT22 with D + 1 reports, and mutants. */
import { describe, expect, it } from "vitest";
import {
  exactDelta,
  lawOf,
  meanLaw,
  positivePart,
  ratio,
} from "../../../../test/properties/dummy-quadrature.js";
import { PrivacyLossDistribution } from "../../../pld/privacy-loss-distribution.js";
import { gaussianDelta } from "../../theorems/gaussian.js";
import { shuffleGaussianPair } from "../exact-gaussian/shuffle-gaussian-pair.js";
import { dummiesDelta } from "./dummies-delta.js";

const QUADRATURE = 1e-5;

describe("a record replaced, by dummies alone", () => {
  it.each([0.1, 0.5, 1.3])("radius %f: near quadrature, never below", { tags: ["slow"] }, (radius) => {
    for (const excess of [0, 0.1, 0.6]) {
      for (const dummies of [0, 1]) {
        const t = 1 + excess;
        const law = lawOf((z) => ratio(radius, z) - t * ratio(-radius, z), dummies + 1);
        const exact = positivePart(meanLaw(law, dummies + 1));
        const bound = dummiesDelta({ changed: "replaced", radius, dummies }, excess);
        expect(bound).toBeGreaterThan(exact * (1 - 1e-6) - QUADRATURE * 1e-2);
        expect(bound).toBeLessThan(exact * 1.003 + QUADRATURE);
      }
    }
  });

  it("without dummies is the Gaussian mechanism at twice the radius", () => {
    for (const excess of [0, 0.3, 3]) {
      const exact = gaussianDelta({ epsilon: Math.log1p(excess), noiseMultiplier: 1 / 1.6 });
      const bound = dummiesDelta({ changed: "replaced", radius: 0.8, dummies: 0 }, excess);
      expect(bound / exact).toBeCloseTo(1, 9);
    }
  });

  it("falls with dummies and rises with the radius", () => {
    const delta = (dummies: number, radius: number): number =>
      dummiesDelta({ changed: "replaced", radius, dummies }, 0.05);
    const byDummies = [10, 30, 100, 1000].map((dummies) => delta(dummies, 0.4));
    expect([...byDummies].sort((a, b) => b - a)).toEqual(byDummies);
    const byRadius = [0.1, 0.2, 0.4, 0.8].map((radius) => delta(100, radius));
    expect([...byRadius].sort((a, b) => a - b)).toEqual(byRadius);
  });

  it("spends more than the variance of one side alone", () => {
    // Twice the distance to the zero record: some twice its epsilon, by far not the same delta.
    const [dummies, radius, excess] = [1000, 0.2, 0.02];
    const replaced = dummiesDelta({ changed: "replaced", radius, dummies }, excess);
    expect(replaced).toBeGreaterThan(5 * dummiesDelta({ changed: "to-zero", radius, dummies }, excess));
  });
});

describe("the zero record, by dummies alone", () => {
  it.each([
    [40, 0.5],
    [1000, 0.2],
  ])("%i dummies, radius %f: LT22's pair with one report more", { tags: ["slow"] }, (dummies, radius) => {
    const loss = PrivacyLossDistribution.of(shuffleGaussianPair(dummies + 1, 1 / radius));
    for (const epsilon of [0, 0.02, 0.1]) {
      const { lower, upper } = loss.deltaAtEpsilon(epsilon);
      const deltas = (["to-zero", "from-zero"] as const).map((changed) =>
        dummiesDelta({ changed, radius, dummies }, Math.expm1(epsilon)),
      );
      expect(Math.max(...deltas)).toBeGreaterThanOrEqual(lower);
      expect(Math.max(...deltas)).toBeLessThan(upper * 1.01);
    }
  });

  it("rare large ratios, which the transform's window does not hold", { tags: ["slow"] }, () => {
    const [dummies, radius] = [55_800, 1 / 0.7198];
    const loss = PrivacyLossDistribution.of(shuffleGaussianPair(dummies + 1, 1 / radius));
    for (const epsilon of [0.01, 0.05]) {
      const { lower, upper } = loss.deltaAtEpsilon(epsilon);
      const bound = dummiesDelta({ changed: "to-zero", radius, dummies }, Math.expm1(epsilon));
      expect(bound).toBeGreaterThanOrEqual(lower);
      expect(bound).toBeLessThan(upper * 1.05);
    }
  });
});

describe("users who send a dummy where they do not join", () => {
  it.each([0.2, 0.6])("rate %f: exactly the mixture of both shuffles", { tags: ["slow"] }, (samplingRate) => {
    const [radius, dummies] = [0.9, 1];
    for (const excess of [0, 0.05, 0.3]) {
      const shuffles = (x: number) =>
        [
          [samplingRate, [x, 0]],
          [1 - samplingRate, [0, 0]],
        ] as const;
      const exact = exactDelta(shuffles(radius), shuffles(-radius), 1 + excess);
      const bound = dummiesDelta({ changed: "replaced", radius, dummies, samplingRate }, excess);
      expect(bound).toBeGreaterThan(exact - QUADRATURE);
      expect(bound).toBeLessThan(exact * 1.01 + QUADRATURE);
    }
  });
});
