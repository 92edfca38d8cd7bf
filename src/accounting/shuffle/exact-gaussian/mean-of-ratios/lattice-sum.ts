/**
 * The law of a sum of copies of a likelihood ratio in cells of equal width: what a law becomes once it is
 * narrow.
 *
 * Sums of cells are cells again, so that adding needs no search for a bin and costs no accuracy; only wider
 * cells do. Derivation: docs/theorems/law-of-the-mean.md.
 */
import { convolved } from "../../../../numerics/convolved.js";
import { allocateCells } from "../../../../pld/discretize/allocate-cells.js";
import type { LatticePmf, Pmf, Side } from "../../../../pld/pmf.js";

/**
 * The law under Q of a sum of copies of a likelihood ratio, at copies + place step, the places rising but for
 * neighbours within two cells.
 *
 * Its `infinityMass` is the part of the sum's mean at Infinity, its `reverseInfinityMass` the mass at a sum
 * of zero.
 */
export interface SumPmf extends Omit<Pmf, "loss"> {
  readonly copies: number;
  /** In units of one copy's ratio. */
  readonly step: number;
  readonly place: Float64Array;
}

/** The same in cells: cell k starts at copies + (first + k) step. */
export interface LatticeSumPmf extends LatticePmf, Pick<SumPmf, "copies" | "reverseInfinityMass"> {
  /**
   * Mass times the distance of the cell's one point from its start, in steps. Undefined where all points are
   * at starts: the pessimistic side.
   */
  readonly moment: Float64Array | undefined;
}

/**
 * The sum's points put into cells: split onto cell starts with mean kept (pessimistic), or merged by cell
 * (optimistic).
 */
export function latticeSumOf(sum: SumPmf, side: Side, negligibleMass: number): LatticeSumPmf {
  const { copies, step, infinityMass, reverseInfinityMass } = sum;
  const { from, to } = essentialRange(sum, negligibleMass);
  const zeroAt = -copies / step;
  const first = Math.max(Math.floor(from), Math.ceil(zeroAt));
  const last = Math.max(first, Math.floor(to)) - first;
  const mass = allocateCells(last + 2);
  const moment = allocateCells(last + 2);
  const { deficit, excess } = gather(sum.place, sum.mass, first, mass, moment);
  if (side === "optimistic") {
    moment[0]! -= deficit;
    moment[last]! += excess;
    return { copies, step, first, mass, moment, infinityMass, reverseInfinityMass };
  }
  splitOntoStarts(mass, moment);
  const movedToZero = deficit > 0 ? deficit / (first - zeroAt) : 0;
  mass[0]! -= movedToZero;
  return {
    copies,
    step,
    first,
    mass,
    moment: undefined,
    infinityMass: infinityMass + excess * step,
    reverseInfinityMass: reverseInfinityMass + movedToZero,
  };
}

/**
 * Adds points to the cells that start at first, first + 1, ..., the last of which stays empty. Points outside
 * go to the nearest cell's start, and the moment that they lose by it is returned.
 */
function gather(
  place: Float64Array,
  pointMass: Float64Array,
  first: number,
  mass: Float64Array,
  moment: Float64Array,
): { readonly deficit: number; readonly excess: number } {
  const last = mass.length - 2;
  let deficit = 0;
  let excess = 0;
  for (let i = 0; i < place.length; i++) {
    const at = place[i]! - first;
    const weight = pointMass[i]!;
    const cell = Math.min(last, Math.max(0, Math.floor(at)));
    mass[cell]! += weight;
    if (at < 0) deficit -= weight * at;
    else if (at >= last + 1) excess += weight * (at - cell);
    else moment[cell]! += weight * (at - cell);
  }
  return { deficit, excess };
}

/** Each cell's mass onto its start and the next one's, so that its moment stays. */
function splitOntoStarts(mass: Float64Array, moment: Float64Array): void {
  for (let k = mass.length - 1; k > 0; k--) mass[k]! += moment[k - 1]! - moment[k]!;
  mass[0]! -= moment[0]!;
}

