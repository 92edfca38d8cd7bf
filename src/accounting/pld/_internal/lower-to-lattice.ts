import type { LossAtoms } from "../loss-pair.js";
import { cellGaps } from "./cell-gaps.js";
import { convexify } from "./convexify.js";
import type { LatticeMeasure } from "./lattice-measure.js";
import { loweringsOf } from "./lowerings.js";
import { raiseToLattice } from "./raise-to-lattice.js";

/** What is left of a mass after it was taken from may be rounding up to this share of it, and then counts for nothing. */
const NOISE = 2 ** -48;

/**
 * The lower side: a lattice measure whose profile is nowhere above the atoms'.
 *
 * Start from the raised measure, whose profile exceeds the atoms' only inside cells, lower it at the lattice points until its
 * interpolation is below the atoms' everywhere, and take the convex hull from below. The loss is of second order in the step,
 * like the upper side's gain.
 */
export function lowerToLattice(atoms: LossAtoms, step: number): LatticeMeasure {
  const raised = raiseToLattice(atoms, step);
  const gaps = cellGaps(atoms, step, raised.first, raised.mass.length - 1);
  const lowered = loweringsOf(gaps, raised.mass, step);
  const mass = new Float64Array(raised.mass.length + 1);
  mass.set(raised.mass, 1);
  const right = 1 / Math.expm1(step);
  const left = -1 / Math.expm1(-step);
  // Lowering the profile by c_k at e^(k step) takes the change of slope times e^(k step) from the mass under P at k.
  for (let k = 0; k < mass.length; k++) {
    const before = lowered[k - 2] ?? 0;
    const here = lowered[k - 1] ?? 0;
    const after = lowered[k] ?? 0;
    const noise = NOISE * (mass[k]! + (here + after) * right + (here + before) * left);
    mass[k]! -= (after - here) * right - (here - before) * left;
    if (mass[k]! > 0 && mass[k]! < noise) mass[k] = 0;
  }
  convexify(mass, step);
  return { step, first: raised.first - 1, mass, infinite: atoms.infinite };
}
