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

function cumulantsOf({ mass, first, step }: LatticeMeasure, tilt: number): Cumulants {
  let [sum, first1, second] = [0, 0, 0];
  const shift = eachTiltedBlock({ mass, first, step }, tilt, (start, end, weightAt, ratio) => {
    let weight = weightAt;
    let [blockSum, blockFirst, blockSecond] = [0, 0, 0];
    for (let i = start; i < end; i++, weight *= ratio) {
      const term = mass[i]! * weight;
      const loss = (first + i) * step;
      blockSum += term;
      blockFirst += term * loss;
      blockSecond += term * loss * loss;
    }
    sum += blockSum;
    first1 += blockFirst;
    second += blockSecond;
  });
  const mean = first1 / sum;
  return { value: shift + Math.log(sum), mean, variance: Math.max(0, second / sum - mean * mean) };
}

/** The tilted law of one measure: mass e^(tilt loss), normalised. */
export function tiltedMass(
  measure: Pick<LatticeMeasure, "mass" | "first" | "step">,
  tilt: number,
): Float64Array {
  const out = new Float64Array(measure.mass.length);
  let sum = 0;
  eachTiltedBlock(measure, tilt, (start, end, weightAt, ratio) => {
    let weight = weightAt;
    let blockSum = 0;
    for (let i = start; i < end; i++, weight *= ratio) {
      out[i] = measure.mass[i]! * weight;
      blockSum += out[i]!;
    }
    sum += blockSum;
  });
  return out.map((value) => value / sum);
}

const BLOCK = 64;
/** Largest exponent in use: far from overflow, and doubles' smallest mass still counts. */
const HIGHEST = 600;

/** Visits blocks of the lattice with e^(tilt loss - shift) at each block's start and its ratio from point to point. */
function eachTiltedBlock(
  { mass, first, step }: Pick<LatticeMeasure, "mass" | "first" | "step">,
  tilt: number,
  visit: (start: number, end: number, weight: number, ratio: number) => void,
): number {
  const { from, to } = supportOf(mass);
  const exponentAt = (i: number) => tilt * (first + i) * step;
  const largest = Math.max(exponentAt(from), exponentAt(to - 1));
  const shift = largest > HIGHEST ? largest - HIGHEST : Math.min(0, largest);
  const ratio = Math.exp(tilt * step);
  for (let start = from; start < to; start += BLOCK) {
    visit(start, Math.min(to, start + BLOCK), Math.exp(exponentAt(start) - shift), ratio);
  }
  return shift;
}

/** The points from the first to the last one with mass: beyond them weights might overflow. */
function supportOf(mass: Float64Array): { from: number; to: number } {
  let from = 0;
  let to = mass.length;
  while (from < to - 1 && mass[from] === 0) from++;
  while (to > from + 1 && mass[to - 1] === 0) to--;
  return { from, to };
}
