import type { LossAtoms } from "../loss-pair.js";

/** The atoms of (Q, P) from those of (P, Q). */
export function reverseAtoms({ loss, mass, infinite, vanishing }: LossAtoms): LossAtoms {
  const last = loss.length - 1;
  return {
    loss: loss.map((_, i) => -loss[last - i]!),
    // In two steps, of which neither leaves the doubles.
    mass: mass.map(
      (_, i) => mass[last - i]! * Math.exp(-loss[last - i]! / 2) * Math.exp(-loss[last - i]! / 2),
    ),
    infinite: vanishing,
    vanishing: infinite,
  };
}
