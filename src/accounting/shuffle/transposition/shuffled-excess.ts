import { approximateExcess, EXCESS_ERROR, excessBound } from "../../../numerics/lognormal-difference.js";
import { bennettBound } from "./bennett-bound.js";
import { MAX_LENGTH, meanPositivePart, SPAN } from "./mean-positive-part.js";
import { excessAbove, type Neighbours, shortfallBelow, varianceOf } from "./neighbours.js";
import { ratioLattice } from "./ratio-lattice.js";

/**
 * Lattice steps per standard deviation of xi, fewer where the sum of the copies would not fit. Valid at any
 * value: half as many raise an epsilon by up to 0.4 %, twice as many lower it by up to 0.1 %.
 */
const STEPS = 8;
/**
 * The same where a rougher bound will do: half as many raise an epsilon by up to 0.2 %, twice as many lower
 * it by up to 5e-4 of itself.
 */
export const FEW_STEPS = 4;

/**
 * Psi_m(x) for each of some numbers m of copies: upper bounds of E[((xi_1 + ... + xi_m) / m)_+], which falls
 * in m; m = 0: H(x), no shuffle.
 */
export function shuffledExcess(
  neighbours: Neighbours,
  x: number,
  copies: readonly number[],
  steps: number = STEPS,
): number[] {
  const unshuffled = excessAbove(neighbours, x, 0);
  const closedForm = bennettBound(neighbours, x);
  const bounds = new Map(copies.map((m) => [m, m <= 1 ? unshuffled : Math.min(unshuffled, closedForm(m))]));
  // Smaller values need no more than the closed form, and would leave the doubles on the way.
  const summed = [...bounds.keys()].filter((m) => m > 1 && bounds.get(m)! >= 1e-60);
  for (const group of groupsOf(summed)) {
    summedExcess(neighbours, x, group, steps).forEach((sum, i) => {
      if (sum < bounds.get(group[i]!)!) bounds.set(group[i]!, sum);
    });
  }
  return copies.map((m) => bounds.get(m)!);
}

/** Numbers that are alike, the largest one first. */
function groupsOf(copies: readonly number[]): number[][] {
  const groups: number[][] = [];
  for (const m of [...copies].sort((a, b) => b - a)) {
    const group = groups.at(-1);
    // Numbers of copies within a factor of two share a lattice.
    if (group !== undefined && group[0]! <= 2 * m) group.push(m);
    else groups.push([m]);
  }
  return groups;
}

/** Psi_m(x) by sums on the lattice that suits the largest m, which comes first. */
function summedExcess(neighbours: Neighbours, x: number, copies: readonly number[], steps: number): number[] {
  const most = copies[0]!;
  const deviation = Math.sqrt(varianceOf(neighbours, x));
  const step = deviation / Math.min(steps, MAX_LENGTH / (SPAN * Math.sqrt(most)));
  const below = firstWhere(step, (t) => shortfallBelow(neighbours, x, t) < (1e-5 * step) / Math.sqrt(most));
  const guess = Math.min(excessAbove(neighbours, x, 0), guessedExcess(neighbours, x)(most));
  // About 0.003 of the result is spent on values above the cut.
  const above = firstWhere(step, (t) => excessAbove(neighbours, x, t) < 0.003 * guess);
  const cut = excessAbove(neighbours, x, above * step);
  const sums = meanPositivePart(ratioLattice(neighbours, x, { step, below, above }), copies);
  return sums.map((fine) => (fine + cut) * (1 + 4 * EXCESS_ERROR));
}

/**
 * About Psi_m(x): that of a normal law, and of one large value, which is left out where it is small, or the
 * first is no less than `most`.
 */
export function guessedExcess(neighbours: Neighbours, x: number): (copies: number, most?: number) => number {
  const variance = varianceOf(neighbours, x);
  return (copies, most = Infinity) => {
    const deviation = Math.sqrt(variance / copies);
    const z = (x - 1) / deviation;
    const normal = (deviation * Math.exp((-z * z) / 2)) / (Math.sqrt(2 * Math.PI) * (1 + z * z + z));
    const value = copies * (x - 1 + deviation);
    // A smaller share of a guess does not count.
    if (normal >= most || excessBound(neighbours.above, x, value) <= 1e-6 * normal) return normal;
    return normal + approximateExcess(neighbours.above, x, value);
  };
}

/** The first point of the lattice, in steps of a quarter, at which a falling condition holds. */
function firstWhere(step: number, holds: (t: number) => boolean): number {
  let k = 16;
  while (!holds(k * step) && k < 2 ** 24) k = Math.ceil(k * 1.25);
  return k;
}
