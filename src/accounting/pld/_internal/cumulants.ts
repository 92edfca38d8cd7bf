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
  const { from, to, shift, ratio, weightAt } = tiltOf(measure, tilt);
  let [sum, moment, square] = [0, 0, 0];
  for (let start = from; start < to; start += BLOCK) {
    const end = Math.min(to, start + BLOCK);
    let weight = weightAt(start);
    let blockSum = 0;
    let blockMoment = 0;
    let blockSquare = 0;
    for (let i = start; i < end; i++, weight *= ratio) {
      const term = mass[i]! * weight;
      const loss = (first + i) * step;
      blockSum += term;
      blockMoment += term * loss;
      blockSquare += term * loss * loss;
    }
    sum += blockSum;
    moment += blockMoment;
    square += blockSquare;
  }
  const mean = moment / sum;
  return { value: shift + Math.log(sum), mean, variance: Math.max(0, square / sum - mean * mean) };
}

/** The tilted law of one measure: mass e^(tilt loss), normalised. */
export function tiltedMass(measure: LatticePoints, tilt: number): Float64Array {
  const { mass } = measure;
  const { from, to, ratio, weightAt } = tiltOf(measure, tilt);
  const out = new Float64Array(mass.length);
  let sum = 0;
  for (let start = from; start < to; start += BLOCK) {
    const end = Math.min(to, start + BLOCK);
    let weight = weightAt(start);
    let blockSum = 0;
    for (let i = start; i < end; i++, weight *= ratio) {
      out[i] = mass[i]! * weight;
      blockSum += out[i]!;
    }
    sum += blockSum;
  }
  for (let i = from; i < to; i++) out[i]! /= sum;
  return out;
}

type LatticePoints = Pick<LatticeMeasure, "mass" | "first" | "step">;

/** Points in a row whose weights follow from one another. */
const BLOCK = 64;
/** Largest exponent in use: far from overflow, and doubles' smallest mass still counts. */
const HIGHEST = 600;

/** The weights e^(tilt loss - shift) of a lattice's points. */
interface TiltWeights {
  /** The points from the first to the last one with mass: beyond them weights might overflow. */
  readonly from: number;
  readonly to: number;
  readonly shift: number;
  /** From point to point. */
  readonly ratio: number;
  weightAt(i: number): number;
}

function tiltOf({ mass, first, step }: LatticePoints, tilt: number): TiltWeights {
  let from = 0;
  let to = mass.length;
  while (from < to - 1 && mass[from] === 0) from++;
  while (to > from + 1 && mass[to - 1] === 0) to--;
  const exponentAt = (i: number): number => tilt * (first + i) * step;
  const largest = Math.max(exponentAt(from), exponentAt(to - 1));
  const shift = largest > HIGHEST ? largest - HIGHEST : Math.min(0, largest);
  return { from, to, shift, ratio: Math.exp(tilt * step), weightAt: (i) => Math.exp(exponentAt(i) - shift) };
}
