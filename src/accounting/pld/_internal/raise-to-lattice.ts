import type { LossAtoms } from "../loss-pair.js";
import type { LatticeMeasure } from "./lattice-measure.js";
import { upperShare } from "./upper-share.js";

/**
 * The upper side: every atom split onto its two neighbours on the lattice, mean of the likelihood ratio kept.
 *
 * The profile at the lattice's points is unchanged and straight between them ("connect the dots"), hence nowhere smaller.
 *
 * @see Doroshenko, Ghazi, Kamath, Kumar, Manurangsi, "Connect the Dots", PETS 2022, arXiv:2207.04380
 */
export function raiseToLattice({ loss, mass, infinite }: LossAtoms, step: number): LatticeMeasure {
  const first = Math.floor((loss[0] ?? 0) / step);
  const last = Math.floor((loss.at(-1) ?? 0) / step) + 1;
  const raised = new Float64Array(last - first + 1);
  for (let i = 0; i < loss.length; i++) {
    const cell = Math.floor(loss[i]! / step);
    const up = mass[i]! * shareOf(loss[i]! - cell * step, step);
    raised[cell - first]! += mass[i]! - up;
    raised[cell - first + 1]! += up;
  }
  return { step, first, mass: raised, infinite };
}

function shareOf(below: number, step: number): number {
  return Math.min(1, Math.max(0, upperShare(below, step - below)));
}
