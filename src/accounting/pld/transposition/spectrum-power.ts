import { fourierError, spectrumOf } from "../../../numerics/fourier-transform.js";
import type { CircleLaw } from "./circle-law.js";
import { type Frequencies, type FrequencyRange, frequenciesOf } from "./frequencies-of.js";
import { uncertainAngles } from "./uncertain-angles.js";

/** The spectrum of the law of a sum. */
export interface SpectrumPower {
  /** Interleaved (re, im) from frequency 0 on; 0 at those that are missing, up to the half of the length. */
  readonly spectrum: Float64Array;
  /** An upper bound of the spectrum's l1 norm. */
  readonly norm: number;
  /** An upper bound of the l1 norm of what the spectrum is off by. */
  readonly error: number;
}

/** Powers below it are left out, and their logarithm with room for rounding. */
const NO_POWER = 2 ** -64;
const LOG_NO_POWER = -Math.log(NO_POWER) + 1;
/** One frequency of one place costs as much as so many points of a transform. */
const COST = 1;

/**
 * The spectra of the sums of so many independent copies, each; of many, only the frequencies that are not proven to be negligible, where
 * they are few.
 */
export function spectrumPower(law: CircleLaw, copies: readonly number[]): SpectrumPower[] {
  const { places, length } = law;
  const fewest = Math.min(...copies);
  const ranges = uncertainAngles(law, LOG_NO_POWER / fewest).map(([from, to]) => rangeOf(from, to, length));
  const count = ranges.reduce((sum, { first, end }) => sum + end - first, 0);
  const isCheap = COST * count * places.length < length * Math.log2(length);
  const frequencies = polar(isCheap ? frequenciesOf(law, ranges) : transformed(law), fewest);
  return copies.map((each) => powerOf(frequencies, length, each));
}

/** One copy's frequencies, up to the last one whose power is not left out. */
interface PolarFrequencies extends Pick<Frequencies, "error"> {
  readonly logRadius: Float64Array;
  /** Of the largest radius that there may be, the error included. */
  readonly logMost: Float64Array;
  readonly angle: Float64Array;
}

function polar({ spectrum, error }: Frequencies, copies: number): PolarFrequencies {
  const leastSquare = NO_POWER ** (2 / copies);
  let count = spectrum.length / 2;
  while (count > 1 && squareAt(spectrum, count - 1) < leastSquare) count -= 1;
  const logRadius = new Float64Array(count);
  const logMost = new Float64Array(count);
  const angle = new Float64Array(count);
  for (let j = 0; j < count; j++) {
    const radius = Math.sqrt(squareAt(spectrum, j));
    logRadius[j] = Math.log(radius);
    logMost[j] = Math.min(0, Math.log(radius + error));
    angle[j] = Math.atan2(spectrum[2 * j + 1]!, spectrum[2 * j]!);
  }
  return { logRadius, logMost, angle, error };
}

function squareAt(spectrum: Float64Array, j: number): number {
  return spectrum[2 * j]! * spectrum[2 * j]! + spectrum[2 * j + 1]! * spectrum[2 * j + 1]!;
}

/** The frequencies next to the angles included; a range may share one with the next. */
function rangeOf(from: number, to: number, length: number): FrequencyRange {
  const turn = (2 * Math.PI) / length;
  return { first: Math.floor(from / turn), end: Math.min(length / 2, Math.ceil(to / turn)) + 1 };
}

function transformed({ places, mass, length }: CircleLaw): Frequencies {
  const circle = new Float64Array(length);
  for (let i = 0; i < places.length; i++) circle[((places[i]! % length) + length) % length]! += mass[i]!;
  let squares = 0;
  for (let k = 0; k < length; k++) squares += circle[k]! * circle[k]!;
  return { spectrum: spectrumOf(circle), error: fourierError(length) * Math.sqrt(length * squares) };
}

function powerOf(
  { logRadius, logMost, angle, error: inputError }: PolarFrequencies,
  length: number,
  copies: number,
): SpectrumPower {
  const logLeast = Math.log(NO_POWER) / copies;
  const spectrum = new Float64Array(2 * logRadius.length);
  let [norm, squared, left] = [0, 0, Math.max(0, length + 2 - spectrum.length)];
  for (let j = 0; j < logRadius.length; j++) {
    if (logRadius[j]! < logLeast) {
      left += 2;
      continue;
    }
    const power = Math.min(1, Math.exp(copies * logRadius[j]!));
    const turned = copies * angle[j]!;
    spectrum[2 * j] = power * Math.cos(turned);
    spectrum[2 * j + 1] = power * Math.sin(turned);
    norm += 2 * power;
    squared += 2 * Math.exp(2 * (copies - 1) * logMost[j]!);
  }
  squared += left * Math.min(1, Math.exp(logLeast) + inputError) ** (2 * (copies - 1));
  const rounding = (8 * copies + 16) * Number.EPSILON * norm + 2 * left * NO_POWER;
  return { spectrum, norm, error: copies * inputError * Math.sqrt(squared) + rounding };
}
