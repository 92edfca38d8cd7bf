import { describe, expect, it } from "vitest";
import reference from "../../../test/vectors/reference/reference.json" with { type: "json" };
import type { RenyiCurve } from "../claims/renyi-curve.js";
import { gaussianEpsilon } from "../theorems/gaussian.js";
import { gaussianCurve } from "./gaussian-curve.js";
import { gaussianRatio } from "./gaussian-ratio.js";
import { meanOf } from "./mean-ratio.js";
import { randomizedResponseCurve } from "./randomized-response-curve.js";
import { ratioCurve } from "./ratio-curve.js";
import { deltaFromRenyi, epsilonFromRenyi } from "./renyi-to-epsilon.js";

const flat = (rdp: number): RenyiCurve => ({ at: () => rdp });

describe("conversion from RDP", () => {
  const cases = reference.cases.filter((each) => each.name === "rdpToEpsilon");
  it.each(cases)("$params", ({ params, value }) => {
    const { order, rdp, delta } = params as { order: number; rdp: number; delta: number };
    const { value: epsilon } = epsilonFromRenyi(flat(rdp), delta, { orders: [order] });
    expect(Math.abs(epsilon / Number(value) - 1)).toBeLessThan(1e-12);
    expect(deltaFromRenyi(flat(rdp), epsilon, { orders: [order] }).value / delta).toBeCloseTo(1, 10);
  });

  it("never answers below zero, nor a delta above one", () => {
    expect(epsilonFromRenyi(flat(0), 0.5).value).toBe(0);
    expect(deltaFromRenyi(flat(50), 1).value).toBe(1);
  });

  it("leaves the least delta where an order's epsilon leaves the doubles", () => {
    expect(deltaFromRenyi(flat(0), 1e300, { orders: [1e10] }).value).toBe(Number.MIN_VALUE);
  });

  it("is infinite where the curve is", () => {
    expect(epsilonFromRenyi(flat(Infinity), 1e-5).value).toBe(Infinity);
  });

  it("lies between the exact Gaussian epsilon and the zCDP formula, from tiny to huge noise", () => {
    const delta = 1e-5;
    const best = (sigma: number): number => {
      const rho = 1 / (2 * sigma ** 2);
      return rho + 2 * Math.sqrt(rho * Math.log(1 / delta));
    };
    for (const sigma of [0.01, 0.1, 1, 10, 1e3, 1e4]) {
      const { value } = epsilonFromRenyi(gaussianCurve(sigma), delta);
      expect(value).toBeLessThan(best(sigma));
      expect(value).toBeGreaterThanOrEqual(gaussianEpsilon({ noiseMultiplier: sigma, delta }));
    }
  });
});

describe("LT22 Table 1", () => {
  const shuffled = ratioCurve(meanOf(gaussianRatio(9.48), 60_000), gaussianCurve(9.48));
  const composed = (rounds: number): RenyiCurve => ({ at: (order) => rounds * shuffled.at(order) });

  it("'Ours' to all printed digits with orders 2..30", () => {
    const orders = Array.from({ length: 29 }, (_, i) => i + 2);
    const row = [1, 2, 3, 4, 5, 6, 7].map((rounds) =>
      epsilonFromRenyi(composed(rounds), 1 / 60_000, { orders }).value.toFixed(5),
    );
    expect(row).toEqual(["0.22820", "0.22820", "0.22821", "0.22821", "0.22821", "0.22822", "0.22822"]);
  });

  it("with every order: 0.0014063 and 0.0025118", () => {
    expect(epsilonFromRenyi(composed(1), 1 / 60_000).value.toFixed(7)).toBe("0.0014063");
    expect(epsilonFromRenyi(composed(7), 1 / 60_000).value.toFixed(7)).toBe("0.0025118");
  });
});

it.each([
  [1e100, 9.999999999999998e99, 1],
  [100000000.1, 100000000.1 * (1 - 2 ** -53), 1.49e-8],
  [100000.1, 100000.1 * (1 - 2 ** -53), 1.45e-11],
])(
  "delta of a response of epsilon %d at %d, next to its largest loss, is at least %d",
  (localEpsilon, epsilon, exact) => {
    expect(deltaFromRenyi(randomizedResponseCurve(localEpsilon), epsilon).value).toBeGreaterThanOrEqual(
      exact,
    );
  },
);
