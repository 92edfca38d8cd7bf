import fc from "fast-check";
import { expect, it } from "vitest";
import { productRemainder } from "../../numerics/product-remainder.js";
import { readRound } from "./round.js";

function epsilonOf(noiseToWidth: number): number {
  const { report } = readRound({ kind: "laplaceScalar", noiseToWidth }, "replace-one");
  return (report as { readonly epsilon: number }).epsilon;
}

it("the local epsilon of Laplace noise is the width over the scale, rounded up", () => {
  const noises = fc.double({ min: 1e-100, max: 1e100, noNaN: true });
  fc.assert(
    fc.property(noises, (noise) => {
      const product = epsilonOf(noise) * noise;
      expect(product - 1 + productRemainder(epsilonOf(noise), noise)).toBeGreaterThanOrEqual(0);
      expect(product).toBeLessThan(1 + 2 ** -50);
    }),
    { seed: 71, numRuns: 500 },
  );
});

it("also where it is a double of few digits", () => {
  // In units of 2^-1074 each, exactly: epsilon * noise >= 1.
  for (const noise of [1e308, 1.1e308, 1.5e308, 1.7e308, Number.MAX_VALUE]) {
    const units = BigInt(epsilonOf(noise) / Number.MIN_VALUE);
    expect(units * BigInt(noise)).toBeGreaterThanOrEqual(1n << 1074n);
  }
});
