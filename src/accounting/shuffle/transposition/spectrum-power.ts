import { fourierError, spectrumOf } from "../../../numerics/fourier-transform.js";
import { memoize } from "../../../numerics/memoize.js";
import { ROUNDING, ulps } from "../../../numerics/rounding.js";
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

/**
 * Powers below it are left out, and counted as error: valid at any value. Their logarithm has room for
 * rounding. Half the exponent raises an epsilon by up to 1.1 %, twice the exponent moves one by less than
 * 1e-7.
 */
const NO_POWER = 2 ** -64;

/**
 * The spectra of the sums of these numbers of independent copies; of many copies, only the frequencies that
 * are not proven to be negligible, where they are few.
 */
export function spectrumPower(law: CircleLaw, copies: readonly number[]): SpectrumPower[] {
  const { places, length } = law;
  const fewest = Math.min(...copies);
  const ranges = uncertainAngles(law, (1 - Math.log(NO_POWER)) / fewest).map(([from, to]) =>
    rangeOf(from, to, length),
  );
  const count = ranges.reduce((sum, { first, end }) => sum + end - first, 0);
  const isCheap = count * places.length < length * Math.log2(length);
  const frequencies = isCheap ? frequenciesOf(law, ranges) : transformed(law);
  return copies.map((each) => powerOf(frequencies, length, each));
}

function squareAt(spectrum: Float64Array, j: number): number {
  return spectrum[2 * j]! * spectrum[2 * j]! + spectrum[2 * j + 1]! * spectrum[2 * j + 1]!;
}

/** The frequencies next to the angles included; a range may share one with the next. */
function rangeOf(from: number, to: number, length: number): FrequencyRange {
  const turn = (2 * Math.PI) / length;
  return { first: Math.floor(from / turn), end: Math.min(length / 2, Math.ceil(to / turn)) + 1 };
}

/** The spectrum is overwritten by the next one. */
function transformed({ places, mass, length }: CircleLaw): Frequencies {
  const { circle, spectrum } = scratchOf(length);
  circle.fill(0);
  for (let i = 0; i < places.length; i++) circle[places[i]! & (length - 1)]! += mass[i]!;
  let squares = 0;
  for (let k = 0; k < length; k++) squares += circle[k]! * circle[k]!;
  return {
    spectrum: spectrumOf(circle, spectrum),
    error: fourierError(length) * Math.sqrt(length * squares),
  };
}

/** For lengths that are powers of two, of which there are few. */
const scratchOf = memoize((length: number) => ({
  circle: new Float64Array(length),
  spectrum: new Float64Array(length + 2),
}));

/**
 * By repeated squaring: a product rounds by less than 2 epsilon, and of all of them at most copies - 1 count
 * in a power.
 */
function powerOf(
  { spectrum: one, error: inputError }: Frequencies,
  length: number,
  copies: number,
): SpectrumPower {
  const least = NO_POWER ** (1 / copies);
  const bits = Uint8Array.from(copies.toString(2).slice(1), Number);
  const growth = Math.exp((2 * (copies - 1) * inputError) / least);
  const spectrum = new Float64Array(2 * countUpTo(one, least));
  let norm = 0;
  let squared = 0;
  let left = Math.max(0, length + 2 - spectrum.length);
  for (let j = 0; 2 * j < spectrum.length; j++) {
    const square = squareAt(one, j);
    if (square < least * least) {
      left += 2;
      continue;
    }
    const scale = square > 1 ? 1 / Math.sqrt(square) : 1; // no true one is larger
    const re = scale * one[2 * j]!;
    const im = scale * one[2 * j + 1]!;
    let powerRe = re;
    let powerIm = im;
    for (let bit = 0; bit < bits.length; bit++) {
      const doubledRe = powerRe * powerRe - powerIm * powerIm;
      const doubledIm = 2 * powerRe * powerIm;
      const isOdd = bits[bit] === 1;
      powerRe = isOdd ? doubledRe * re - doubledIm * im : doubledRe;
      powerIm = isOdd ? doubledRe * im + doubledIm * re : doubledIm;
    }
    spectrum[2 * j] = powerRe;
    spectrum[2 * j + 1] = powerIm;
    const powerSquare = powerRe * powerRe + powerIm * powerIm;
    norm += 2 * Math.sqrt(powerSquare);
    squared += 2 * Math.min(1, (growth * powerSquare) / Math.min(1, square));
  }
  squared += left * Math.min(1, least + inputError) ** (2 * (copies - 1));
  const roundedUp = 1 + ROUNDING.largePower + ulps(4 * copies);
  const rounding = ulps(8 * copies + 16) * norm + 2 * left * NO_POWER;
  return { spectrum, norm, error: copies * inputError * Math.sqrt(squared) * roundedUp + rounding };
}

/** How many frequencies there are up to the last one whose radius is no smaller. */
function countUpTo(spectrum: Float64Array, radius: number): number {
  let count = spectrum.length / 2;
  while (count > 1 && squareAt(spectrum, count - 1) < radius * radius) count -= 1;
  return count;
}
