import type { GrowingMean, SideGrid } from "./growing-mean.js";
import { essentialRange, type LatticeSumPmf, latticeSumOf, type SumPmf, sumOf } from "./lattice-sum.js";
import { normalized, type RatioPmf } from "./ratio-pmf.js";

/**
 * Standard deviations that a law on a lattice may span: others are summed in bins. Valid at any number: half
 * or twice as many move an epsilon by up to 1e-4 of itself.
 */
const NARROW = 40;

/** The mean on a lattice; undefined where the law is too broad for one. */
export function latticeMeanOf(
  law: RatioPmf,
  { copies, work }: Pick<GrowingMean, "copies" | "work">,
  grid: SideGrid,
): GrowingMean | undefined {
  const unscaled = sumPmfOf(law, copies, 1);
  const step = grid.relativeStep * stdDevOf(unscaled.place, unscaled.mass);
  const sum = sumPmfOf(law, copies, step);
  const { from, to } = essentialRange(sum, grid.negligibleMass);
  const span = (to - from) * grid.relativeStep;
  if (!(step < Infinity && span <= NARROW)) return undefined; // a variance may leave the doubles
  return latticeMean(latticeSumOf(sum, grid.side, grid.negligibleMass), work, grid);
}

function latticeMean(lattice: LatticeSumPmf, work: number, grid: SideGrid): GrowingMean {
  const { side, negligibleMass } = grid;
  const plus = (other: LatticeSumPmf) => {
    const pairs = lattice.mass.length * other.mass.length;
    const sum = coarsened(normalizedSum(sumOf(lattice, other)), grid);
    // Four pairs of lattice points take as long as a pair of points in bins.
    return latticeMean(latticeSumOf(sum, side, negligibleMass), work + pairs / 4, grid);
  };
  return {
    copies: lattice.copies,
    work,
    doubled: () => plus(lattice),
    plusOneCopy: (single) => plus(latticeSumOf(sumPmfOf(single, 1, lattice.step), side, negligibleMass)),
    pmf: () => meanPmfOf(pointsOf(lattice)),
  };
}

/** The same law for cells twice as wide, where these are narrow enough. */
function coarsened(sum: SumPmf, { relativeStep }: SideGrid): SumPmf {
  if (2 > relativeStep * stdDevOf(sum.place, sum.mass)) return sum;
  return { ...sum, step: 2 * sum.step, place: halved(sum.place) };
}

function halved(values: Float64Array): Float64Array {
  const out = values.slice();
  for (let i = 0; i < out.length; i++) out[i]! /= 2;
  return out;
}

/** The standard deviation of the sum, in steps. */
function stdDevOf(place: Float64Array, mass: Float64Array): number {
  let variance = 0;
  for (let i = 0; i < place.length; i++) variance += mass[i]! * place[i]! ** 2;
  return Math.sqrt(variance);
}

/** The cells with mass as points. */
function pointsOf({ first, mass, moment, ...sum }: LatticeSumPmf): SumPmf {
  const place = mass.map((weight, k) => first + k + (moment && weight > 0 ? moment[k]! / weight : 0));
  return { ...sum, place: place.filter((_, k) => mass[k]! > 0), mass: mass.filter((weight) => weight > 0) };
}

/** The law of the sum of `copies`, given that of their mean. */
function sumPmfOf({ origin, value, mass, infinityMass }: RatioPmf, copies: number, step: number): SumPmf {
  const start = value[0]! + origin > 0 ? 0 : 1;
  return {
    copies,
    step,
    place: scaled(value.subarray(start), origin - 1, copies / step),
    mass: mass.subarray(start),
    infinityMass: infinityMass * copies,
    reverseInfinityMass: start === 1 ? mass[0]! : 0,
  };
}

/** The law of the mean, given that of the sum. */
function meanPmfOf({ copies, step, place, mass, infinityMass, reverseInfinityMass }: SumPmf): RatioPmf {
  return {
    origin: 1,
    value: prepended(-1, scaled(place, 0, step / copies)),
    mass: prepended(reverseInfinityMass, mass),
    infinityMass: infinityMass / copies,
  };
}

function scaled(values: Float64Array, shift: number, factor: number): Float64Array {
  const out = new Float64Array(values.length);
  for (let i = 0; i < out.length; i++) out[i] = (values[i]! + shift) * factor;
  return out;
}

function prepended(value: number, rest: Float64Array): Float64Array {
  const all = new Float64Array(rest.length + 1);
  all[0] = value;
  all.set(rest, 1);
  return all;
}

/** Mass and mean restored after rounding. */
function normalizedSum(sum: SumPmf): SumPmf {
  const { mass } = normalized(meanPmfOf(sum));
  return { ...sum, reverseInfinityMass: mass[0]!, mass: mass.subarray(1) };
}
