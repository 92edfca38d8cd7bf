import { fourierError, sequenceOf, spectrumOf } from "../../../numerics/fourier-transform.js";
import type { Tilt } from "./choose-tilt.js";
import { tiltedMass } from "./cumulants.js";
import { type Effort, WORK_PER_POINT } from "./effort.js";
import type { LatticeMeasure, LatticePower } from "./lattice-measure.js";
import { OUTSIDE, tiltedWindow } from "./tilted-window.js";

/** The composed loss under its tilted law, on a window of the lattice. */
export interface TiltedLaw {
  readonly tilt: number;
  /** P-mass at loss l = mass(l) e^(logScale - tilt (l - epsilon)). */
  readonly logScale: number;
  readonly epsilon: number;
  readonly step: number;
  readonly first: number;
  /** Tilted masses of the points first + i, nonnegative; each at least the true one but for `rounding`. */
  readonly mass: Float64Array;
  /** Bound on the tilted mass outside the window, which is folded into it. */
  readonly outside: number;
  /** Bound on the l2 norm of the floating-point error of `mass`. */
  readonly rounding: number;
}

/** The composed law by one product of powers of transforms; undefined where the window would need too many points. */
export function tiltedLaw(
  powers: readonly LatticePower[],
  tilt: Tilt,
  effort: Effort,
): TiltedLaw | undefined {
  const { first, points } = tiltedWindow(powers, tilt);
  if (!(points <= effort.limits.window)) return undefined;
  const length = 2 ** Math.ceil(Math.log2(points));
  effort.work += WORK_PER_POINT.window * length;
  const { cyclic, rounding } = cyclicPower(powers, tilt.tilt, length);
  return {
    tilt: tilt.tilt,
    epsilon: tilt.epsilon,
    logScale: tilt.cumulants.value - tilt.tilt * tilt.epsilon,
    step: powers[0]!.measure.step,
    first,
    mass: unwrapped(cyclic, first),
    outside: 2 * OUTSIDE,
    rounding,
  };
}

/** The sequence from index `first` on, without what rounding made negative. */
function unwrapped(cyclic: Float64Array, first: number): Float64Array {
  const start = wrap(first, cyclic.length);
  const out = new Float64Array(cyclic.length);
  out.set(cyclic.subarray(start));
  out.set(cyclic.subarray(0, start), cyclic.length - start);
  for (let i = 0; i < out.length; i++) if (out[i]! < 0) out[i] = 0;
  return out;
}

/** The product of the powers' tilted laws, folded onto `length` points (index modulo length). */
function cyclicPower(
  powers: readonly LatticePower[],
  tilt: number,
  length: number,
): { cyclic: Float64Array; rounding: number } {
  const logs = new Float64Array(length + 2);
  const perTransform = fourierError(length);
  let rounding = perTransform;
  let growth = 0;
  for (const { measure, times } of powers) {
    const folded = foldedLaw(measure, tilt, length);
    addLogs(logs, spectrumOf(folded), times);
    const error = (perTransform + POLAR_ERROR) * euclideanNorm(folded);
    rounding += times * error;
    growth += times * error * Math.sqrt(length);
  }
  exponentiate(logs);
  // A computed factor may exceed one in modulus by its own error, and is raised to the power `times`.
  return { cyclic: sequenceOf(logs), rounding: rounding * Math.exp(growth) };
}

/** Relative error of one factor's share in z -> exp(times log z): angle and logarithm, 16 u. */
const POLAR_ERROR = 8 * Number.EPSILON;

/** Adds times log(spectrum), as pairs (log radius, angle). */
function addLogs(logs: Float64Array, spectrum: Float64Array, times: number): void {
  for (let i = 0; i < spectrum.length; i += 2) {
    const re = spectrum[i]!;
    const im = spectrum[i + 1]!;
    logs[i]! += (times / 2) * Math.log(re * re + im * im);
    logs[i + 1]! += times * Math.atan2(im, re);
  }
}

/** Pairs (log radius, angle) into (re, im), in place. */
function exponentiate(logs: Float64Array): void {
  for (let i = 0; i < logs.length; i += 2) {
    const radius = Math.exp(logs[i]!);
    const angle = radius === 0 ? 0 : logs[i + 1]!; // most are, of many rounds
    logs[i] = radius * Math.cos(angle);
    logs[i + 1] = radius * Math.sin(angle);
  }
}

function foldedLaw(measure: LatticeMeasure, tilt: number, length: number): Float64Array {
  const folded = new Float64Array(length);
  const mass = tiltedMass(measure, tilt);
  let at = wrap(measure.first, length);
  for (let i = 0; i < mass.length; i++) {
    folded[at]! += mass[i]!;
    at = at + 1 === length ? 0 : at + 1;
  }
  return folded;
}

function euclideanNorm(sequence: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < sequence.length; i++) sum += sequence[i]! ** 2;
  return Math.sqrt(sum);
}

function wrap(index: number, length: number): number {
  return ((index % length) + length) % length;
}
