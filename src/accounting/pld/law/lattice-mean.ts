import { heavyRange, type LatticeLaw, latticeOf, type SumAtoms, sumOf } from "./lattice-law.js";
import type { GrowingMean, SideGrid } from "./mean-grid.js";
import type { RatioLaw } from "./ratio-law.js";
import { balancedSum, meanLawOf, sumAtomsOf } from "./sum-atoms.js";

/** Standard deviations that a law on a lattice may span. */
const NARROW = 40;
/** Pairs of lattice points that take as long as a pair that needs a search. */
const PAIRS_PER_SEARCH = 4;

/** The mean on a lattice; undefined where the law is too broad for one. */
export function latticeMeanOf(law: RatioLaw, copies: number, grid: SideGrid): GrowingMean | undefined {
  const unscaled = sumAtomsOf(law, copies, 1);
  const width = grid.fineness * deviationOf(unscaled.place, unscaled.mass);
  const atoms = sumAtomsOf(law, copies, width);
  const { from, to } = heavyRange(atoms, grid.negligible);
  const span = (to - from) * grid.fineness;
  if (!(width < Infinity && span <= NARROW)) return undefined; // a variance may leave the doubles
  return latticeMean(latticeOf(atoms, grid.side, grid.negligible), grid);
}

function latticeMean(lattice: LatticeLaw, grid: SideGrid): GrowingMean {
  const { side, negligible, onWork } = grid;
  const grown = (other: LatticeLaw) => {
    onWork?.((lattice.mass.length * other.mass.length) / PAIRS_PER_SEARCH);
    const atoms = coarsened(balancedSum(sumOf(lattice, other)), grid);
    return latticeMean(latticeOf(atoms, side, negligible), grid);
  };
  return {
    copies: lattice.copies,
    doubled: () => grown(lattice),
    withOneMore: (single) => grown(latticeOf(sumAtomsOf(single, 1, lattice.width), side, negligible)),
    law: () => meanLawOf(atomsOf(lattice)),
  };
}

/** The same atoms for cells twice as wide, where these are narrow enough. */
function coarsened(atoms: SumAtoms, { fineness }: SideGrid): SumAtoms {
  if (2 > fineness * deviationOf(atoms.place, atoms.mass)) return atoms;
  return { ...atoms, width: 2 * atoms.width, place: halved(atoms.place) };
}

function halved(values: Float64Array): Float64Array {
  const out = values.slice();
  for (let i = 0; i < out.length; i++) out[i]! /= 2;
  return out;
}

/** The standard deviation of the sum, in units of the places. */
function deviationOf(place: Float64Array, mass: Float64Array): number {
  let variance = 0;
  for (let i = 0; i < place.length; i++) variance += mass[i]! * place[i]! ** 2;
  return Math.sqrt(variance);
}

function atomsOf({ first, mass, moment, ...sum }: LatticeLaw): SumAtoms {
  const place = mass.map((weight, k) => first + k + (moment && weight > 0 ? moment[k]! / weight : 0));
  return { ...sum, place: place.filter((_, k) => mass[k]! > 0), mass: mass.filter((weight) => weight > 0) };
}
