import type { LossAtoms } from "../loss-pair.js";
import type { Side } from "./composed-tail.js";

/**
 * The atoms without those at either end whose mass together is negligible, for ends that would stretch a lattice far beyond the rest.
 *
 * Upper side: what is too low is raised to the first loss kept, what is too high is lost. Lower side: what is too low counts for
 * nothing, what is too high is lowered to the last loss kept.
 */
export function withoutRareEnds(atoms: LossAtoms, negligible: number, side: Side): LossAtoms {
  const { loss, mass, infinite, vanishing } = atoms;
  let [from, below] = [0, 0];
  while (from + 1 < mass.length && below + mass[from]! <= negligible) below += mass[from++]!;
  let [to, above] = [mass.length - 1, 0];
  while (to > from && above + mass[to]! <= negligible) above += mass[to--]!;
  const kept = mass.slice(from, to + 1);
  if (side === "upper") kept[0]! += below;
  else kept[kept.length - 1]! += above;
  return {
    loss: loss.subarray(from, to + 1),
    mass: kept,
    infinite: side === "upper" ? infinite + above : infinite,
    vanishing,
  };
}
