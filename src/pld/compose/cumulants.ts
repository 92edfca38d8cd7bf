import type { LatticePmf, RepeatedPmf } from "../pmf.js";

/** The cumulant function and two derivatives, at a tilt. */
export interface Cumulants {
  /** log of the sum of mass e^(tilt loss): the tilted law's normalizer. */
  readonly value: number;
  /** Mean of the loss under the tilted law. */
  readonly mean: number;
  readonly variance: number;
}

/** The cumulant function of the composed loss (its finite part) and two derivatives, at a tilt. */
export function cumulants(parts: readonly RepeatedPmf[], tilt: number): Cumulants {
  let value = 0;
  let mean = 0;
  let variance = 0;
  for (const { pmf, times } of parts) {
    const one = cumulantsOf(pmf, tilt);
    value += times * one.value;
    mean += times * one.mean;
    variance += times * one.variance;
  }
  return { value, mean, variance };
}

function cumulantsOf(pmf: LatticePmf, tilt: number): Cumulants {
  const { mass, first, step } = pmf;
  const { from, to, shift, ratio, block, weightAt } = tiltWeights(pmf, tilt);
  const middle = (from + to) / 2;
  const moments = new Float64Array(3);
  for (let start = from; start < to; start += block) {
    addMoments(moments, mass, [start, Math.min(to, start + block)], weightAt(start), ratio, middle);
  }
  const sum = moments[0]!;
  const mean = moments[1]! / sum;
  const variance = Math.max(0, moments[2]! / sum - mean * mean);
  return {
    value: shift + Math.log(sum),
    mean: (first + middle + mean) * step,
    variance: variance * step * step,
  };
}

/**
 * Adds the moments 0, 1 and 2 about `middle` of a range of masses times weight, weight ratio, weight ratio^2,
 * ...
 */
function addMoments(
  moments: Float64Array,
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
  moments[0]! += sum;
  moments[1]! += first + start * sum;
  moments[2]! += second + 2 * start * first + start * start * sum;
}

/** The masses of the tilted law, mass e^(tilt loss), normalized. */
export function tiltedMass(pmf: LatticePmf, tilt: number): Float64Array {
  const { mass } = pmf;
  const { from, to, ratio, block, weightAt } = tiltWeights(pmf, tilt);
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

/** Half open. */
type Range = readonly [from: number, to: number];

/**
 * Points in a row whose weights follow from one another: the work of a power per block. Valid while a block's
 * error, an ulp a point, is far below the 1e-10 allowed for a mass. Twice or half as many move an upper end
 * by up to 3e-4.
 */
const BLOCK = 64;
/**
 * Largest exponent in use, and the largest range without a shift: far from overflow, and the smallest double
 * still counts. Valid up to 700: half of it, or 690, changes no figure.
 */
const MAX_EXPONENT = 600;

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

function tiltWeights({ mass, first, step }: LatticePmf, tilt: number): TiltWeights {
  let from = 0;
  let to = mass.length;
  while (from < to - 1 && mass[from] === 0) from++;
  while (to > from + 1 && mass[to - 1] === 0) to--;
  const exponentAt = (i: number): number => tilt * (first + i) * step;
  const start = exponentAt(from);
  const end = exponentAt(to - 1);
  const largest = Math.max(start, end);
  const isFar = largest > MAX_EXPONENT || Math.abs(end - start) > MAX_EXPONENT;
  const shift = isFar ? largest - MAX_EXPONENT : Math.min(0, largest);
  return {
    from,
    to,
    shift,
    ratio: Math.exp(tilt * step),
    block: Math.max(1, Math.min(BLOCK, Math.floor(BLOCK / Math.abs(tilt * step)))),
    weightAt: (i) => Math.exp(exponentAt(i) - shift),
  };
}
