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
  const frequencies = relevant(isCheap ? frequenciesOf(law, ranges) : transformed(law), fewest);
  return copies.map((each) => powerOf(frequencies, length, each));
}

/** Up to the last frequency whose power is not left out. */
function relevant({ spectrum, error }: Frequencies, copies: number): Frequencies {
  const leastSquare = NO_POWER ** (2 / copies);
  let end = spectrum.length;
  while (end > 2 && squareAt(spectrum, end - 2) < leastSquare) end -= 2;
  return { spectrum: spectrum.subarray(0, end), error };
}

function squareAt(spectrum: Float64Array, j: number): number {
  return spectrum[j]! * spectrum[j]! + spectrum[j + 1]! * spectrum[j + 1]!;
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
  for (const each of circle) squares += each * each;
  return { spectrum: spectrumOf(circle), error: fourierError(length) * Math.sqrt(length * squares) };
}

function powerOf(
  { spectrum, error: inputError }: Frequencies,
  length: number,
  copies: number,
): SpectrumPower {
  const leastRadius = NO_POWER ** (1 / copies);
  const leastSquare = leastRadius * leastRadius;
  const powers = new Float64Array(spectrum.length);
  let [norm, squared, left] = [0, 0, Math.max(0, length + 2 - spectrum.length)];
  for (let j = 0; j < spectrum.length; j += 2) {
    const square = squareAt(spectrum, j);
    if (square < leastSquare) {
      left += 2;
      continue;
    }
    const radius = Math.sqrt(square);
    const power = Math.min(1, radius) ** copies;
    const angle = copies * Math.atan2(spectrum[j + 1]!, spectrum[j]!);
    powers[j] = power * Math.cos(angle);
    powers[j + 1] = power * Math.sin(angle);
    norm += 2 * power;
    squared += 2 * Math.min(1, radius + inputError) ** (2 * (copies - 1));
  }
  squared += left * Math.min(1, leastRadius + inputError) ** (2 * (copies - 1));
  const rounding = (8 * copies + 16) * Number.EPSILON * norm + 2 * left * NO_POWER;
  return { spectrum: powers, norm, error: copies * inputError * Math.sqrt(squared) + rounding };
}
