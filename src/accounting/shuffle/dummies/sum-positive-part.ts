import { fourierError, sequenceOf } from "../../../numerics/fourier-transform.js";
import type { LatticeMeasure } from "../transposition/lattice-above.js";
import { spectrumPower } from "../transposition/spectrum-power.js";

/** Independent copies of a law. */
export interface Copies {
  readonly law: LatticeMeasure;
  readonly copies: number;
}

/** Standard deviations of the tilted sum that the transform covers, and the longest transform. */
const SPAN = 16;
export const LONGEST: number = 2 ** 17;
const SHORTEST = 2 ** 8;
/** A sum of few copies may be covered whole. */
const WHOLE = 2 ** 14;
const TILT_STEPS = 60;
const TILT_PRECISION = 1e-3;
/** A longer transform is tried where what lies beyond it may be a larger share. */
const BEYOND_SHARE = 1e-3;
const LONGER = 4;
/** Powers are computed afresh so often: their products round by less than ROUNDING. */
const FRESH = 64;
/** More than sums of masses, exponents of at most 745 and products round. */
const ROUNDING = 2 ** -40;

/**
 * An upper bound of E(S + offset)_+, S the sum of independent copies of laws on lattices of one step: by a
 * Fourier transform of the laws tilted by e^(theta x), theta >= 0 where the tilted sum is centred at -offset;
 * bounds of rounding and of what wraps around are added.
 *
 * @see docs/theorems/dummies-and-others.md, section 4
 */
export function sumPositivePart(parts: readonly Copies[], offset: number): number {
  const { step } = parts[0]!.law;
  const most = parts.reduce((sum, { law, copies }) => sum + copies * law.places.at(-1)!, 0) * step;
  if (most + offset <= 0) return 0;
  const tilt = centringTilt(parts, offset);
  const { variance } = momentsOf(parts, tilt);
  const range = parts.reduce(
    (sum, { law, copies }) => sum + copies * (law.places.at(-1)! - law.places[0]!),
    0,
  );
  const span = Math.max((SPAN * Math.sqrt(variance)) / step, Math.min(WHOLE, 2 * range), SHORTEST);
  for (let length = 2 ** Math.ceil(Math.log2(span)); ; length *= LONGER) {
    const longest = length >= LONGEST;
    const inside = insideWindow(parts, offset, tilt, longest ? LONGEST : length);
    const outside = beyond(parts, offset, ((longest ? LONGEST : length) / 2 - 1) * step, tilt);
    if (longest || outside <= BEYOND_SHARE * inside) return inside + outside;
  }
}

/** What the points of a transform of some length contribute. */
function insideWindow(parts: readonly Copies[], offset: number, tilt: number, length: number): number {
  const { step } = parts[0]!.law;
  const { masses, error } = tiltedSum(parts, tilt, length);
  const kink = -offset / step;
  const end = Math.round(kink) + length / 2;
  let sum = 0;
  let weights = 0;
  let squares = 0;
  const first = Math.floor(kink) + 1;
  const ratio = Math.exp(-tilt * step);
  let untilted = 0;
  for (let k = first; k < end; k++) {
    untilted = (k - first) % FRESH === 0 ? Math.exp(-tilt * step * (k - kink)) : untilted * ratio;
    const weight = (k - kink) * untilted;
    sum += weight * masses[((k % length) + length) % length]!;
    weights += weight;
    squares += weight * weight;
  }
  const copies = parts.reduce((total, part) => total + part.copies, 0);
  const bounded = Math.max(0, sum + weights * error.each + Math.sqrt(squares) * error.norm);
  const scale = step * Math.exp(logMomentOf(parts, tilt) + tilt * offset);
  return scale * bounded * (1 + (copies + 8) * ROUNDING);
}

/** log E e^(theta S). */
function logMomentOf(parts: readonly Copies[], theta: number): number {
  return parts.reduce((sum, { law, copies }) => sum + copies * logMomentOfOne(law, theta), 0);
}

function logMomentOfOne({ step, places, mass }: LatticeMeasure, theta: number): number {
  const top = places.at(-1)! * step * theta;
  let total = 0;
  for (let i = 0; i < mass.length; i++) total += mass[i]! * Math.exp(theta * (places[i]! * step) - top);
  return Math.log(total) + top;
}