/**
 * Places between which all mass lies, up to about a negligible mass of Q on the left and of P on the right.
 */
export function essentialRange({ place, mass, copies, step }: SumPmf, negligibleMass: number): Range {
  let from = 0;
  for (let tail = mass[0]!; from + 1 < mass.length && tail < negligibleMass; tail += mass[from]!) from++;
  let to = mass.length - 1;
  for (let tail = 0; to > from; to--) {
    tail += mass[to]! * (1 + (place[to]! * step) / copies);
    if (!(tail < negligibleMass)) break;
  }
  return { from: place[from]!, to: place[to]! };
}

/** Places. */
interface Range {
  readonly from: number;
  readonly to: number;
}

/** The sum of independent sums on lattices of the same step. */
export function sumOf(one: LatticeSumPmf, other: LatticeSumPmf): SumPmf {
  const sums = withZero(one, other, withZero(other, one, bothNonzero(one, other)));
  return {
    copies: one.copies + other.copies,
    step: one.step,
    place: sums.place,
    mass: sums.mass,
    infinityMass: one.infinityMass + other.infinityMass,
    reverseInfinityMass: one.reverseInfinityMass * other.reverseInfinityMass,
  };
}

type Points = Pick<SumPmf, "place" | "mass">;

/** The sum's points where neither is zero. */
function bothNonzero(one: LatticeSumPmf, other: LatticeSumPmf): Points {
  const mass = convolved(one.mass, other.mass);
  const place = counting(one.first + other.first, mass.length);
  if (one.moment && other.moment) {
    const moment = convolved(one.moment, other.mass);
    addQuotients(place, moment, mass);
    addQuotients(place, one === other ? moment : convolved(one.mass, other.moment), mass);
  }
  return { place, mass };
}

/** Adds the other sum's points where the one is zero. */
function withZero(one: LatticeSumPmf, other: LatticeSumPmf, points: Points): Points {
  if (one.reverseInfinityMass === 0) return points;
  const place = counting(other.first - one.copies / one.step, other.mass.length);
  if (other.moment) addQuotients(place, other.moment, other.mass);
  return merged(points, { place, mass: scaled(other.mass, one.reverseInfinityMass) });
}

function counting(first: number, length: number): Float64Array {
  const values = new Float64Array(length);
  for (let k = 0; k < length; k++) values[k] = first + k;
  return values;
}

function scaled(values: Float64Array, factor: number): Float64Array {
  const out = new Float64Array(values.length);
  for (let k = 0; k < out.length; k++) out[k] = factor * values[k]!;
  return out;
}

function addQuotients(sums: Float64Array, numerator: Float64Array, denominator: Float64Array): void {
  for (let k = 0; k < sums.length; k++) if (denominator[k]! > 0) sums[k]! += numerator[k]! / denominator[k]!;
}

/** Two lists of points as one, by place. */
function merged(one: Points, other: Points): Points {
  const length = one.mass.length + other.mass.length;
  const all = { place: new Float64Array(length), mass: new Float64Array(length) };
  merge(one.place, one.mass, other.place, other.mass, all.place, all.mass);
  return all;
}

function merge(
  place: Float64Array,
  mass: Float64Array,
  otherPlace: Float64Array,
  otherMass: Float64Array,
  allPlaces: Float64Array,
  allMasses: Float64Array,
): void {
  let i = 0;
  let j = 0;
  for (let k = 0; k < allPlaces.length; k++) {
    if (i === place.length || (j < otherPlace.length && otherPlace[j]! < place[i]!)) {
      allPlaces[k] = otherPlace[j]!;
      allMasses[k] = otherMass[j++]!;
    } else {
      allPlaces[k] = place[i]!;
      allMasses[k] = mass[i++]!;
    }
  }
}
