import fc from "fast-check";
import { expect, test } from "vitest";
import { binomialMixture } from "./binomial-mixture.js";
import { mixedExcess } from "./mixed-excess.js";

/** Log-moments that rise with the order, some slowly and some fast, as those of a mean of lognormals do. */
const logMoments = (variance: number, order: number) =>
  Float64Array.from({ length: order + 1 }, (_, k) => (k * (k - 1) * variance) / 2);

test("the sum by weights that follow from one another is the one by logarithms", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 2, max: 900 }),
      fc.double({ min: 0.01, max: 0.99, noNaN: true }),
      fc.double({ min: -9, max: 0, noNaN: true }),
      fc.double({ min: -9, max: 0, noNaN: true }),
      (order, share, one, other) => {
        const largest = 250 / order ** 2;
        const z = logMoments(largest * 10 ** one, order);
        const w = logMoments(largest * 10 ** other, order);
        const fast = Math.log1p(mixedExcess(order, share, z.map(Math.expm1), w.map(Math.expm1)));
        const slow = binomialMixture(
          order,
          share,
          (k) => z[k]!,
          (k) => w[k]!,
        );
        expect(Math.abs(fast - slow)).toBeLessThanOrEqual(1e-11 * slow);
      },
    ),
    { numRuns: 300 },
  );
});
