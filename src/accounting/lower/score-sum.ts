/**
 * The sum of the scores of independent reports, one of which has one law on one data set and another one on
 * the other.
 *
 * The sum, with noise added or none, and where it lies modulo a length and in which bin, is a post-processing
 * of the shuffled reports: the pair of its laws is below the shuffle's. Both laws are computed by one Fourier
 * transform; what that may be off is taken off P and added to Q, so that the computed pair is below the true
 * one at every point. Derivation: docs/theorems/lower-ends.md, section 3.
 */

import { fourierError, sequenceOf } from "../../numerics/fourier-transform.js";
import { roundedUp, ulps } from "../../numerics/rounding.js";
import type { Pmf } from "../../pld/pmf.js";
import { isMirrored, type ScoreLaw } from "./score-law.js";
import { type ScoreSpectrum, scoreSpectrum } from "./score-spectrum.js";

/** Scores of one law. */
interface Copies {
  readonly law: ScoreLaw;
  readonly copies: number;
}

/** The scores of the reports. */
export interface ScoreSum {
  /** Of each of the others. */
  readonly others: ScoreLaw;
  /** How many others there are. */
  readonly copies: number;
  /** The scores of dummies, and how many there are. Default none. */
  readonly dummies?: Copies | undefined;
  /** Of the changed user, under P and under Q. */
  readonly changed: readonly [ScoreLaw, ScoreLaw];
  /** The relative error of the laws' masses. */
  readonly massError: number;
  /** Whether sums may not share a bin. Default false. */
  readonly everySum?: boolean | undefined;
}

/**
 * Bins per standard deviation of the sum, the most bins, and the most sums where each is a bin. Valid at any,
 * as any test of the sum is: half of the first lowers a lower end by up to 0.1 %, twice as many raise one by
 * 0.02 %; twice or half of the others change none.
 */
const BINS = 128;
const MAX_BINS = 2 ** 13;
const MAX_SUMS = 2 ** 17;
/**
 * Standard deviation of the noise in bins: the frequencies left out then weigh less than rounding. Valid at
 * any, as what is left out is paid: twice as much lowers a lower end by up to 0.09 %, half as much by 40 to
 * 100 %.
 */
const NOISE = 2.9;
/**
 * Of the bounds of errors: sums of at most 2^16 terms err by 8e-12, powers by 1e-13. Twice or half as much
 * moves a delta by less than 1e-11 of itself.
 */
const BOUND_ERROR = 1e-9;
/**
 * In units of the last place, more than logarithm, product and exponential lose: twice as many lower a lower
 * end by up to 2e-6 of itself.
 */
const ULPS = 32;

/** Laws of the privacy loss below those of the sum's pair (P, Q) and of (Q, P). */
export function scoreSumPmfs(sum: ScoreSum): readonly [forward: Pmf, backward: Pmf] {
  const grid = gridOf(sum);
  const others = powerSpectrum(sum, grid);
  const [p, q] = sum.changed.map((law) => massesOf(sum, law, others, grid)) as [Masses, Masses];
  return [lossPmf(p, q), lossPmf(q, p)];
}

interface Grid {
  /** A power of two. */
  readonly bins: number;
  /** Scores in a bin. */
  readonly width: number;
  /** About the mean score of the others. */
  readonly centre: number;
}

function unchanged({ others, copies, dummies }: ScoreSum): readonly Copies[] {
  return [{ law: others, copies }, ...(dummies === undefined ? [] : [dummies])];
}

function gridOf(sum: ScoreSum): Grid {
  const { others, changed, everySum = false } = sum;
  const { mean } = momentsOf(others);
  const total = (of: (part: Copies) => number): number =>
    unchanged(sum).reduce((all, part) => all + of(part), 0);
  const stdDev = Math.sqrt(total(({ law, copies }) => copies * momentsOf(law).variance));
  const most = total(({ law, copies }) => copies * (law.score.at(-1)! - law.score[0]!));
  const ends = changed.flatMap(({ score }) => [score[0]!, score.at(-1)!]);
  const span = Math.max(...ends) - Math.min(...ends) + 1;
  const reach = span + Math.min(20 * stdDev, most);
  const binned = Math.max(1, Math.floor(stdDev / BINS), Math.ceil(reach / MAX_BINS));
  const width = everySum ? Math.ceil(reach / MAX_SUMS) : binned;
  const bins = Math.max(16, 2 ** Math.ceil(Math.log2(reach / width + 1)));
  return { bins, width, centre: Math.round(mean) };
}

function momentsOf({ score, mass }: ScoreLaw): { readonly mean: number; readonly variance: number } {
  const mean = score.reduce((sum, each, i) => sum + each * mass[i]!, 0);
  return { mean, variance: score.reduce((sum, each, i) => sum + (each - mean) ** 2 * mass[i]!, 0) };
}

/** Interleaved (re, im) as `sequenceOf` takes it, and at each frequency a bound of the error. */
interface Spectrum {
  readonly values: Float64Array;
  readonly error: Float64Array;
  /** Bound of the sum over the higher frequencies, which are left out. */
  readonly neglected: number;
}

