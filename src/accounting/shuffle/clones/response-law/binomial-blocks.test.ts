import fc from "fast-check";
import { expect, test } from "vitest";
import { logBinomialMass } from "../../../../numerics/log-binomial-mass.js";
import { binomialBlocks } from "./binomial-blocks.js";

test("blocks hold every count's mass, at their smallest or largest count", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 3000 }),
      fc.double({ min: 0.01, max: 0.99, noNaN: true }),
      fc.integer({ min: 1, max: 60 }),
      fc.constantFrom("down" as const, "up" as const),
      (trials, probability, width, round) => {
        const law = { trials, probability, complement: 1 - probability };
        const { count: counts, mass: masses } = binomialBlocks(law, 1e-12, { width, round });
        const start = round === "down" ? counts[0]! : counts[0]! - width + 1;
        let left = 1;
        for (const [i, count] of counts.entries()) {
          const first = start + i * width;
          const last = Math.min(trials, first + width - 1);
          expect(count).toBe(round === "down" ? first : Math.min(count, last));
          let sum = 0;
          for (let k = Math.max(0, first); k <= (round === "up" ? count : last); k++) {
            sum += Math.exp(logBinomialMass(k, trials, law));
          }
          if (i + 1 < counts.length) expect(masses[i]! / sum).toBeCloseTo(1, 9);
          expect(masses[i]!).toBeLessThanOrEqual(sum * (1 + 1e-9));
          left -= masses[i]!;
        }
        expect(left).toBeLessThan(2e-12);
      },
    ),
  );
});
