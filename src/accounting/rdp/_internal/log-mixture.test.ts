import fc from "fast-check";
import { expect, test } from "vitest";
import { binomialMixture } from "./binomial-mixture.js";
import { logMixture } from "./log-mixture.js";
import { mixWithOne } from "./mix-with-one.js";

const logMoments = (variance: number, order: number) =>
  Float64Array.from({ length: order + 1 }, (_, k) => (k * (k - 1) * variance) / 2);

test("every order at once is one order at a time", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 2, max: 700 }),
      fc.double({ min: 0.01, max: 0.99, noNaN: true }),
      fc.double({ min: -6, max: 1, noNaN: true }).map((exponent) => 10 ** exponent),
      fc.double({ min: -6, max: 1, noNaN: true }).map((exponent) => 10 ** exponent),
      fc.boolean(),
      (order, share, one, other, twins) => {
        const z = logMoments(one, order);
        const [w, a] = twins ? [z, 0.5] : [logMoments(other, order), share];
        const expected = binomialMixture(
          order,
          a,
          (k) => z[k]!,
          (k) => w[k]!,
        );
        expect(Math.abs(logMixture(a, z, w)(order) - expected)).toBeLessThanOrEqual(1e-11 * expected);
      },
    ),
    { numRuns: 300 },
  );
});

test.each([1, 1e-9, 1e-14, 1e-19])(
  "terms count against what is above one, however little: rate %d",
  (rate) => {
    const z = new Float64Array(156);
    const w = logMoments(0.06, 155).map((moment) => mixWithOne(moment, rate));
    for (const order of [2, 118, 150, 155]) {
      const expected = binomialMixture(
        order,
        112 / 113,
        (k) => z[k]!,
        (k) => w[k]!,
      );
      expect(Math.abs(logMixture(112 / 113, z, w)(order) / expected - 1)).toBeLessThan(1e-11);
    }
  },
);