/** The characteristic function of the unchanged reports' sum, conjugate, times that of a bin. */
function powerSpectrum(sum: ScoreSum, grid: Grid): Spectrum {
  const { bins, width } = grid;
  const length = bins * width;
  const half = bins / 2;
  const powers = unchanged(sum).map((part) => powersOf(part, sum.massError, grid));
  const values = new Float64Array(bins + 2);
  const error = new Float64Array(half + 1);
  for (let k = 0; k <= half; k++) {
    const each = powers.map((powerAt) => powerAt(k));
    const total = (of: (power: Power) => number): number => each.reduce((all, power) => all + of(power), 0);
    const logRadius = total((power) => power.logRadius) + logNoise(k, grid);
    const angle = total((power) => power.angle) + (Math.PI * k * (1 - width)) / length;
    const bin = width === 1 ? 1 : k === 0 ? 1 : binFactor(k, bins, width);
    const radius = Math.exp(logRadius);
    const size = 1 + total((power) => Math.abs(power.logRadius) + Math.abs(power.angle));
    const relative =
      total((power) => power.error) + ulps(ULPS) * (size + Math.abs(logRadius) + Math.abs(angle));
    error[k] = radius === 0 ? Number.MIN_VALUE : radius * Math.expm1(relative);
    // Where several scores share a bin, the last frequency is among those left out.
    const isOut = width > 1 && k === half;
    values[2 * k] = isOut ? 0 : radius * bin * Math.cos(angle);
    values[2 * k + 1] = isOut || k === half ? 0 : -radius * bin * Math.sin(angle);
  }
  return { values, error, neglected: neglectedSum(grid) };
}

/** A power of a characteristic function at a frequency, and its relative error. */
interface Power {
  readonly logRadius: number;
  readonly angle: number;
  readonly error: number;
}

function powersOf({ law, copies }: Copies, massError: number, grid: Grid): (k: number) => Power {
  const { bins, width, centre } = grid;
  const one = scoreSpectrum(law, centre, bins * width, bins / 2);
  const isEven = isMirrored(law, centre);
  return (k) => {
    if (copies === 0) return { logRadius: 0, angle: 0, error: 0 };
    const a = one.real[k]!;
    const s = isEven ? 0 : -one.imaginary[k]!;
    // The distance from one of a mirrored law is a sum of positive terms.
    const distance = isEven ? a + one.far[k]! : a + 2 * one.reach[k]!;
    return {
      logRadius: (copies / 2) * Math.log1p(a * (a - 2) + s * s),
      angle: copies * Math.atan2(s, 1 - a),
      error: copies * (4 * massError + one.turnError) * (distance / Math.hypot(1 - a, s)),
    };
  };
}

/** |sum over a bin of e^(i angle s)| / width. */
function binFactor(k: number, bins: number, width: number): number {
  return Math.sin((Math.PI * k) / bins) / (width * Math.sin((Math.PI * k) / (bins * width)));
}

/**
 * log of the characteristic function of the noise that is added where several scores share a bin, centred:
 * Bin(2 pairs, 1/2), whose standard deviation is NOISE bins, has cos(angle / 2)^(2 pairs).
 */
function logNoise(k: number, { bins, width }: Grid): number {
  if (width === 1) return 0;
  const pairs = Math.ceil(2 * (NOISE * width) ** 2);
  return pairs * Math.log1p(-(Math.sin((Math.PI * k) / (bins * width)) ** 2));
}

/**
 * Bound of (1 / length) sum |characteristic function| |bin| over the frequencies from bins / 2 on, where the
 * noise's is at most what it is at the first of them.
 */
function neglectedSum(grid: Grid): number {
  if (grid.width === 1) return 0;
  return roundedUp(Math.exp(logNoise(grid.bins / 2, grid)) * (1 + Math.log(grid.width)), BOUND_ERROR);
}

interface Masses {
  readonly mass: Float64Array;
  /** The most that any of them is off. */
  readonly error: number;
}

/** The masses of the bins when the changed user's score has this law. */
function massesOf({ massError }: ScoreSum, law: ScoreLaw, others: Spectrum, grid: Grid): Masses {
  const { bins, width, centre } = grid;
  const half = bins / 2;
  const one: ScoreSpectrum = scoreSpectrum(law, centre, bins * width, half);
  const values = new Float64Array(bins + 2);
  let error = 0;
  for (let k = 0; k <= half; k++) {
    const re = 1 - one.real[k]!;
    const im = one.imaginary[k]!;
    const otherRe = others.values[2 * k]!;
    const otherIm = others.values[2 * k + 1]!;
    values[2 * k] = otherRe * re - otherIm * im;
    values[2 * k + 1] = otherRe * im + otherIm * re;
    const own = (8 * massError + 2 * one.turnError) * one.reach[k]! + ulps(ULPS);
    error += (k === 0 || k === half ? 1 : 2) * (others.error[k]! + own * Math.hypot(otherRe, otherIm));
  }
  values[bins + 1] = 0;
  const mass = sequenceOf(values);
  const norm = Math.sqrt(mass.reduce((sum, each) => sum + each * each, 0));
  const ofSpectrum = roundedUp(error / bins, BOUND_ERROR);
  return { mass, error: ofSpectrum + others.neglected + 4 * fourierError(bins) * norm };
}

/** Points with the least that P and the most that Q can have there, by rising loss. */
function lossPmf(p: Masses, q: Masses): Pmf {
  const points: { readonly loss: number; readonly mass: number }[] = [];
  for (let i = 0; i < p.mass.length; i++) {
    const mass = p.mass[i]! - p.error;
    if (!(mass > 2 * p.error)) continue; // others would only lose more of Q
    const massQ = Math.max(0, q.mass[i]!) + q.error;
    points.push({ loss: Math.log1p((mass - massQ) / massQ), mass });
  }
  points.sort((a, b) => a.loss - b.loss);
  return {
    loss: Float64Array.from(points, ({ loss }) => loss),
    mass: Float64Array.from(points, ({ mass }) => mass),
    infinityMass: 0,
    reverseInfinityMass: 0,
  };
}
