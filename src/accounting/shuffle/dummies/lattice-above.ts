import type { LatticeMeasure, LatticeRange } from "../transposition/ratio-lattice.js";
import { CONTRIBUTION_ERROR, type Contribution } from "./contribution.js";

/** Places further from zero are so much further apart, relatively. */
const SPACING = 0.05;

/**
 * A contribution, cut to a range and split onto a lattice with its mean kept, which is above it in convex order; a factor just above one makes up for
 * rounding, so that the measure's integrated tail is nowhere below that of the cut variable.
 */
export function latticeAbove(contribution: Contribution, range: LatticeRange): LatticeMeasure {
  const { step } = range;
  const above = placesUpTo(range.above);
  const below = placesUpTo(range.below);
  const excess = above.map((k) => contribution.excess(k * step));
  const shortfall = below.map((k) => contribution.shortfall(k * step));
  const atZero = 1 - slopeAfter(above, excess, 0, step) - slopeAfter(below, shortfall, 0, step);
  const places = [...below.slice(1).map((k) => -k), 0, ...above.slice(1)];
  const mass = [
    ...slopeChanges(below, shortfall, step),
    Math.max(0, atZero),
    ...slopeChanges(above, excess, step),
  ];
  const tails = [
    ...below.slice(1).map((k, i) => shortfall[i + 1]! + contribution.mean + k * step),
    ...excess,
  ];
  return lifted(rising({ step, places, mass, tails }, below.length - 1));
}

interface Lattice {
  readonly step: number;
  readonly places: readonly number[];
  readonly mass: readonly number[];
  /** The integrated tail that the measure is to have at each place. */
  readonly tails: readonly number[];
}

/** The places below zero, of which there are so many, come in falling order. */
function rising({ step, places, mass, tails }: Lattice, belowZero: number): Lattice {
  const turned = (values: readonly number[]): number[] => [
    ...values.slice(0, belowZero).reverse(),
    ...values.slice(belowZero),
  ];
  return { step, places: turned(places), mass: turned(mass), tails: turned(tails) };
}

/** All masses times one factor, so that nowhere the integrated tail, less what is cut off, is below the wanted one. */
function lifted({ step, places, mass, tails }: Lattice): LatticeMeasure {
  const cut = tails.at(-1)!;
  let [weight, tail, ratio] = [mass.at(-1)!, 0, 1];
  for (let i = mass.length - 2; i >= 0; i--) {
    tail += weight * (places[i + 1]! - places[i]!) * step;
    weight += mass[i]!;
    if (tails[i]! > cut) ratio = Math.max(ratio, (tails[i]! - cut) / tail);
  }
  const factor = Math.max(ratio, 1 / weight) * (1 + 2 * CONTRIBUTION_ERROR + 2 ** -50 * mass.length);
  return { step, places: Int32Array.from(places), mass: Float64Array.from(mass, (each) => each * factor) };
}

/** 0, 1, 2, ..., and further out every few. */
function placesUpTo(last: number): number[] {
  const places = [0];
  while (places.at(-1)! < last) {
    const k = places.at(-1)!;
    places.push(Math.min(last, k + Math.max(1, Math.floor(SPACING * k))));
  }
  return places;
}

/** By how much the values fall per unit after the i-th place; not at all after the last. */
function slopeAfter(places: readonly number[], values: readonly number[], i: number, step: number): number {
  if (i + 1 >= places.length) return 0;
  return Math.max(0, values[i]! - values[i + 1]!) / ((places[i + 1]! - places[i]!) * step);
}

/** The masses at all places but the first; rounding may leave no negative ones. */
function slopeChanges(places: readonly number[], values: readonly number[], step: number): number[] {
  return places
    .slice(1)
    .map((_, i) =>
      Math.max(0, slopeAfter(places, values, i, step) - slopeAfter(places, values, i + 1, step)),
    );
}
