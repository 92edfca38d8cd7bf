/**
 * The law of how many of the others' binary responses are one, from its mean upwards: the sum of two binomial
 * counts, of those who hold a one and of those who hold a zero.
 *
 * With k ones, l zeros, N = k + l, p and q the probabilities of truth and lie, and c_m the mass of m, the
 * generating function (q + p s)^k (p + q s)^l gives
 *
 * p q (m + 1) c_{m+1} = a_m c_m + p q (N - m + 1) c_{m-1},   a_m = p^2 (k - m) + q^2 (l - m).
 *
 * All its terms are positive upwards where a_m >= 0, and downwards where a_m <= 0: no masses cancel.
 */

import { firstIntegerWhere } from "../../../numerics/first-integer-where.js";
import { logBinomialMass } from "../../../numerics/log-binomial-mass.js";
import { ROUNDING, ulps } from "../../../numerics/rounding.js";

/** The other users. */
export interface Others {
  readonly ones: number;
  readonly zeros: number;
  /** p, the probability of a true answer, and q = 1 - p. */
  readonly truth: number;
  readonly lie: number;
}

export interface CountOfOnes {
  /** The first count, at most the mode. */
  readonly first: number;
  /** Masses of counts from the first on. */
  readonly mass: Float64Array;
  /** Of these, the sum of this one and those after it. */
  readonly tail: Float64Array;
  /** At least the mass of all counts after the last one. */
  readonly beyond: number;
  /** Of masses and tails. */
  readonly relativeError: number;
}

/**
 * Smaller masses are not far from those that doubles do not have. Valid at any that doubles have: 2^-450 and
 * 2^-1000 change no epsilon.
 */
const MIN_MASS = 2 ** -900;
/**
 * Terms of a sum below this share of it, which fall from there on, are left out: far less than START_ERROR.
 * 2^-40 moves an epsilon by less than 1e-13 of itself.
 */
const NEGLIGIBLE = 2 ** -80;
/** Of the exponential of a logarithm that is right to 1e-15 (10 + |log|), and of a sum by ratios of terms. */
const START_ERROR = 2 ** -34;

/** @param negligible the most that may be left out at the upper end, > 0 */
export function countOfOnes(others: Others, negligible: number): CountOfOnes {
  const { ones, zeros, truth, lie } = others;
  const size = ones + zeros;
  const mean = ones * truth + zeros * lie;
  // The mode is within one of the mean (Darroch); one more for rounding.
  const first = Math.max(0, Math.floor(mean) - 2);
  const reach = Math.min(size, Math.ceil(mean + reachOf(size * truth * lie, negligible)) + 1);
  // Masses fall after the mode; where they leave the doubles, what is after them is below any delta.
  const last = massOf(reach, others) > MIN_MASS ? reach : lastAbove(MIN_MASS, first, reach, others);
  const mass = new Float64Array(last - first + 1);
  const error = fill(mass, first, others);
  const tail = new Float64Array(mass.length);
  for (let i = mass.length - 1, sum = 0; i >= 0; i--) {
    sum += mass[i]!;
    tail[i] = sum;
  }
  const beyond = last === size ? 0 : Math.max(negligible, size * MIN_MASS);
  return { first, mass, tail, beyond, relativeError: error + ulps(mass.length) };
}

/** The last count of which the mass is above that, but the first in any case. */
function lastAbove(mass: number, first: number, reach: number, others: Others): number {
  return firstIntegerWhere((m) => massOf(m, others) <= mass, first + 1, reach) - 1;
}

/** Bernstein: independent terms in [0, 1] exceed their mean by that with at most this probability. */
function reachOf(variance: number, probability: number): number {
  const bits = -Math.log(probability);
  return bits / 3 + Math.sqrt((bits / 3) ** 2 + 2 * variance * bits);
}

/** @returns the relative error */
function fill(mass: Float64Array, first: number, others: Others): number {
  const { ones, zeros, truth, lie } = others;
  const last = first + mass.length - 1;
  const [high, low] = [truth * truth, lie * lie];
  const coefficient = (m: number): number => high * (ones - m) + low * (zeros - m);
  // The first count from which on the recurrence goes downwards.
  const turn = firstIntegerWhere((m) => coefficient(m) < 0, first, last + 1);
  const known = (m: number): void => {
    if (m >= first && m <= last) mass[m - first] = massOf(m, others);
  };
  const upEnd = Math.min(last, turn);
  [first, first + 1].filter((m) => m <= upEnd).forEach(known);
  const up = recur(mass, first, others, { from: first + 1, to: upEnd - 1, step: 1 });
  [last, last - 1].filter((m) => m > upEnd).forEach(known);
  const down = recur(mass, first, others, { from: last - 1, to: upEnd + 2, step: -1 });
  return START_ERROR + Math.max(up, down);
}

interface Course {
  readonly from: number;
  readonly to: number;
  readonly step: 1 | -1;
}

/** From each count and the one before it to the next one; the relative error that it adds. */
function recur(
  mass: Float64Array,
  first: number,
  { ones, zeros, truth, lie }: Others,
  { from, to, step }: Course,
): number {
  const size = ones + zeros;
  const [high, low, both] = [truth * truth, lie * lie, truth * lie];
  let error = 0;
  for (let m = from; step * (to - m) >= 0; m += step) {
    const i = m - first;
    const ofOnes = high * (ones - m);
    const ofZeros = low * (zeros - m);
    const own = Math.abs(ofOnes + ofZeros) * mass[i]!;
    const [before, divisor] = step > 0 ? [size - m + 1, m + 1] : [m + 1, size - m + 1];
    const sum = own + both * before * mass[i - step]!;
    mass[i + step] = sum / (both * divisor);
    error += 8 + (4 * (Math.abs(ofOnes) + Math.abs(ofZeros)) * mass[i]!) / sum;
  }
  return ulps(error);
}

/** The mass of one count, as a sum over the ones that those who hold a one report. */
function massOf(count: number, { ones, zeros, truth, lie }: Others): number {
  const odds = (truth / lie) ** 2;
  const least = Math.max(0, count - zeros);
  const most = Math.min(ones, count);
  /** The next term over this one, which falls. */
  const growth = (j: number): number =>
    (((ones - j) * (count - j)) / ((j + 1) * (zeros - count + j + 1))) * odds;
  const mode = firstIntegerWhere((j) => growth(j) < 1, least, most);
  const log =
    logBinomialMass(mode, ones, { probability: truth, complement: lie }) +
    logBinomialMass(count - mode, zeros, { probability: lie, complement: truth });
  let sum = 1;
  for (let j = mode, term = 1; j < most && term > NEGLIGIBLE * sum; j++) {
    term *= growth(j);
    sum += term;
  }
  for (let j = mode, term = 1; j > least && term > NEGLIGIBLE * sum; j--) {
    term /= growth(j - 1);
    sum += term;
  }
  return Math.exp(log) * sum * (1 - ROUNDING.operation);
}
