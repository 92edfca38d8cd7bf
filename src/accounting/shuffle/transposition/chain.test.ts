/**
 * The search of `hiddenTransposition` against Theorems 1 and 2 applied without one: every size, level and
 * share on its grid.
 */
import { describe, expect, it } from "vitest";
import { shortAndLong } from "../../../../test/short-and-long.js";
import { bennettBound } from "./bennett-bound.js";
import { hiddenTransposition } from "./hidden-transposition.js";
import { meanExceedance } from "./mean-exceedance.js";
import { excessAbove, type Neighbours, recordToZero, replacedRecord, varianceOf } from "./neighbours.js";
import { shuffledExcess } from "./shuffled-excess.js";

const LEVELS = Array.from({ length: 56 }, (_, i) => 1 + 0.004 * 1.42 ** i);
const SHARES = [0.15, 0.35];

interface Smaller {
  readonly others: number;
  readonly excess: readonly number[];
}

/** Psi by its copies, each computed once. */
function psiOf(neighbours: Neighbours, x: number): (copies: number) => number {
  const known = new Map<number, number>();
  return (copies) => {
    if (!known.has(copies)) known.set(copies, shuffledExcess(neighbours, x, [copies])[0]!);
    return known.get(copies)!;
  };
}

/**
 * The least of (a) and (b) over all smaller shuffles and levels, k + 1 of n reports being shuffled and j = n
 * - 1 - k others given away.
 */
function leastBound(
  smaller: readonly Smaller[],
  [alone, x, reports]: readonly [number, number, number],
  psi: (copies: number) => number,
): number {
  let least = alone;
  for (const { others: k, excess } of smaller) {
    const j = reports - 1 - k;
    LEVELS.forEach((level, l) => {
      const wholes = Math.floor(j / level);
      if (wholes >= 1) {
        const rest = excess[l]! * (alone + x - 1);
        if (rest < least) least = Math.min(least, psi(wholes) + rest);
      }
      for (const share of SHARES) {
        const parts = Math.floor(((1 - share) * j) / level);
        const rest = (1 + 1 / share) * excess[l]! * alone;
        if (parts >= 1 && rest < least) least = Math.min(least, psi(parts) + rest);
      }
    });
  }
  return least;
}

/** G_k(M) at LEVELS for k = 0 and the sizes that are looked at. */
function chain(radius: number, reports: number): Smaller[] {
  const replaced = replacedRecord(2 * radius);
  const alone = LEVELS.map((level) =>
    Math.min(meanExceedance(radius, level), excessAbove(replaced, level, 0)),
  );
  const psis = LEVELS.map((level) => psiOf(replaced, level));
  const smaller: Smaller[] = [{ others: 0, excess: alone }];
  for (let size = 8; 1.25 * size <= reports; size = Math.ceil(1.25 * size)) {
    const excess = LEVELS.map((level, l) => leastBound(smaller, [alone[l]!, level, size], psis[l]!));
    smaller.push({ others: size - 1, excess });
  }
  return smaller;
}

describe("the search for the best split", () => {
  for (const [cases, options] of shortAndLong(
    [
      [0.1, 40],
      [0.6, 60],
      [0.3, 120],
      [0.4, 120],
    ],
    ([, reports]) => reports > 100,
    { tags: ["slow"] },
  )) {
    it.each(cases)(
      "finds no less than there is, and nearly that: radius %d, %i reports",
      options,
      (radius, reports) => {
        const bound = hiddenTransposition(radius, reports);
        const smaller = chain(radius, reports);
        for (const [neighbours, steps] of [
          [replacedRecord(2 * radius), 0.5],
          [replacedRecord(2 * radius), 8],
          [recordToZero(radius), 8],
        ] as const) {
          const x = 1 + steps * Math.sqrt(varianceOf(neighbours, 1) / reports);
          const alone = excessAbove(neighbours, x, 0);
          const least = leastBound(smaller, [alone, x, reports], psiOf(neighbours, x));
          const found = bound(neighbours, x, [reports])[0]!;
          expect(found).toBeGreaterThanOrEqual(least * (1 - 1e-9));
          expect(found).toBeLessThan(3 * least);
          expect(found).toBeLessThan(alone);
        }
      },
    );
  }
});

describe("the closed form", () => {
  it("is H(x) for no copies, and never NaN or below the exact value", () => {
    for (const radius of [5e-6, 1e-3, 0.3, 1.6]) {
      const neighbours = replacedRecord(2 * radius);
      for (const gap of [1e-12, 1e-6, 1e-3, 1, 1e6]) {
        const bound = bennettBound(neighbours, 1 + gap);
        expect(bound(0)).toBe(excessAbove(neighbours, 1 + gap, 0));
        for (const copies of [1, 2, 1000, 4e6]) expect(bound(copies)).toBeGreaterThanOrEqual(0);
        expect(bound(1)).toBeGreaterThanOrEqual(excessAbove(neighbours, 1 + gap, 0));
      }
    }
  });
});
