import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  composePld,
  discretePrivacyLoss,
  gaussianPrivacyLoss,
  laplacePrivacyLoss,
  shuffleGaussianPrivacyLoss,
} from "../accounting/pld.js";
import { gaussianDelta, gaussianEpsilon } from "../accounting/theorems/gaussian.js";
import { DpError } from "../errors.js";

const relativeWidth = ({ lower, upper }: { lower: number; upper: number }) => (upper - lower) / upper;

describe("PrivacyLossDistribution", () => {
  it.each([
    [1.3, 1, 1e-5],
    [0.4, 2, 1e-3],
    [9.48, 100, 1e-6],
    [50, 10_000, 1e-10],
    [0.1, 3, 1e-9],
    [700, 1_000_000, 1e-8],
  ])(
    "encloses the Gaussian mechanism's epsilon: s = %d, T = %d, delta = %d",
    (noiseMultiplier, rounds, delta) => {
      const exact = gaussianEpsilon({ delta, noiseMultiplier: noiseMultiplier / Math.sqrt(rounds) });
      const bracket = gaussianPrivacyLoss({ noiseMultiplier }).compose(rounds).epsilonAtDelta(delta);
      expect(bracket.lower).toBeLessThanOrEqual(exact * (1 + 1e-10));
      expect(bracket.upper).toBeGreaterThanOrEqual(exact * (1 - 1e-10));
      expect(bracket.lower <= bracket.estimate && bracket.estimate <= bracket.upper).toBe(true);
      expect(relativeWidth(bracket)).toBeLessThan(1e-3);
    },
  );

  it.each([
    [1.3, 1, 0.7],
    [9.48, 100, 2.5],
    [20, 3000, 9],
  ])(
    "encloses the Gaussian mechanism's delta: s = %d, T = %d, epsilon = %d",
    (noiseMultiplier, rounds, epsilon) => {
      const exact = gaussianDelta({ epsilon, noiseMultiplier: noiseMultiplier / Math.sqrt(rounds) });
      const bracket = gaussianPrivacyLoss({ noiseMultiplier })
        .compose(rounds)
        .deltaAtEpsilon(epsilon, { relativeWidth: 1e-3 });
      expect(bracket.lower).toBeLessThanOrEqual(exact);
      expect(bracket.upper).toBeGreaterThanOrEqual(exact * (1 - 1e-10));
      expect(relativeWidth(bracket)).toBeLessThan(1e-3);
    },
  );

  it("adds up different Gaussians", () => {
    const parts = [
      gaussianPrivacyLoss({ noiseMultiplier: 3 }).compose(5),
      gaussianPrivacyLoss({ noiseMultiplier: 11 }).compose(40),
    ];
    const exact = gaussianEpsilon({ delta: 1e-6, noiseMultiplier: 1 / Math.sqrt(5 / 9 + 40 / 121) });
    const { lower, upper } = composePld(parts).epsilonAtDelta(1e-6);
    expect(lower).toBeLessThanOrEqual(exact);
    expect(upper).toBeGreaterThanOrEqual(exact);
    expect(upper / lower).toBeLessThan(1.001);
  });

  it("knows one Laplace release exactly, and composed randomized response by its binomial sum", () => {
    const laplace = laplacePrivacyLoss({ laplaceScale: 2 }).deltaAtEpsilon(0.3);
    const exact = -Math.expm1((0.3 - 0.5) / 2);
    expect(laplace.lower).toBeLessThanOrEqual(exact);
    expect(laplace.upper).toBeGreaterThanOrEqual(exact);
    const response = discretePrivacyLoss({ massP: [0.6, 0.4], massQ: [0.4, 0.6] })
      .compose(9)
      .deltaAtEpsilon(1);
    const binomial = [1, 9, 36, 84, 126, 126, 84, 36, 9, 1];
    const delta = binomial.reduce(
      (sum, ways, k) =>
        sum + ways * Math.max(0, 0.6 ** k * 0.4 ** (9 - k) - Math.E * 0.4 ** k * 0.6 ** (9 - k)),
      0,
    );
    expect(response.lower).toBeLessThanOrEqual(delta);
    expect(response.upper).toBeGreaterThanOrEqual(delta);
    expect(relativeWidth(response)).toBeLessThan(1e-6);
  });

  it("counts outcomes that only one law has", () => {
    const loss = discretePrivacyLoss({ massP: [0.9, 0.1], massQ: [1, 0] });
    expect(loss.epsilonAtDelta(0.05).lower).toBe(Infinity);
    const { lower, upper } = loss.compose(3).deltaAtEpsilon(0);
    const exact = 1 - 0.9 ** 3;
    expect(lower).toBeLessThanOrEqual(exact);
    expect(upper).toBeGreaterThanOrEqual(exact);
    expect(upper - lower).toBeLessThan(1e-8);
  });

  it("composing nothing costs nothing, and more rounds never cost less", () => {
    const loss = gaussianPrivacyLoss({ noiseMultiplier: 5 });
    expect(loss.compose(0).epsilonAtDelta(1e-5)).toEqual({ lower: 0, estimate: 0, upper: 0 });
    expect(composePld([loss, loss.compose(0)]).epsilonAtDelta(1e-5)).toEqual(loss.epsilonAtDelta(1e-5));
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 300 }), fc.integer({ min: 1, max: 300 }), (a, b) => {
        const [few, many] = [Math.min(a, b), Math.max(a, b)];
        expect(loss.compose(few).epsilonAtDelta(1e-5).lower).toBeLessThanOrEqual(
          loss.compose(many).epsilonAtDelta(1e-5).upper,
        );
      }),
      { numRuns: 15 },
    );
  });

  it("certifies an epsilon of about zero", () => {
    expect(gaussianPrivacyLoss({ noiseMultiplier: 100 }).compose(2).epsilonAtDelta(0.3).upper).toBeLessThan(
      1e-9,
    );
  });

  it("fails where a requested width is out of reach, naming the one reached; without a request, returns the bracket found", () => {
    const shuffled = shuffleGaussianPrivacyLoss({ users: 3, noiseMultiplier: 2 });
    const { lower, upper } = shuffled.epsilonAtDelta(1e-5);
    expect(lower).toBeLessThan(upper);
    expect(() => shuffled.epsilonAtDelta(1e-5, { relativeWidth: 1e-6 })).toThrow(
      expect.objectContaining({ code: "NOT_CONVERGED", message: expect.stringMatching(/e-5 was reached/) }),
    );
  });

  it("reports rising progress inside a pass, and stops where the callback aborts", () => {
    const loss = shuffleGaussianPrivacyLoss({ users: 900, noiseMultiplier: 3 }).compose(5);
    const seen: number[] = [];
    loss.epsilonAtDelta(1e-5, { onProgress: (fraction) => seen.push(fraction) });
    expect(seen.length).toBeGreaterThan(15);
    expect(seen).toEqual([...seen].sort((a, b) => a - b));
    expect(seen.at(-1)).toBe(1);
    const controller = new AbortController();
    const stop = (fraction: number) => fraction > 0.1 && controller.abort();
    const other = shuffleGaussianPrivacyLoss({ users: 901, noiseMultiplier: 3 });
    expect(() => other.epsilonAtDelta(1e-5, { onProgress: stop, signal: controller.signal })).toThrow(
      expect.objectContaining({ code: "CANCELLED" }),
    );
  });

  it("refuses bad arguments, and stops when aborted", () => {
    const loss = gaussianPrivacyLoss({ noiseMultiplier: 1 });
    const codeOf = (act: () => unknown) => {
      try {
        act();
      } catch (error) {
        return error instanceof DpError ? error.code : error;
      }
      return "nothing thrown";
    };
    expect(codeOf(() => loss.compose(1.5))).toBe("OUT_OF_RANGE");
    expect(codeOf(() => loss.epsilonAtDelta(0))).toBe("OUT_OF_RANGE");
    expect(codeOf(() => loss.deltaAtEpsilon(Number.NaN))).toBe("OUT_OF_RANGE");
    expect(codeOf(() => loss.epsilonAtDelta(1e-5, { relativeWidth: 0 }))).toBe("OUT_OF_RANGE");
    expect(codeOf(() => loss.epsilonAtDelta(1e-5, { signal: AbortSignal.abort() }))).toBe("CANCELLED");
    expect(codeOf(() => discretePrivacyLoss({ massP: [0.5, 0.4], massQ: [0.5, 0.5] }))).toBe("BAD_INPUT");
    expect(codeOf(() => discretePrivacyLoss({ massP: [1.5, -0.5], massQ: [0.5, 0.5] }))).toBe("OUT_OF_RANGE");
    expect(codeOf(() => gaussianPrivacyLoss({ noiseMultiplier: 0 }))).toBe("OUT_OF_RANGE");
    const seen: number[] = [];
    loss
      .compose(10)
      .epsilonAtDelta(1e-5, { relativeWidth: 1e-4, onProgress: (fraction) => seen.push(fraction) });
    expect(seen.at(-1)).toBe(1);
  });
});
