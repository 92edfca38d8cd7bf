import { rootOfDecreasing } from "../../numerics/root-of-decreasing.js";
import type { RepeatedPmf } from "../pmf.js";
import { type Tilt, tiltedWindow } from "./choose-tilt.js";
import { tiltedMass } from "./cumulants.js";
import { type HockeyStickCurve, tailError } from "./hockey-stick.js";
import { lowFrequencies, meanIndex } from "./low-frequencies.js";
import { polarError } from "./polar-error.js";

/**
 * Frequencies times points of the factors: more are left to the fast transform, and more than this number for
 * each point and doubling of its window, which take as long as a point's share of that transform. Valid at
 * any value: it chooses between two ways of the same sum, and twice or half of either moves no end by more
 * than 2e-8.
 */
const MAX_TERMS = 2e7;
const TERMS_PER_POINT = 8;
/**
 * Points whose turns follow from one another. Valid at any length: the error bound grows with it. Twice or
 * half as many move an end by up to 4e-8.
 */
const BLOCK = 64;

/**
 * delta(epsilon) = e^(K - tilt epsilon) sum over l > epsilon of p(l) w(l - epsilon), by Parseval's identity:
 * a sum over the frequencies at which p's transform is not negligible, of geometric sums. Undefined where
 * these are too many.
 *
 * Many rounds make a law that is smooth on the scale of the lattice: then a few dozen frequencies are enough,
 * however long the window.
 */
export function smoothCurve(parts: readonly RepeatedPmf[], tilt: Tilt): HockeyStickCurve | undefined {
  const tilted = parts.map(
    ({ pmf, times }): RepeatedPmf => ({
      pmf: { ...pmf, mass: tiltedMass(pmf, tilt.tilt), infinityMass: 0 },
      times,
    }),
  );
  const { first, points, outsideMass } = tiltedWindow(parts, tilt);
  // Transforms of up to 2^14 points take negligible time.
  const low = lowFrequencies(tilted, Math.max(2 ** 14, 2 * points));
  if (low === undefined) return undefined;
  const most = Math.ceil((low.frequency * points) / (2 * Math.PI));
  const size = tilted.reduce((sum, { pmf }) => sum + pmf.mass.length, 0);
  const terms = most * size;
  if (!(terms <= Math.min(MAX_TERMS, TERMS_PER_POINT * points * Math.log2(points)))) return undefined;
  const step = parts[0]!.pmf.step;
  const waves = wavesOf(tilted, most, points);
  const sumFrom = (epsilon: number) => {
    const start = Math.max(first, Math.floor(epsilon / step) + 1);
    const count = Math.max(0, first + points - start);
    return tailSum(waves, { tilt: tilt.tilt, step, start, count, gap: start * step - epsilon });
  };
  const scaleAt = (epsilon: number) =>
    Math.exp(tilt.cumulants.value - tilt.tilt * tilt.centre - tilt.tilt * (epsilon - tilt.centre));
  const deltaAt = (epsilon: number) => scaleAt(epsilon) * sumFrom(epsilon).sum;
  const rounding = waves.rounding + low.remainder;
  const bound = tailError({ tilt: tilt.tilt, step, points, outsideMass, rounding });
  const errorAt = (epsilon: number) =>
    scaleAt(epsilon) * (bound + 64 * Number.EPSILON * sumFrom(epsilon).size);
  return {
    smallestLoss: first * step,
    deltaAt,
    epsilonAt: (target, side) => {
      const smallest = first * step;
      // A far tail's sum at the other end of the window is nothing but rounding.
      if (deltaAt(smallest) + errorAt(smallest) <= target) return -Infinity;
      const { above, below } = rootOfDecreasing((distance) => deltaAt(smallest + distance), {
        target,
        guess: Math.max(0, tilt.centre - smallest),
        highest: points * step,
      });
      return smallest + (side === "pessimistic" ? below : above);
    },
    errorAt,
  };
}

/**
 * The composed law's transform at the frequencies 2 pi k / points: amplitude e^(i (phase - 2 pi k centre /
 * points)).
 */
interface Waves {
  readonly points: number;
  /** An integer. */
  readonly centre: number;
  readonly amplitudes: Float64Array;
  readonly phases: Float64Array;
  /** Bound on the l2 norm of the error of the law that they make. */
  readonly rounding: number;
}

