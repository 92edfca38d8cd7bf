import fc from "fast-check";
import { expect, it } from "vitest";
import { cumulants, tiltedMass } from "./cumulants.js";

/** Evenly spread, which doubles are not. */
const hundredths = (min: number, max: number) =>
  fc.integer({ min: 100 * min, max: 100 * max }).map((integer) => integer / 100);

it("adds up tilted masses however strong the tilt, as their logarithms do", { tags: ["slow"] }, () => {
  fc.assert(
    fc.property(
      fc.array(fc.oneof(hundredths(-60, 0), fc.constant(-Infinity)), {
        minLength: 2,
        maxLength: 150,
        size: "max",
      }),
      fc.integer({ min: -200, max: 200 }),
      hundredths(-90, 90),
      (logs, first, perStep) => {
        fc.pre(logs.some(Number.isFinite));
        const pmf = { step: 0.5, first, mass: Float64Array.from(logs, Math.exp), infinityMass: 0 };
        const tilted = logs.map((log, i) => log + perStep * (first + i));
        const largest = Math.max(...tilted);
        const sum = tilted.reduce((total, log) => total + Math.exp(log - largest), 0);
        const { value, mean } = cumulants([{ pmf, times: 1 }], perStep / 0.5);
        expect(value).toBeCloseTo(largest + Math.log(sum), 8);
        const law = tilted.map((log) => Math.exp(log - largest) / sum);
        expect(mean).toBeCloseTo(
          law.reduce((total, mass, i) => total + mass * (first + i) * 0.5, 0),
          8,
        );
        tiltedMass(pmf, perStep / 0.5).forEach((mass, i) => {
          expect(mass).toBeCloseTo(law[i]!, 10);
        });
      },
    ),
    { numRuns: 300 },
  );
});
