import type { LossAtoms } from "../loss-pair.js";
import type { Side } from "./composed-tail.js";
import { deltaOf, epsilonOf } from "./mass-points.js";
import { roundingAfter } from "./rounding.js";

/** A certified end of epsilon(delta) for one round: the atoms' own profile, no lattice. */
export function singleEpsilon(atoms: LossAtoms, delta: number, side: Side): number {
  const sign = side === "upper" ? 1 : -1;
  const { factor, shift } = roundingAfter(1);
  const target = delta * factor ** -sign - atoms.infinite;
  if (!(target > 0)) return target <= 0 ? Infinity : Number.NaN; // NaN promises nothing
  return Math.max(0, epsilonOf(atoms, target) + sign * shift);
}

/** A certified end of delta(epsilon) for one round. */
export function singleDelta(atoms: LossAtoms, epsilon: number, side: Side): number {
  const sign = side === "upper" ? 1 : -1;
  const { factor, shift } = roundingAfter(1);
  const finite = deltaOf(atoms, epsilon - sign * shift);
  return Math.min(1, (finite + atoms.infinite) * factor ** sign);
}
