import { fillRoundedNormals, type RandomSource } from "../random/index.js";
import { checkNumber, checkOptions } from "../validate.js";
import { MAX_DIMENSION, SIZE_RANGE } from "./_internal/check-ball.js";
import { checkVector } from "./_internal/check-vector.js";
import { gridReports } from "./_internal/grid-reports.js";
import { normOf } from "./_internal/norm.js";
import type { LocalRandomizer } from "./local-randomizer.js";

/** Parameters of {@link gaussianRandomizer}. */
export interface GaussianRandomizerOptions {
  /** d, entries of a value, integer in [1, 2^30]. */
  readonly dimension: number;
  /** C, l2 bound of a value, [1e-100, 1e100]. */
  readonly bound: number;
  /** s, standard deviation of the noise on every entry, [C / 64, 1e100]. */
  readonly stdDev: number;
}

/** Gaussian noise on one user's vector, as a report that is sent. */
export interface GaussianRandomizer extends LocalRandomizer<ArrayLike<number>, Int32Array> {
  /** d, entries of a value and of a report. */
  readonly dimension: number;
  /** What 1 in a report stands for. */
  readonly gridStep: number;
  /**
   * The sum of the vectors behind the reports, noise included; zeros without reports. Integers are added, so
   * that the order does not matter and no addition rounds, for up to 2^22 reports.
   *
   * @throws DpError BAD_INPUT or OUT_OF_RANGE one of them is not a report of this randomizer
   */
  decodeSum(reports: Iterable<Int32Array>): Float64Array;
}

/** Binary digits of a report's entry behind the point, in standard deviations. */
const BITS = 24;

/** Of bound and deviation: 32 bits then hold a value and 64 standard deviations of noise. */
const MAX_BOUND = 64;

/** More than the rounding of the norm of 2^30 entries. */
const ROUNDING_MARGIN = 2 ** -22;

/** Deviations by which the length of noise, rounded or not, exceeds sqrt(d) with probability below e^-71. */
const LENGTH_ROOM = 12;

/**
 * Gaussian reports for the l2 ball: a vector of l2 norm at most C plus N(0, s² I), on the grid of s / 2^24.
 *
 * A longer vector is first scaled onto the ball. Then its entries are cut, towards zero, to the grid, and
 * noise that is rounded to the grid is added: see {@link fillRoundedNormals}. What is sent is therefore the
 * noisy vector, rounded: integers, 4 bytes each. Guarantee: the event's, exactly, low bits and all: rounding
 * is post-processing, and the sampler's law is exact. Edges: a report is refused where it is longer than C +
 * s (sqrt(d) + 12), which an honest one is with probability below e^-71.
 *
 * @param options see {@link GaussianRandomizerOptions}
 * @returns the randomizer
 * @throws DpError OUT_OF_RANGE an option, an entry or a report is outside its range; BAD_INPUT a vector or
 *   report has another length, a report is no Int32Array, or there are no options
 * @example gaussianRandomizer({ dimension: 100, bound: 1, stdDev: 5 }).bitsPerReport; // 3200
 * @see docs/theorems/grid-reports.md
 * @see Karney, "Sampling Exactly from the Normal Distribution", ACM TOMS 2016; Mironov, "On Significance of
 *   the Least Significant Bits for Differential Privacy", CCS 2012
 */
export function gaussianRandomizer(options: GaussianRandomizerOptions): GaussianRandomizer {
  const name = "gaussianRandomizer";
  checkOptions(name, options);
  const dimension = checkNumber(`${name}: dimension`, options.dimension, {
    min: 1,
    max: MAX_DIMENSION,
    integer: true,
  });
  const bound = checkNumber(`${name}: bound`, options.bound, SIZE_RANGE);
  const stdDev = checkNumber(`${name}: stdDev`, options.stdDev, {
    ...SIZE_RANGE,
    min: Math.max(1e-100, bound / MAX_BOUND),
    advice: "with less noise a report does not fit its 32 bits an entry",
  });
  const gridStep = stdDev * 2 ** -BITS;
  const longest = (bound + stdDev * (Math.sqrt(dimension) + LENGTH_ROOM)) / gridStep;
  const reports = gridReports(name, dimension, longest);

  return {
    dimension,
    gridStep,
    bitsPerReport: reports.bitsPerReport,
    encode: reports.encode,
    decode: reports.decode,
    describe: () => ({ kind: "gaussian", noiseToClip: stdDev / bound }),
    randomize(source, value) {
      checkVector(`${name}: value`, value, dimension);
      return noisySteps(source, value, clippedScale(value, bound) / gridStep);
    },
    decodeSum: (given) => reports.sum(given).map((steps) => steps * gridStep),
  };
}

/** What to multiply a vector with so that its norm is at most the bound, rounding included. */
function clippedScale(value: ArrayLike<number>, bound: number): number {
  const longest = bound * (1 - ROUNDING_MARGIN);
  const norm = normOf(value, "l2");
  return norm > longest ? longest / norm : 1;
}

/**
 * The grid's steps in scale * value, and those of the noise; 64 deviations away an entry wraps around, which
 * is post-processing too.
 */
function noisySteps(source: RandomSource, value: ArrayLike<number>, scale: number): Int32Array {
  const noise = new Float64Array(value.length);
  fillRoundedNormals(source, noise, BITS);
  const steps = new Int32Array(value.length);
  for (let index = 0; index < steps.length; index++) {
    steps[index] = Math.trunc(scale * value[index]!) + noise[index]!;
  }
  noise.fill(0);
  return steps;
}
