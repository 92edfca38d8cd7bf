import { EXCESS_ERROR } from "../../../numerics/lognormal-difference.js";
import { type LatticeMeasure, type LatticeRange, latticeAbove } from "./lattice-above.js";
import { excessAbove, type Neighbours, shortfallBelow } from "./neighbours.js";

/** What one report contributes, xi, on a lattice above it. */
export function ratioLattice(neighbours: Neighbours, x: number, range: LatticeRange): LatticeMeasure {
  const tails = {
    mean: 1 - x,
    excess: (v: number) => excessAbove(neighbours, x, v),
    shortfall: (v: number) => shortfallBelow(neighbours, x, v),
  };
  return latticeAbove(tails, range, EXCESS_ERROR);
}
