import { describe, expect, it } from "vitest";
import { gaussLegendre } from "../../../numerics/gauss-legendre.js";
import { LogSum } from "../../../numerics/log-sum.js";
import { gaussianGains } from "./gains-above-one.js";
import { secretSamplingLogMoment } from "./secret-sampling.js";

const RULE = gaussLegendre(24);

/**
 * log(1 + E[(Z^order - 1) (1 - Z^(1 - order)); Z > 1]) by many equal panels, far narrower than the distance
 * of Z's zeros.
 */
function manyPanels(noiseMultiplier: number, rate: number, order: number): number {
  const kink = 0.5 / noiseMultiplier;
  const end = order / noiseMultiplier + 14;
  const panels = Math.ceil((end - kink) / Math.min(0.5, noiseMultiplier, (4 * noiseMultiplier) / order));
  const half = (end - kink) / (2 * panels);
  const sum = new LogSum();
  for (let panel = 0; panel < panels; panel++) {
    RULE.nodes.forEach((node, i) => {
      const u = kink + (2 * panel + 1 + node) * half;
      const logX = (u - kink) / noiseMultiplier;
      const logZ =
        logX < 30
          ? Math.log1p(rate * Math.expm1(logX))
          : logX + Math.log(rate + (1 - rate) * Math.exp(-logX));
      const gain = order * logZ < 30 ? Math.log(Math.expm1(order * logZ)) : order * logZ;
      sum.add(
        gain + Math.log(-Math.expm1((1 - order) * logZ)) - u ** 2 / 2 + Math.log(half * RULE.weights[i]!),
      );
    });
  }
  return Math.log1p(Math.exp(sum.log - Math.log(2 * Math.PI) / 2));
}

describe("the quadrature of Gaussian gains", () => {
  it.each([0.03, 0.11, 0.45, 1.3, 6, 210, 1e5])("agrees with many narrow panels at sigma = %f", (sigma) => {
    for (const rate of [1e-7, 0.004, 0.2, 0.5, 0.93, 1]) {
      for (const order of [1.004, 1.5, 2, 7, 40, 50 * sigma].filter(
        (each) => each > 1 && each < 60 * sigma,
      )) {
        const expected = manyPanels(sigma, rate, order);
        if (expected > 600) continue;
        expect(secretSamplingLogMoment(gaussianGains(sigma), rate, order) / expected).toBeCloseTo(1, 11);
      }
    }
  });

  it.each([0.05, 0.7, 3, 1e4])(
    "is the pair's own moment where everybody is sampled, at sigma = %f",
    (sigma) => {
      for (const share of [0.02, 0.1, 0.5, 1]) {
        const order = 1 + (60 * sigma - 1) * share;
        const logMoment = (order * (order - 1)) / (2 * sigma ** 2);
        expect(secretSamplingLogMoment(gaussianGains(sigma), 1, order) / logMoment).toBeCloseTo(1, 11);
      }
    },
  );

  it("says nothing past its reach", () => {
    expect(secretSamplingLogMoment(gaussianGains(2), 0.1, 120.1)).toBe(Infinity);
    expect(secretSamplingLogMoment(gaussianGains(0.01), 0.1, 1.01)).toBe(Infinity);
  });
});
