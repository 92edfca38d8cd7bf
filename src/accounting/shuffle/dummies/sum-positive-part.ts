import { ROUNDING, roundedUp } from "../../../numerics/rounding.js";
import { discountedPositivePart, SERIES_ERROR } from "../transposition/discounted-positive-part.js";
import type { LatticeMeasure } from "../transposition/lattice-above.js";
import { type SpectrumPower, spectrumPower } from "../transposition/spectrum-power.js";

/** Independent copies of a law. */
export interface Copies {
  readonly law: LatticeMeasure;
  readonly copies: number;
}

/**
 * Standard deviations of the tilted sum that the transform covers. Valid at any: half as many raise an
 * epsilon by up to 1.2e-5 of itself, twice as many lower it by up to 3e-5.
 */
export const SPAN = 16;
/**
 * The longest transform, and the shortest one. Valid at any: twice as long a one lowers an epsilon of 11
 * among 2,000 dummies by 4 %, half as long a one raises it by 4 %; epsilons below 2 move by less than 4e-6.
 * Twice or half of the shortest changes none.
 */
export const MAX_LENGTH: number = 2 ** 17;
const MIN_LENGTH = 2 ** 8;
/** A sum of few copies may be covered whole: twice or half as much moves an epsilon by less than 1e-8. */
const WHOLE = 2 ** 14;
/**
 * Valid at any two: half as many steps change no epsilon, and twice or half the precision moves one by less
 * than 1e-10 of itself.
 */
const TILT_STEPS = 60;
const TILT_PRECISION = 1e-3;
/**
 * A longer transform is tried where what lies beyond it may be a larger share. Twice or half of either
 * changes no epsilon.
 */
const BEYOND_SHARE = 1e-3;
const LONGER = 4;

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
  const span = Math.max((SPAN * Math.sqrt(variance)) / step, Math.min(WHOLE, 2 * range), MIN_LENGTH);
  // Tilted so far, the masses have left the doubles.
  if (!(span < Infinity)) return Infinity;
  for (let length = 2 ** Math.ceil(Math.log2(span)); ; length *= LONGER) {
    const longest = length >= MAX_LENGTH;
    const inside = insideWindow(parts, offset, tilt, longest ? MAX_LENGTH : length);
    const outside = beyond(parts, offset, ((longest ? MAX_LENGTH : length) / 2 - 1) * step, tilt);
    if (longest || outside <= BEYOND_SHARE * inside) return inside + outside;
  }
}

/** What the points of a transform of some length contribute. */
function insideWindow(parts: readonly Copies[], offset: number, tilt: number, length: number): number {
  const { step } = parts[0]!.law;
  const { spectrum, norm, error } = tiltedSum(parts, tilt, length);
  const origin = Math.floor(-offset / step);
  turnBack(spectrum, origin, length);
  const kink = Math.min(1 - 2 ** -53, Math.max(0, -offset / step - origin));
  const decay = tilt * step;
  const { sum, weights } = discountedPositivePart(spectrum, { length, decay, kink });
  const copies = parts.reduce((total, part) => total + part.copies, 0);
  const bounded = Math.max(0, sum + weights * (error + (SERIES_ERROR + length * Number.EPSILON) * norm));
  const scale = (step / length) * Math.exp(logMomentOf(parts, tilt) + tilt * offset + decay * kink);
  // Of each copy more than masses, exponents of at most 745 and products round: some 3,000 u of 8,192 u.
  return roundedUp(scale * bounded, (copies + 8) * ROUNDING.sum);
}

/** In place: the sequence's point `origin` becomes point 0. */
function turnBack(spectrum: Float64Array, origin: number, length: number): void {
  const start = ((origin % length) + length) % length;
  for (let j = 0; 2 * j < spectrum.length; j++) {
    const re = spectrum[2 * j]!;
    const im = spectrum[2 * j + 1]!;
    if (re === 0 && im === 0) continue;
    const angle = (2 * Math.PI * ((j * start) % length)) / length;
    const cos = Math.cos(angle);
    const sin = Math.sin(angle);
    spectrum[2 * j] = re * cos - im * sin;
    spectrum[2 * j + 1] = re * sin + im * cos;
  }
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

/** The spectrum of the tilted sum's law, wrapped around a circle of points. */
function tiltedSum(parts: readonly Copies[], theta: number, length: number): SpectrumPower {
  return parts
    .map(({ law, copies }) => {
      const circle = { places: law.places, mass: tilted(law, theta), length };
      return spectrumPower(circle, [copies])[0]!;
    })
    .reduce(product);
}

/** No true factor is larger than one; a product rounds by less than 4 epsilon. */
function product(one: SpectrumPower, other: SpectrumPower): SpectrumPower {
  const spectrum = new Float64Array(Math.min(one.spectrum.length, other.spectrum.length));
  for (let j = 0; j < spectrum.length; j += 2) {
    spectrum[j] = one.spectrum[j]! * other.spectrum[j]! - one.spectrum[j + 1]! * other.spectrum[j + 1]!;
    spectrum[j + 1] = one.spectrum[j]! * other.spectrum[j + 1]! + one.spectrum[j + 1]! * other.spectrum[j]!;
  }
  const norm = Math.min(one.norm + one.error, other.norm + other.error);
  const error = one.error + other.error + one.error * other.error + 4 * Number.EPSILON * norm;
  return { spectrum, norm, error };
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
    const power = Math.exp(logMomentOf(parts, theta) + theta * (offset - end));
    const bound = roundedUp(end * power, ROUNDING.largePower);
    if (!(bound < least)) break;
    least = bound;
  }
  return least;
}
