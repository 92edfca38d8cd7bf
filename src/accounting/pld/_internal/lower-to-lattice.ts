import type { LossAtoms } from "../loss-pair.js";
import { convexify } from "./convexify.js";
import type { LatticeMeasure } from "./lattice-measure.js";
import { raiseToLattice } from "./raise-to-lattice.js";

/**
 * The lower side: a lattice measure whose profile is nowhere above the atoms'.
 *
 * Start from the raised measure, whose profile exceeds the atoms' by at most gap_k inside cell k. Lower it at every lattice
 * point by the larger gap of the two cells beside it, interpolate, and take the convex hull from below. The loss is of second
 * order in the step, like the upper side's gain.
 */
export function lowerToLattice(atoms: LossAtoms, step: number): LatticeMeasure {
  const raised = raiseToLattice(atoms, step);
  const first = raised.first - 1;
  const gaps = cellGaps(atoms, step, first, raised.mass.length + 1);
  const mass = new Float64Array(raised.mass.length + 2);
  mass.set(raised.mass, 1);
  // Lowering the profile by c_k at e^(k step) changes the mass under P at k by minus the change of slope times e^(k step).
  const lowering = (k: number) => Math.max(gaps[k - 1] ?? 0, gaps[k] ?? 0);
  const right = 1 / Math.expm1(step);
  const left = -1 / Math.expm1(-step);
  for (let k = 0; k < mass.length; k++) {
    const here = lowering(k);
    mass[k]! -= (lowering(k + 1) - here) * right - (here - lowering(k - 1)) * left;
  }
  convexify(mass, step);
  return { step, first, mass, infinite: atoms.infinite };
}

/** For each cell the largest excess of the raised profile over the atoms' own, which is taken at one of the atoms. */
function cellGaps({ loss, mass }: LossAtoms, step: number, first: number, cells: number): Float64Array {
  const gaps = new Float64Array(cells);
  for (let from = 0; from < loss.length; ) {
    const cell = Math.floor(loss[from]! / step);
    let to = from + 1;
    while (to < loss.length && Math.floor(loss[to]! / step) === cell) to++;
    gaps[cell - first] = cellGap(loss.subarray(from, to), mass.subarray(from, to), cell * step, step);
    from = to;
  }
  return gaps;
}

/** max over t of sum_i q_i (min(t, r_i) - r0) (r1 - max(t, r_i)) / (r1 - r0), ratios r in units of r0. */
function cellGap(loss: Float64Array, mass: Float64Array, start: number, step: number): number {
  const width = Math.expm1(step);
  let beyond = 0;
  for (let i = 0; i < loss.length; i++) beyond += mass[i]! * toEnd(loss[i]! - start, width);
  let before = 0;
  let largest = 0;
  for (let i = 0; i < loss.length; i++) {
    const offset = loss[i]! - start;
    beyond -= mass[i]! * toEnd(offset, width);
    before += mass[i]! * -Math.expm1(-offset);
    const gap = before * (width - Math.expm1(offset)) + Math.max(0, beyond) * Math.expm1(offset);
    largest = Math.max(largest, gap / width);
  }
  return largest;
}

/** e^-offset (r1 - e^offset): what one unit of P-mass at `offset` weighs towards the cell's end. */
function toEnd(offset: number, width: number): number {
  return Math.exp(-offset) * (width - Math.expm1(offset));
}