function wavesOf(tilted: readonly RepeatedPmf[], most: number, points: number): Waves {
  const logs = new Float64Array(most + 1);
  const phases = new Float64Array(most + 1);
  let centre = 0;
  let error = 0;
  for (const { pmf, times } of tilted) {
    const { first, mass } = pmf;
    const middle = Math.round(meanIndex(mass));
    centre += times * (first + middle);
    error += times * ((4 * BLOCK + mass.length / BLOCK + 16) * Number.EPSILON + polarError(tilted.length));
    for (let k = 1; k <= most; k++) {
      const { re, im } = transformAt(mass, middle, k, points);
      logs[k]! += (times / 2) * Math.log(re * re + im * im);
      phases[k]! += times * Math.atan2(im, re);
    }
  }
  return {
    points,
    centre,
    amplitudes: logs.map(Math.exp),
    phases,
    // A computed factor may exceed one in modulus by its own error, and is raised to the power `times`.
    rounding: error * Math.exp(error) * Math.sqrt((2 * most + 1) / points),
  };
}

/** The sum of mass_i e^(-2 pi i k (i - middle) / points). */
function transformAt(
  mass: Float64Array,
  middle: number,
  k: number,
  points: number,
): { readonly re: number; readonly im: number } {
  const turn = angleOf(k, points);
  const turnRe = Math.cos(turn);
  const turnIm = -Math.sin(turn);
  let re = 0;
  let im = 0;
  for (let start = 0; start < mass.length; start += BLOCK) {
    const angle = angleOf(k * (start - middle), points);
    const end = Math.min(mass.length, start + BLOCK);
    let waveRe = Math.cos(angle);
    let waveIm = -Math.sin(angle);
    let blockRe = 0;
    let blockIm = 0;
    for (let i = start; i < end; i++) {
      blockRe += mass[i]! * waveRe;
      blockIm += mass[i]! * waveIm;
      const next = waveRe * turnRe - waveIm * turnIm;
      waveIm = waveRe * turnIm + waveIm * turnRe;
      waveRe = next;
    }
    re += blockRe;
    im += blockIm;
  }
  return { re, im };
}

/** 2 pi index / points, less whole turns. */
function angleOf(index: number, points: number): number {
  const turns = index % points;
  const nearest = turns > points / 2 ? turns - points : turns < -points / 2 ? turns + points : turns;
  return (2 * Math.PI * nearest) / points;
}

interface TailPoints {
  readonly tilt: number;
  readonly step: number;
  /** The tail's points are start, start + 1, ..., `count` of them, the first one `gap` above epsilon. */
  readonly start: number;
  readonly count: number;
  readonly gap: number;
}

/** The law's sum of w(t) = e^(-tilt t) - e^(-(tilt + 1) t) over a tail, and the sum of its terms' sizes. */
function tailSum(
  { points, centre, amplitudes, phases }: Waves,
  { tilt, step, start, count, gap }: TailPoints,
): { readonly sum: number; readonly size: number } {
  const gentle = Math.exp(-tilt * gap);
  const steep = Math.exp(-(tilt + 1) * gap);
  let sum = 0;
  let size = 0;
  for (let k = 0; k < amplitudes.length; k++) {
    const turn = angleOf(k, points);
    const whole = angleOf(k * (count % points), points);
    const one = geometric(tilt * step, turn, count, whole);
    const other = geometric((tilt + 1) * step, turn, count, whole);
    const angle = phases[k]! + angleOf(k * ((start - centre) % points), points);
    const re = gentle * one.re - steep * other.re;
    const im = gentle * one.im - steep * other.im;
    const amplitude = ((k === 0 ? 1 : 2) * amplitudes[k]!) / points;
    sum += amplitude * (re * Math.cos(angle) - im * Math.sin(angle));
    size += amplitude * (gentle * modulus(one) + steep * modulus(other));
  }
  return { sum: Math.max(0, sum), size };
}

function modulus({ re, im }: { readonly re: number; readonly im: number }): number {
  return Math.sqrt(re * re + im * im);
}

/**
 * The sum of z^j over 0 <= j < count, z = e^(-decay + i turn); `whole` is count times turn, less whole turns.
 */
function geometric(
  decay: number,
  turn: number,
  count: number,
  whole: number,
): { readonly re: number; readonly im: number } {
  const below = oneLess(-decay, turn);
  if (below.re === 0 && below.im === 0) return { re: count, im: 0 };
  const above = oneLess(-decay * count, whole);
  const square = below.re * below.re + below.im * below.im;
  return {
    re: (above.re * below.re + above.im * below.im) / square,
    im: (above.im * below.re - above.re * below.im) / square,
  };
}

/** 1 - e^(log + i angle), to full relative accuracy. */
function oneLess(log: number, angle: number): { readonly re: number; readonly im: number } {
  const half = Math.sin(angle / 2);
  return {
    re: 2 * half * half - Math.expm1(log) * Math.cos(angle),
    im: -Math.exp(log) * Math.sin(angle),
  };
}
