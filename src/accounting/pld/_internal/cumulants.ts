import type { LatticeMeasure, LatticePower } from "./lattice-measure.js";

export interface Cumulants {
  /** log of the sum of mass e^(tilt loss): the tilted law's normaliser. */
  readonly value: number;
  /** Mean of the loss under the tilted law. */
  readonly mean: number;
  readonly variance: number;
}

/** The cumulant function of the composed loss (its finite part) and two derivatives, at a tilt. */
export function cumulants(powers: readonly LatticePower[], tilt: number): Cumulants {
  let [value, mean, variance] = [0, 0, 0];
  for (const { measure, times } of powers) {
    const one = cumulantsOf(measure, tilt);
    value += times * one.value;
    mean += times * one.mean;
    variance += times * one.variance;
  }
  return { value, mean, variance };
}

function cumulantsOf(measure: LatticeMeasure, tilt: number): Cumulants {
  const { mass, first, step } = measure;
  const { from, to, shift, ratio, block, weightAt } = tiltOf(measure, tilt);
  const middle = (from + to) / 2;
  const moments = { sum: 0, first: 0, second: 0 };
  for (let start = from; start < to; start += block) {
    addMoments(moments, mass, [start, Math.min(to, start + block)], weightAt(start), ratio, middle);
  }
  const mean = moments.first / moments.sum;
  const variance = Math.max(0, moments.second / moments.sum - mean * mean);
  return {
    value: shift + Math.log(moments.sum),
    mean: (first + middle + mean) * step,
    variance: variance * step * step,
  };
}

/** Adds those about `middle` of a range of masses times weight, weight ratio, weight ratio^2, ... */
function addMoments(
  moments: { sum: number; first: number; second: number },
  mass: Float64Array,
  [from, to]: Range,
  weight: number,
  ratio: number,
  middle: number,
): void {
  let factor = weight;
  let sum = 0;
  let first = 0;
  let second = 0;
  for (let i = from; i < to; i++, factor *= ratio) {
    const term = mass[i]! * factor;
    const distance = i - from;
    sum += term;
    first += term * distance;
    second += term * distance * distance;
  }
  const start = from - middle;
  moments.sum += sum;
  moments.first += first + start * sum;
  moments.second += second + 2 * start * first + start * start * sum;
}

/** The tilted law of one measure: mass e^(tilt loss), normalised. */
export function tiltedMass(measure: LatticePoints, tilt: number): Float64Array {
  const { mass } = measure;
  const { from, to, ratio, block, weightAt } = tiltOf(measure, tilt);
  const out = new Float64Array(mass.length);
  let sum = 0;
  for (let start = from; start < to; start += block) {
    sum += putWeighted(out, mass, [start, Math.min(to, start + block)], weightAt(start), ratio);
  }
  for (let i = from; i < to; i++) out[i]! /= sum;
  return out;
}

/** Puts a range of masses times weight, weight ratio, weight ratio^2, ...; their sum. */
function putWeighted(
  out: Float64Array,
  mass: Float64Array,
  [from, to]: Range,
  weight: number,
  ratio: number,
): number {
  let factor = weight;
  let sum = 0;
  for (let i = from; i < to; i++, factor *= ratio) {
    out[i] = mass[i]! * factor;
    sum += out[i]!;
  }
  return sum;
}

/** From the first to before the second. */
type Range = readonly [from: number, to: number];

type LatticePoints = Pick<LatticeMeasure, "mass" | "first" | "step">;

/** Points in a row whose weights follow from one another, and nats by which these may differ: none counts as nothing beside its neighbours. */
const BLOCK = 64;
const BLOCK_NATS = 64;
/** Largest exponent in use, and the largest range without a shift: far from overflow, and doubles' smallest mass still counts. */
const HIGHEST = 600;

/** The weights e^(tilt loss - shift) of a lattice's points. */
interface TiltWeights {
  /** The points from the first to the last one with mass: beyond them weights might overflow. */
  readonly from: number;
  readonly to: number;
  readonly shift: number;
  /** From point to point. */
  readonly ratio: number;
  /** Points in a row for which `ratio` may be used. */
  readonly block: number;
  weightAt(i: number): number;
}

function tiltOf({ mass, first, step }: LatticePoints, tilt: number): TiltWeights {
  let from = 0;
  let to = mass.length;
  while (from < to - 1 && mass[from] === 0) from++;
  while (to > from + 1 && mass[to - 1] === 0) to--;
  const exponentAt = (i: number): number => tilt * (first + i) * step;
  const [start, end] = [exponentAt(from), exponentAt(to - 1)];
  const largest = Math.max(start, end);
  const isFar = largest > HIGHEST || Math.abs(end - start) > HIGHEST;
  const shift = isFar ? largest - HIGHEST : Math.min(0, largest);
  return {
    from,
    to,
    shift,
    ratio: Math.exp(tilt * step),
    block: Math.max(1, Math.min(BLOCK, Math.floor(BLOCK_NATS / Math.abs(tilt * step)))),
    weightAt: (i) => Math.exp(exponentAt(i) - shift),
  };
}
