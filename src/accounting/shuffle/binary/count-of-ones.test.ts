import { describe, expect, it } from "vitest";
import { countOfOnes } from "./count-of-ones.js";

/** One user after the other: positive terms only. */
function byConvolution(ones: number, zeros: number, truth: number, lie: number): number[] {
  let law = [1];
  for (let user = 0; user < ones + zeros; user++) {
    const [one, zero] = user < ones ? [truth, lie] : [lie, truth];
    law = Array.from({ length: law.length + 1 }, (_, m) => zero * (law[m] ?? 0) + one * (law[m - 1] ?? 0));
  }
  return law;
}

describe("countOfOnes", () => {
  for (const localEpsilon of [0.01, 0.5, 2, 6, 20]) {
    for (const [ones, zeros] of [
      [0, 0],
      [1, 0],
      [0, 1],
      [2, 3],
      [0, 40],
      [40, 0],
      [7, 150],
      [150, 7],
      [300, 290],
    ] as const) {
      it(`is the law by convolution, eps0 ${localEpsilon}, ${ones} ones and ${zeros} zeros`, () => {
        const truth = 1 / (1 + Math.exp(-localEpsilon));
        const lie = 1 / (1 + Math.exp(localEpsilon));
        const law = byConvolution(ones, zeros, truth, lie);
        const negligible = 1e-40;
        const counts = countOfOnes({ ones, zeros, truth, lie }, negligible);
        expect(counts.relativeError).toBeLessThan(1e-10);
        // Before the mode nothing is needed.
        expect(counts.first).toBeLessThanOrEqual(law.indexOf(Math.max(...law)));
        counts.mass.forEach((mass, i) => {
          const exact = law[counts.first + i]!;
          if (exact < 1e-280) return;
          expect(Math.abs(mass - exact)).toBeLessThanOrEqual(counts.relativeError * exact);
          const tail = law.slice(counts.first + i).reduceRight((sum, each) => sum + each, 0);
          expect(counts.tail[i]).toBeLessThanOrEqual(tail * (1 + counts.relativeError));
          expect(counts.tail[i]! + negligible).toBeGreaterThanOrEqual(tail * (1 - counts.relativeError));
        });
        const beyond = law.slice(counts.first + counts.mass.length).reduce((sum, each) => sum + each, 0);
        expect(counts.beyond).toBeGreaterThanOrEqual(beyond);
      });
    }
  }

  // Mass and tail of Bin(999999, 1 / (1 + e)) at 270500, by mpmath with 40 digits
  it("has the binomial law of a million", () => {
    const lie = 1 / (1 + Math.E);
    const counts = countOfOnes({ ones: 0, zeros: 999_999, truth: 1 - lie, lie }, 1e-20);
    const at = 270_500 - counts.first;
    expect(counts.mass[at]! / 1.8739907415128661e-6).toBeCloseTo(1, 10);
    expect(counts.tail[at]! / 2.219536109639271e-4).toBeCloseTo(1, 10);
  });
});
