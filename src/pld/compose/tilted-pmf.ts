import { fourierError, sequenceOf, spectrumOf } from "../../numerics/fourier-transform.js";
import type { FinitePmf, LatticePmf, RepeatedPmf } from "../pmf.js";
import { type Tilt, tiltedWindow } from "./choose-tilt.js";
import { tiltedMass } from "./cumulants.js";
import { euclideanNorm, foldedMass, unwrapped } from "./cyclic-window.js";
import { deltaOf, epsilonOf, type HockeyStickCurve, tailError } from "./hockey-stick.js";
import { polarError } from "./polar-error.js";
import { WORK_PER_POINT, type WorkCounter } from "./work-limits.js";

/** The composed law of the finite losses, tilted, on a window of the lattice. */
export interface TiltedPmf extends Omit<LatticePmf, "infinityMass"> {
  readonly tilt: number;
  /** The mean of the tilted law. */
  readonly centre: number;
  /** The P-mass at loss l is mass(l) e^(logScale - tilt (l - centre)). */
  readonly logScale: number;
  /** Tilted masses, nonnegative; each at least the true one but for `rounding`. */
  readonly mass: Float64Array;
  /** Bound on the tilted mass outside the window, which is folded into it. */
  readonly outsideMass: number;
  /** Bound on the l2 norm of the floating-point error of `mass`. */
  readonly rounding: number;
}

/**
 * delta(epsilon) of a composed law by one transform of its whole window; undefined where that would need too
 * many points.
 */
export function windowCurve(
  parts: readonly RepeatedPmf[],
  tilt: Tilt,
  work: WorkCounter,
): HockeyStickCurve | undefined {
  const tilted = composeTilted(parts, tilt, work);
  if (!tilted) return undefined;
  const pmf = untilted(tilted);
  const bound = tailError({ ...tilted, points: tilted.mass.length });
  return {
    smallestLoss: pmf.loss[0]!,
    epsilonAt: (target) => epsilonOf(pmf, target, tilted.step),
    deltaAt: (epsilon) => deltaOf(pmf, epsilon),
    errorAt: (epsilon) => Math.exp(tilted.logScale - tilted.tilt * (epsilon - tilted.centre)) * bound,
  };
}

/**
 * The composed law by one product of powers of transforms; undefined where the window would need too many
 * points.
 */
export function composeTilted(
  parts: readonly RepeatedPmf[],
  tilt: Tilt,
  work: WorkCounter,
): TiltedPmf | undefined {
  const { first, points, outsideMass } = tiltedWindow(parts, tilt);
  if (!(points <= work.limits.windowPoints)) return undefined;
  const length = 2 ** Math.ceil(Math.log2(points));
  work.used += WORK_PER_POINT.window * length;
  const { cyclic, rounding } = cyclicPower(parts, tilt.tilt, length);
  return {
    tilt: tilt.tilt,
    centre: tilt.centre,
    logScale: tilt.cumulants.value - tilt.tilt * tilt.centre,
    step: parts[0]!.pmf.step,
    first,
    mass: unwrapped(cyclic, first),
    outsideMass,
    rounding,
  };
}

/** The law under P, no longer tilted. */
export function untilted({ mass: tilted, first, step, tilt, logScale, centre }: TiltedPmf): FinitePmf {
  const loss = new Float64Array(tilted.length);
  const mass = new Float64Array(tilted.length);
  for (let i = 0; i < tilted.length; i++) {
    loss[i] = (first + i) * step;
    if (tilted[i] !== 0) mass[i] = tilted[i]! * Math.exp(logScale - tilt * (loss[i]! - centre));
  }
  return { loss, mass };
}

/** The convolution of the parts' tilted laws, folded onto `length` points (index modulo length). */
function cyclicPower(
  parts: readonly RepeatedPmf[],
  tilt: number,
  length: number,
): { cyclic: Float64Array; rounding: number } {
  const logs = new Float64Array(length + 2);
  const perTransform = fourierError(length);
  let rounding = perTransform;
  let growth = 0;
  for (const { pmf, times } of parts) {
    const folded = foldedMass({ first: pmf.first, mass: tiltedMass(pmf, tilt) }, length);
    addLogs(logs, spectrumOf(folded), times);
    const error = (perTransform + polarError(parts.length)) * euclideanNorm(folded);
    rounding += times * error;
    growth += times * error * Math.sqrt(length);
  }
  exponentiate(logs);
  // A computed factor may exceed one in modulus by its own error, and is raised to the power `times`.
  return { cyclic: sequenceOf(logs), rounding: rounding * Math.exp(growth) };
}

/**
 * Radii below it, which other parts raise by rounding at most, are zero. Any logarithm below that of the
 * least double, -745, is as good.
 */
const LOG_NOTHING = -1000;

/** Adds times log(spectrum), as pairs (log radius, angle). */
function addLogs(logs: Float64Array, spectrum: Float64Array, times: number): void {
  for (let i = 0; i < spectrum.length; i += 2) {
    const re = spectrum[i]!;
    const im = spectrum[i + 1]!;
    logs[i]! += (times / 2) * Math.log(re * re + im * im);
    if (logs[i]! > LOG_NOTHING) logs[i + 1]! += times * Math.atan2(im, re);
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
