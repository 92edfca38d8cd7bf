import { fourierError, sequenceOf, spectrumOf } from "../../../numerics/fourier-transform.js";
import type { LatticeMeasure } from "./ratio-lattice.js";

/** Standard deviations of the tilted sum that a transform covers, and the longest transform. */
export const SPAN = 14;
export const LONGEST: number = 2 ** 16;

/**
 * An upper bound of E[((xi_1 + ... + xi_m) / m)_+], the xi independent, each of the given law: by a Fourier transform of the law tilted by
 * e^(theta xi), at the theta where the tilted sum is centred at zero; bounds of rounding and of what wraps around are added.
 */
export function meanPositivePart(law: LatticeMeasure, copies: number): number {
  const tilt = centringTilt(law);
  const { logMoment, variance } = tilted(law, tilt);
  const spread = Math.sqrt(copies * variance) / law.step;
  const length = Math.min(LONGEST, 2 ** Math.max(6, Math.ceil(Math.log2(SPAN * spread))));
  const half = length / 2;
  const { mass, error } = powerOf(wrapped(law, tilt, logMoment, length), copies);
  let [sum, weights] = [0, 0];
  for (let k = 1; k < half; k++) {
    const weight = k * Math.exp(-tilt * law.step * k);
    weights += weight;
    sum += weight * Math.max(0, mass[k]!);
  }
  const scale = (Math.exp(copies * logMoment) * law.step) / copies;
  const beyond = beyondWindow(law, copies, half * law.step);
  return scale * (sum + weights * error) * (1 + copies * 2 ** -42) + beyond;
}

interface Tilted {
  readonly logMoment: number;
  readonly mean: number;
  readonly variance: number;
}

/** log E e^(theta xi), and mean and variance under the tilted law. */
function tilted({ step, places, mass }: LatticeMeasure, theta: number): Tilted {
  const most = places.at(-1)! * step * theta;
  let [total, sum, squares] = [0, 0, 0];
  for (let i = 0; i < mass.length; i++) {
    const value = places[i]! * step;
    const weight = mass[i]! * Math.exp(theta * value - most);
    total += weight;
    sum += weight * value;
    squares += weight * value * value;
  }
  const mean = sum / total;
  return { logMoment: Math.log(total) + most, mean, variance: Math.max(0, squares / total - mean * mean) };
}

/** The theta >= 0 at which the tilted mean is zero, or the largest that is looked at. */
function centringTilt(law: LatticeMeasure): number {
  const meanAt = (theta: number): number => tilted(law, theta).mean;
  if (meanAt(0) >= 0) return 0;
  let high = 0.25 / (law.places.at(-1)! * law.step);
  while (meanAt(high) < 0 && high < 1e12) high *= 2;
  let low = 0;
  for (let i = 0; i < 40 && high - low > 1e-3 * high; i++) {
    const middle = (low + high) / 2;
    if (meanAt(middle) < 0) low = middle;
    else high = middle;
  }
  return low;
}

/** The tilted law, normalised, on a circle of `length` points. */
function wrapped(
  { step, places, mass }: LatticeMeasure,
  theta: number,
  logMoment: number,
  length: number,
): Float64Array {
  const circle = new Float64Array(length);
  for (let i = 0; i < mass.length; i++) {
    const k = places[i]!;
    circle[((k % length) + length) % length]! += mass[i]! * Math.exp(theta * k * step - logMoment);
  }
  return circle;
}

/** The law of a sum of copies on a circle, and by how much each of its masses may be too small. */
function powerOf(
  circle: Float64Array,
  copies: number,
): { readonly mass: Float64Array; readonly error: number } {
  const length = circle.length;
  const spectrum = spectrumOf(circle);
  const inputError = fourierError(length) * Math.sqrt(length * sumOfSquares(circle));
  let [norm, squared] = [0, 0];
  for (let j = 0; j < spectrum.length; j += 2) {
    const radius = Math.hypot(spectrum[j]!, spectrum[j + 1]!);
    const power = Math.min(1, radius) ** copies;
    const angle = copies * Math.atan2(spectrum[j + 1]!, spectrum[j]!);
    spectrum[j] = power * Math.cos(angle);
    spectrum[j + 1] = power * Math.sin(angle);
    norm += 2 * power;
    squared += 2 * Math.min(1, radius + inputError) ** (2 * (copies - 1));
  }
  const mass = sequenceOf(spectrum);
  const powers = copies * inputError * Math.sqrt(squared) + (8 * copies + 16) * Number.EPSILON * norm;
  const error = powers / length + fourierError(length) * Math.sqrt(norm / length);
  return { mass, error };
}

function sumOfSquares(values: Float64Array): number {
  let sum = 0;
  for (const value of values) sum += value * value;
  return sum;
}

/** Upper bound of E[(sum / copies) 1(sum >= end)]: z <= end e^(theta (z - end)) there, as soon as theta end >= 1. */
function beyondWindow(law: LatticeMeasure, copies: number, end: number): number {
  const top = law.places.at(-1)! * law.step;
  if (top * copies < end) return 0;
  let least = Infinity;
  for (let theta = 1 / end; theta < 700 / top && theta * end < 1e5; theta *= 1.5) {
    const bound = (end / copies) * Math.exp(copies * tilted(law, theta).logMoment - theta * end);
    if (bound > least) break;
    least = bound;
  }
  return least;
}
