import { expect, it } from "vitest";
import { poissonGaussianPair } from "../pairs/gaussian-pair.js";
import type { LatticePmf, Side } from "../pmf.js";
import { type CommonLattice, onCommonLattice } from "./on-common-lattice.js";

const STEP = 2e-4;
const LIMITS = { roundPoints: 2 ** 16, passPoints: 2 ** 19 };
const pairs = [0.6, 0.8, 1.1].map((noiseMultiplier) => poissonGaussianPair(0.01, noiseMultiplier));

function latticeOf(side: Side, limits = LIMITS): CommonLattice {
  const laws = pairs.map((pair) => ({ pmf: pair.pmfs(STEP, 1e-20)[side], times: 1 }));
  return onCommonLattice(laws, side, { step: STEP, negligibleMass: 1e-20, limits });
}

const pointsOf = ({ parts }: CommonLattice): number =>
  parts.reduce((sum, { pmf }) => sum + pmf.mass.length, 0);

function deltaOf({ step, first, mass, infinityMass }: LatticePmf, epsilon: number): number {
  return mass.reduce(
    (sum, each, i) => sum + each * Math.max(0, -Math.expm1(epsilon - (first + i) * step)),
    infinityMass,
  );
}

it("has the wanted step where all points are affordable, and one step for all laws", {
  tags: ["slow"],
}, () => {
  for (const side of ["pessimistic", "optimistic"] as const) {
    const lattice = latticeOf(side);
    expect(pointsOf(lattice)).toBeGreaterThan(1e5);
    expect(lattice.parts.map(({ pmf }) => pmf.step)).toEqual([STEP, STEP, STEP]);
  }
});

it("has a longer one where they are not, with laws on the same sides", () => {
  const limits = { ...LIMITS, passPoints: 2 ** 12 };
  const [over, under] = [latticeOf("pessimistic", limits), latticeOf("optimistic", limits)];
  const [above, below] = [latticeOf("pessimistic"), latticeOf("optimistic")];
  for (const lattice of [over, under]) {
    expect(pointsOf(lattice)).toBeLessThanOrEqual(limits.passPoints + 3 * pairs.length);
    expect(pointsOf(lattice)).toBeGreaterThan(0.9 * limits.passPoints);
  }
  for (const [i] of pairs.entries()) {
    for (const epsilon of [0.01, 0.3, 2]) {
      const ends = [under, below, above, over].map(({ parts, origin }) =>
        deltaOf(parts[i]!.pmf, epsilon - origin / pairs.length),
      );
      expect(ends).toEqual(ends.toSorted((a, b) => a - b));
    }
  }
});
