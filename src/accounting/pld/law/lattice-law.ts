/**
 * The law of a sum of copies of a likelihood ratio in cells of equal width: what a law becomes once it is narrow.
 *
 * Sums of cells are cells again, so that adding needs no search for a bin and costs no accuracy; only wider cells do.
 * Derivation: docs/theorems/law-of-the-mean.md.
 */
import { convolved } from "../../../numerics/convolved.js";

export interface LatticeLaw extends SumLaw {
  /** Cell k starts at copies + (first + k) width. */
  readonly first: number;
  /** Mass times the distance of the cell's one atom from its start, in widths. Absent where all atoms are at starts: the upper side. */
  readonly moment?: Float64Array;
}

/** Atoms of a sum of copies, at copies + place width, in any order. */
export interface SumAtoms extends SumLaw {
  readonly place: Float64Array;
}

interface SumLaw {
  readonly copies: number;
  /** In units of one copy's ratio. */
  readonly width: number;
  readonly mass: Float64Array;
  /** Mass at a sum of zero, beside `mass`. */
  readonly zero: number;
  /** The part of the sum's mean that sits at infinity, with no mass. */
  readonly infinite: number;
}

export type Side = "upper" | "lower";

/** The atoms put into cells: split onto cell starts with mean kept (upper in convex order), or merged by cell (lower). */
export function latticeOf(atoms: SumAtoms, side: Side, negligible: number): LatticeLaw {
  const { from, to } = heavyRange(atoms, negligible);
  const zeroAt = -atoms.copies / atoms.width;
  const first = Math.max(Math.floor(from), Math.ceil(zeroAt));
  const last = Math.max(first, Math.floor(to)) - first;
  const mass = new Float64Array(last + 2);
  const moment = new Float64Array(last + 2);
  let [deficit, excess] = [0, 0];
  for (let i = 0; i < atoms.place.length; i++) {
    const at = atoms.place[i]! - first;
    const cell = Math.min(last, Math.max(0, Math.floor(at)));
    mass[cell]! += atoms.mass[i]!;
    if (at < 0) deficit -= atoms.mass[i]! * at;
    else if (at >= last + 1) excess += atoms.mass[i]! * (at - cell);
    else moment[cell]! += atoms.mass[i]! * (at - cell);
  }
  const { copies, width, zero, infinite } = atoms;
  if (side === "lower") {
    moment[0]! -= deficit;
    moment[last]! += excess;
    return { copies, width, first, mass, moment, zero, infinite };
  }
  for (let k = last + 1; k > 0; k--) mass[k]! += moment[k - 1]! - moment[k]!;
  const vanished = deficit > 0 ? deficit / (first - zeroAt) : 0;
  mass[0]! -= moment[0]! + vanished;
  return { copies, width, first, mass, zero: zero + vanished, infinite: infinite + excess * width };
}

/** Places between which all lies but for a negligible mass of Q on the left and of P on the right. */
export function heavyRange({ place, mass, copies, width }: SumAtoms, negligible: number): Range {
  const order = isRising(place) ? undefined : place.map((_, i) => i).sort((i, j) => place[i]! - place[j]!);
  const at = (k: number) => (order ? order[k]! : k);
  const massP = (i: number) => mass[i]! * (1 + (place[i]! * width) / copies);
  let from = 0;
  for (let tail = mass[at(0)]!; from + 1 < mass.length && tail < negligible; tail += mass[at(from)]!) from++;
  let to = mass.length - 1;
  for (let tail = massP(at(to)); to > from && tail < negligible; tail += massP(at(to))) to--;
  return { from: place[at(from)]!, to: place[at(to)]! };
}

function isRising(place: Float64Array): boolean {
  for (let i = 1; i < place.length; i++) if (place[i]! < place[i - 1]!) return false;
  return true;
}

/** Places. */
interface Range {
  readonly from: number;
  readonly to: number;
}

/** The sum of independent sums on lattices of the same width. */
export function sumOf(one: LatticeLaw, other: LatticeLaw): SumAtoms {
  const mass = convolved(one.mass, other.mass);
  const offset = new Float64Array(mass.length);
  if (one.moment && other.moment) {
    const left = convolved(one.moment, other.mass);
    const right = one === other ? left : convolved(one.mass, other.moment);
    for (let k = 0; k < mass.length; k++) if (mass[k]! > 0) offset[k] = (left[k]! + right[k]!) / mass[k]!;
  }
  const start = one.first + other.first;
  const main = { place: offset.map((value, k) => start + k + value), mass };
  return {
    copies: one.copies + other.copies,
    width: one.width,
    ...joined([main, besideZero(one, other), besideZero(other, one)]),
    zero: one.zero * other.zero,
    infinite: one.infinite + other.infinite,
  };
}

type Points = Pick<SumAtoms, "place" | "mass">;

/** The other sum's atoms where the one is zero. */
function besideZero({ zero, copies, width }: LatticeLaw, { first, mass }: LatticeLaw): Points {
  if (zero === 0) return { place: new Float64Array(), mass: new Float64Array() };
  return {
    place: mass.map((_, k) => first + k - copies / width),
    mass: mass.map((value) => zero * value),
  };
}

function joined(parts: readonly Points[]): Points {
  const length = parts.reduce((sum, { mass }) => sum + mass.length, 0);
  const all = { place: new Float64Array(length), mass: new Float64Array(length) };
  let at = 0;
  for (const { place, mass } of parts) {
    all.place.set(place, at);
    all.mass.set(mass, at);
    at += mass.length;
  }
  return all;
}
