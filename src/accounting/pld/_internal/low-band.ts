import { fourierError, spectrumOf } from "../../../numerics/fourier-transform.js";

/** A law on the integers first, first + 1, ..., composed with itself. */
export interface IndexLaw {
  readonly first: number;
  readonly mass: Float64Array;
  readonly times: number;
}

/** Beyond `frequency` (radians a point) the composed law's transform is nowhere larger than `remainder`. */
export interface LowBand {
  readonly frequency: number;
  readonly remainder: number;
}

const LOG_REMAINDER = -40;
/** Moments are right within it, relatively. */
const ROUNDING = 1e-9;
/** Frequencies looked at, per point of the longest law. */
const FINENESS = 8;
const LONGEST = 2 ** 18;

/**
 * The low frequencies that a composed law lives on; undefined where its transform does not fall off, as for laws on a coarser lattice,
 * or few rounds.
 *
 * |phi|^2 is the mean of cos(w (X - X')), X' independent of X: at most 1 - v w^2 + m w^4 / 24 with v the variance and m the fourth
 * moment of X - X', and between two frequencies d apart at most v d^2 / 4 above the larger of its values there.
 */
export function lowBand(laws: readonly IndexLaw[]): LowBand | undefined {
  const moments = laws.map(differenceMoments);
  const near = Math.min(
    Math.PI / 2,
    ...moments.map(({ variance, fourth }) => Math.sqrt((6 * variance) / fourth)),
  );
  const logNear = (frequency: number) =>
    laws.reduce((sum, { times }, i) => {
      const { variance, fourth } = moments[i]!;
      return sum + (times / 2) * Math.log1p(frequency ** 2 * ((frequency ** 2 * fourth) / 24 - variance));
    }, 0);
  if (!(near > 0 && logNear(near) <= LOG_REMAINDER)) return undefined;
  if (!(logLargestBeyond(laws, moments, near) <= LOG_REMAINDER)) return undefined;
  let [low, high] = [0, near];
  while (high - low > 0.01 * high) {
    const middle = (low + high) / 2;
    if (logNear(middle) <= LOG_REMAINDER) high = middle;
    else low = middle;
  }
  return { frequency: high, remainder: 2 * Math.exp(LOG_REMAINDER) };
}

interface DifferenceMoments {
  /** Of X, rounded down. */
  readonly variance: number;
  /** Of X - X', rounded up. */
  readonly fourth: number;
}

function differenceMoments({ mass }: IndexLaw): DifferenceMoments {
  const mean = mass.reduce((sum, value, i) => sum + value * i, 0);
  let [second, fourth] = [0, 0];
  for (let i = 0; i < mass.length; i++) {
    const square = (i - mean) ** 2;
    second += mass[i]! * square;
    fourth += mass[i]! * square * square;
  }
  return {
    variance: second * (1 - ROUNDING),
    fourth: (2 * fourth + 6 * second * second) * (1 + ROUNDING),
  };
}

function logLargestBeyond(
  laws: readonly IndexLaw[],
  moments: readonly DifferenceMoments[],
  near: number,
): number {
  const longest = Math.max(...laws.map(({ mass }) => mass.length));
  const length = 2 ** Math.ceil(Math.log2(FINENESS * longest + 16));
  if (length > LONGEST) return Infinity;
  const spacing = (2 * Math.PI) / length;
  const logs = new Float64Array(length / 2);
  for (const [i, { mass, times }] of laws.entries()) {
    const padded = new Float64Array(length);
    padded.set(mass);
    const spectrum = spectrumOf(padded);
    const slack = (moments[i]!.variance * (1 + 2 * ROUNDING) * spacing ** 2) / 4;
    const error = 3 * fourierError(length) * Math.sqrt(length);
    const squareAt = (k: number) => spectrum[2 * k]! ** 2 + spectrum[2 * k + 1]! ** 2;
    for (let k = 0; k < logs.length; k++) {
      logs[k]! += (times / 2) * Math.log(Math.max(squareAt(k), squareAt(k + 1)) + slack + error);
    }
  }
  return logs.subarray(Math.floor(near / spacing)).reduce((most, value) => Math.max(most, value), -Infinity);
}
