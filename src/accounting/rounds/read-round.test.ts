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

it.each([
  { kind: "shuffle", users: 100 },
  { kind: "subsampledShuffle", users: 100, sampled: 10 },
  { kind: "checkInShuffle", users: 100, checkInRate: 0.1 },
  { kind: "poissonSample", rate: 0.1 },
  { kind: "randomAllocation", steps: 10 },
] as const)("counts with dummies are a whole release, which no $kind samples or shuffles", (outer) => {
  const of = { kind: "dummyCounts", categories: 2, laplaceScale: 9, centre: 100 } as const;
  expect(() => readRound({ ...outer, of }, "replace-one")).toThrow(
    `no analysis of dummyCounts inside of ${outer.kind} is known`,
  );
});
