import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { LatticePmf, Pmf } from "../pmf.js";
import { discretizeOptimistic, discretizePessimistic } from "./discretize-on-lattice.js";

const arbitraryPmf = fc
  .array(
    fc.tuple(fc.double({ min: -3, max: 3, noNaN: true }), fc.double({ min: -25, max: 0, noNaN: true })),
    {
      minLength: 1,
      maxLength: 60,
    },
  )
  .map((points): Pmf => {
    const sorted = points
      .map(([loss, log]) => ({ loss, mass: Math.exp(log) }))
      .sort((a, b) => a.loss - b.loss);
    return {
      loss: Float64Array.from(sorted, ({ loss }) => loss),
      mass: Float64Array.from(sorted, ({ mass }) => mass),
      infinityMass: 0,
      reverseInfinityMass: 0,
    };
  });

/** H(e^epsilon), by its definition. */
function profile(losses: ArrayLike<number>, masses: ArrayLike<number>, epsilon: number): number {
  return Array.from(masses).reduce(
    (sum, mass, i) => sum + mass * Math.max(0, 1 - Math.exp(epsilon - losses[i]!)),
    0,
  );
}

function latticeProfile({ first, step, mass }: LatticePmf, epsilon: number): number {
  return profile(
    Array.from(mass, (_, i) => (first + i) * step),
    mass,
    epsilon,
  );
}

/** What the pessimistic side must not be: every point moved to the lattice point below it. */
function roundedDown({ loss, mass, infinityMass }: Pmf, step: number): LatticePmf {
  const first = Math.floor(loss[0]! / step);
  const last = Math.floor(loss.at(-1)! / step);
  const moved = new Float64Array(last - first + 1);
  loss.forEach((value, i) => {
    moved[Math.floor(value / step) - first]! += mass[i]!;
  });
  return { step, first, mass: moved, infinityMass };
}

const EPSILONS = Array.from({ length: 141 }, (_, i) => -3.5 + i * 0.05);

function violations(pmf: Pmf, lattice: LatticePmf, side: 1 | -1): number {
  const slack = 1e-12 * pmf.mass.reduce((sum, mass) => sum + mass, 0);
  return EPSILONS.filter((epsilon) => {
    const excess = latticeProfile(lattice, epsilon) - profile(pmf.loss, pmf.mass, epsilon);
    return side * excess < -slack * Math.exp(epsilon + 3);
  }).length;
}

describe("discretization on a lattice", () => {
  it("encloses the profile of any law, at every epsilon", { tags: ["slow"] }, () => {
    fc.assert(
      fc.property(arbitraryPmf, fc.constantFrom(0.03, 0.11, 0.5, 2), (pmf, step) => {
        expect(violations(pmf, discretizePessimistic(pmf, step), 1)).toBe(0);
        expect(violations(pmf, discretizeOptimistic(pmf, step), -1)).toBe(0);
        expect(Math.min(...discretizeOptimistic(pmf, step).mass)).toBeGreaterThanOrEqual(0);
      }),
      { numRuns: 300 },
    );
  });

  it("keeps mass under P, and mean of the ratio where the law is spread over several cells", () => {
    const loss = Float64Array.from({ length: 400 }, (_, i) => -1 + i * 0.005);
    const mass = loss.map((l) => Math.exp(-l * l * 3));
    const pmf = { loss, mass, infinityMass: 0, reverseInfinityMass: 0 };
    const totals = (losses: ArrayLike<number>, masses: Float64Array) => [
      masses.reduce((sum, m) => sum + m, 0),
      masses.reduce((sum, m, i) => sum + m * Math.exp(-losses[i]!), 0),
    ];
    const [massP, massQ] = totals(loss, mass);
    for (const side of [discretizePessimistic(pmf, 0.03), discretizeOptimistic(pmf, 0.03)]) {
      const points = Float64Array.from(side.mass, (_, i) => (side.first + i) * side.step);
      const [sideP, sideQ] = totals(points, side.mass);
      expect(sideP).toBeCloseTo(massP!, 9);
      expect(sideQ).toBeCloseTo(massQ!, 9);
    }
  });

  it("does not take rounding of large masses for rare large losses", () => {
    const core = {
      loss: [-0.01785760921034069, 0.01785760921034069],
      mass: [0.4955357163329675, 0.5044642836670324],
    };
    const pmf = {
      loss: Float64Array.of(-38.53392658001128, ...core.loss, 0.5637367286381931),
      mass: Float64Array.of(2.4898811497657005e-54, ...core.mass, 4.2357063855612165e-36),
      infinityMass: 0,
      reverseInfinityMass: 0,
    };
    for (const step of [1e-3, 0.01, 0.3]) {
      const { first, mass } = discretizeOptimistic(pmf, step);
      const above = mass.filter((_, i) => (first + i) * step > Math.max(0.018, step));
      expect(Math.max(0, ...above)).toBeLessThanOrEqual(1e-35);
    }
  });

  it("would notice a pessimistic side that rounds losses down", () => {
    const pmf = {
      loss: Float64Array.of(0.04, 0.31),
      mass: Float64Array.of(0.5, 0.5),
      infinityMass: 0,
      reverseInfinityMass: 0,
    };
    expect(violations(pmf, roundedDown(pmf, 0.1), 1)).toBeGreaterThan(0);
    expect(violations(pmf, discretizePessimistic(pmf, 0.1), 1)).toBe(0);
  });
});