/** Mean and variance of the tilted sum. */
function momentsOf(
  parts: readonly Copies[],
  theta: number,
): { readonly mean: number; readonly variance: number } {
  let mean = 0;
  let variance = 0;
  for (const { law, copies } of parts) {
    const top = law.places.at(-1)! * law.step * theta;
    let total = 0;
    let first = 0;
    let second = 0;
    for (let i = 0; i < law.mass.length; i++) {
      const value = law.places[i]! * law.step;
      const weight = law.mass[i]! * Math.exp(theta * value - top);
      total += weight;
      first += weight * value;
      second += weight * value * value;
    }
    mean += (copies * first) / total;
    variance += copies * Math.max(0, second / total - (first / total) ** 2);
  }
  return { mean, variance };
}

/**
 * About the theta >= 0 at which the tilted mean is -offset: by Newton's steps, halved where they leave what
 * is known.
 */
function centringTilt(parts: readonly Copies[], offset: number): number {
  let low = 0;
  let high = Infinity;
  let theta = 0;
  for (let i = 0; i < TILT_STEPS; i++) {
    const { mean, variance } = momentsOf(parts, theta);
    const distance = mean + offset;
    if (distance < 0) low = theta;
    else high = theta;
    if (high === 0) return 0;
    const next = theta - distance / Math.max(variance, Number.MIN_VALUE);
    if (Math.abs(next - theta) <= TILT_PRECISION * theta) return theta;
    if (next > low && next < high) theta = next;
    else theta = high < Infinity ? (low + high) / 2 : 2 * low;
  }
  return low;
}

/** How far the masses are off: each one, and the l2 norm of all. */
interface MassError {
  readonly each: number;
  readonly norm: number;
}

/** The tilted sum's law, wrapped around a circle of points. */
function tiltedSum(
  parts: readonly Copies[],
  theta: number,
  length: number,
): { readonly masses: Float64Array; readonly error: MassError } {
  const spectrum = new Float64Array(length + 2);
  for (let i = 0; i < length; i += 2) spectrum[i] = 1;
  spectrum[length] = 1;
  let error = 0;
  let norm = length;
  for (const { law, copies } of parts) {
    const circle = { places: law.places, mass: tilted(law, theta), length };
    const [power] = spectrumPower(circle, [copies]) as [ReturnType<typeof spectrumPower>[number]];
    multiply(spectrum, power.spectrum);
    // No true factor is larger than one; a product rounds by less than 4 epsilon.
    norm = Math.min(norm, power.norm + power.error);
    error = error * (1 + power.error) + power.error + 4 * Number.EPSILON * norm;
  }
  spectrum[length + 1] = 0;
  const masses = sequenceOf(spectrum);
  let squares = 0;
  for (let i = 0; i < masses.length; i++) squares += masses[i]! * masses[i]!;
  return { masses, error: { each: error / length, norm: 4 * fourierError(length) * Math.sqrt(squares) } };
}

/** In place; what the factor does not have is zero. */
function multiply(spectrum: Float64Array, factor: Float64Array): void {
  for (let j = 0; j < spectrum.length; j += 2) {
    const re = spectrum[j]!;
    const im = spectrum[j + 1]!;
    const factorRe = factor[j] ?? 0;
    const factorIm = factor[j + 1] ?? 0;
    spectrum[j] = re * factorRe - im * factorIm;
    spectrum[j + 1] = re * factorIm + im * factorRe;
  }
}

/**
 * The tilted law, normalised: at most 1, though the tilt alone may leave the doubles where the mass all but
 * vanishes.
 */
function tilted(law: LatticeMeasure, theta: number): Float64Array {
  const logMoment = logMomentOfOne(law, theta);
  return law.mass.map((mass, i) => {
    const half = Math.exp((theta * law.places[i]! * law.step - logMoment) / 2);
    return mass === 0 ? 0 : mass * half * half;
  });
}

/**
 * An upper bound of E[(S + offset) 1(S + offset >= end)]: z <= end e^(theta (z - end)) there, as soon as
 * theta end >= 1.
 */
function beyond(parts: readonly Copies[], offset: number, end: number, tilt: number): number {
  let least = Infinity;
  for (let theta = Math.max(1 / end, tilt); theta * end < 1e5; theta *= 1.5) {
    const bound = end * Math.exp(logMomentOf(parts, theta) + theta * (offset - end)) * (1 + 2 ** -30);
    if (!(bound < least)) break;
    least = bound;
  }
  return least;
}
