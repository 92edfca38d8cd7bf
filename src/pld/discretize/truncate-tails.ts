import type { Pmf, Side } from "../pmf.js";

/**
 * The law without the points at either end whose mass together is negligible, which would stretch a lattice
 * far beyond the rest.
 *
 * Pessimistic side: the lowest losses are raised to the first one kept, the highest become infinite.
 * Optimistic side: the lowest are left out, the highest are lowered to the last one kept.
 */
export function truncateTails(pmf: Pmf, negligibleMass: number, side: Side): Pmf {
  const { loss, mass, infinityMass, reverseInfinityMass } = pmf;
  let from = 0;
  let below = 0;
  while (from + 1 < mass.length && below + mass[from]! <= negligibleMass) below += mass[from++]!;
  let to = mass.length - 1;
  let above = 0;
  while (to > from && above + mass[to]! <= negligibleMass) above += mass[to--]!;
  const kept = mass.slice(from, to + 1);
  if (side === "pessimistic") kept[0]! += below;
  else kept[kept.length - 1]! += above;
  return {
    loss: loss.subarray(from, to + 1),
    mass: kept,
    infinityMass: side === "pessimistic" ? infinityMass + above : infinityMass,
    reverseInfinityMass,
  };
}
