import fc from "fast-check";
import { expect, it } from "vitest";
import { productRemainder } from "../../numerics/product-remainder.js";
import { readRound } from "./read-round.js";

function epsilonOf(noiseToWidth: number): number {
  const { report } = readRound({ kind: "laplaceScalar", noiseToWidth }, "replace-one");
  return (report as { readonly epsilon: number }).epsilon;
}

it("the local epsilon of Laplace noise is the width over the scale, rounded up", () => {
  const noises = fc.double({ min: 0.02, max: 1e9, noNaN: true });
  fc.assert(
    fc.property(noises, (noise) => {
      const product = epsilonOf(noise) * noise;
      expect(product - 1 + productRemainder(epsilonOf(noise), noise)).toBeGreaterThanOrEqual(0);
      expect(product).toBeLessThan(1 + 2 ** -50);
    }),
    { seed: 71, numRuns: 500 },
  );
});
