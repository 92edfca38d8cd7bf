import { bisect } from "../../numerics/bisect.js";
import { fourierError, spectrumOf } from "../../numerics/fourier-transform.js";
import { roundedDown, roundedUp } from "../../numerics/rounding.js";
import type { RepeatedPmf } from "../pmf.js";

/**
 * The frequencies that matter of a composed law: beyond `frequency` (radians per point) its transform is
 * nowhere larger than `remainder`.
 */
export interface LowFrequencies {
  readonly frequency: number;
  readonly remainder: number;
}

/**
 * Logarithm of what the frequencies left out may add, which counts as error: valid at any value, and e^-40 is
 * less than rounding. Twice as much changes an end by less than 1e-8, half of it by up to 1e-5.
 */
const LOG_REMAINDER = -40;
/**
 * Relative error of moments, with room: sums over the 2^18 points that a round has at most err by 3e-11.
 * Twice as much is valid too, and hardly widens a slack.
 */
const MOMENT_ERROR = 1e-9;
/**
 * The transform that bounds the higher frequencies has some more points than the longest law, up to this
 * number of times as many. Valid at any value: more look further for a grid that is fine enough. Twice or
 * half of it moves no end by more than 2e-8.
 */
const MAX_LENGTH_RATIO = 8;

/**
 * The low frequencies at which a composed law's transform is not negligible; undefined where its transform
 * does not fall off, as for laws on a coarser lattice, or few rounds.
 *
 * |phi|^2 is the mean of cos(w (X - X')), X' independent of X: at most 1 - v w^2 + m w^4 / 24 with v the
 * variance and m the fourth moment of X - X', and between two frequencies d apart at most v d^2 / 4 above the
 * larger of its values there.
 *
 * @param parts tilted laws, of mass one each
 * @param longest length of the longest transform worth computing
 */
export function lowFrequencies(parts: readonly RepeatedPmf[], longest: number): LowFrequencies | undefined {
  const moments = parts.map(differenceMoments);
  const near = Math.min(
    Math.PI / 2,
    ...moments.map(({ variance, fourth }) => Math.sqrt((6 * variance) / fourth)),
  );
  const logNear = (frequency: number) =>
    parts.reduce((sum, { times }, i) => {
      const { variance, fourth } = moments[i]!;
      return sum + (times / 2) * Math.log1p(frequency ** 2 * ((frequency ** 2 * fourth) / 24 - variance));
    }, 0);
  const lengths = lengthsFor(parts, longest);
  if (!(near > 0 && logNear(near) <= LOG_REMAINDER)) return byGrid(parts, moments, lengths);
  if (!lengths.some((length) => negligibleFrom(parts, moments, length) <= near)) return undefined;
  const isNegligible = (frequency: number) => logNear(frequency) <= LOG_REMAINDER;
  const { holds } = bisect(isNegligible, { fails: 0, holds: near }, { steps: 200, width: 0.01 });
  return { frequency: holds, remainder: 2 * Math.exp(LOG_REMAINDER) };
}

/**
 * By a grid alone, for laws of which rare large losses make the fourth moment useless: the shortest that is
 * fine enough for the number of rounds.
 */
function byGrid(
  parts: readonly RepeatedPmf[],
  moments: readonly DifferenceMoments[],
  lengths: readonly number[],
): LowFrequencies | undefined {
  const logSlack = (length: number) =>
    parts.reduce((sum, { times }, i) => sum + (times / 2) * slackOf(moments[i]!, length), 0);
  // The composed square may rise by one nat between two frequencies.
  const length = lengths.find((each) => logSlack(each) <= 1);
  if (length === undefined) return undefined;
  const logLeast = parts.reduce((sum, { times }) => sum + (times / 2) * Math.log(errorOf(length)), 0);
  if (logLeast > LOG_REMAINDER) return undefined; // so few rounds that the transform's rounding is too large
  const frequency = negligibleFrom(parts, moments, length);
  return frequency < Math.PI ? { frequency, remainder: 2 * Math.exp(LOG_REMAINDER) } : undefined;
}

interface DifferenceMoments {
  /** Of X, rounded down. */
  readonly variance: number;
  /** Of X - X', rounded up. */
  readonly fourth: number;
}

function differenceMoments({ pmf: { mass } }: RepeatedPmf): DifferenceMoments {
  const mean = meanIndex(mass);
  let second = 0;
  let fourth = 0;
  for (let i = 0; i < mass.length; i++) {
    const square = (i - mean) ** 2;
    second += mass[i]! * square;
    fourth += mass[i]! * square * square;
  }
  return {
    variance: roundedDown(second, MOMENT_ERROR),
    fourth: roundedUp(2 * fourth + 6 * second * second, MOMENT_ERROR),
  };
}

/** Short transforms first, which are enough for most. */
function lengthsFor(parts: readonly RepeatedPmf[], longest: number): number[] {
  const points = Math.max(...parts.map(({ pmf }) => pmf.mass.length));
  const shortest = 2 ** Math.ceil(Math.log2(points + 16));
  return [shortest, 2 * shortest, MAX_LENGTH_RATIO * shortest].filter((length) => length <= longest);
}

/**
 * A frequency beyond which the composed transform is proven to be negligible on a grid, up to pi; pi where
 * there is none.
 */
function negligibleFrom(
  parts: readonly RepeatedPmf[],
  moments: readonly DifferenceMoments[],
  length: number,
): number {
  const logs = new Float64Array(length / 2);
  for (const [i, { pmf, times }] of parts.entries()) {
    const padded = new Float64Array(length);
    padded.set(pmf.mass);
    addLogs(logs, spectrumOf(padded), times / 2, slackOf(moments[i]!, length) + errorOf(length));
  }
  let from = logs.length;
  while (from > 0 && logs[from - 1]! <= LOG_REMAINDER) from--;
  return (from / logs.length) * Math.PI;
}

/** How far the square may rise between two frequencies of the grid. */
function slackOf({ variance }: DifferenceMoments, length: number): number {
  return (variance * (1 + 2 * MOMENT_ERROR) * ((2 * Math.PI) / length) ** 2) / 4;
}

/** Bound on the rounding of a square. */
function errorOf(length: number): number {
  return 3 * fourierError(length) * Math.sqrt(length);
}

/** Adds factor times the log of the larger square at the ends of each interval, and `more`. */
function addLogs(logs: Float64Array, spectrum: Float64Array, factor: number, more: number): void {
  let square = spectrum[0]! ** 2 + spectrum[1]! ** 2;
  for (let k = 0; k < logs.length; k++) {
    const next = spectrum[2 * k + 2]! ** 2 + spectrum[2 * k + 3]! ** 2;
    logs[k]! += factor * Math.log(Math.max(square, next) + more);
    square = next;
  }
}

/** The mean of a law on the integers 0, 1, ... */
export function meanIndex(mass: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < mass.length; i++) sum += mass[i]! * i;
  return sum;
}
