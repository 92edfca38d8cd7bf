/**
 * Exponential tilts of composed laws: which one to use, and the window of the lattice on which the tilted law
 * lies.
 */
import { bisect } from "../../numerics/bisect.js";
import type { RepeatedPmf } from "../pmf.js";
import { type Cumulants, cumulants } from "./cumulants.js";

/** An exponential tilt of a composed law. */
export interface Tilt {
  readonly tilt: number;
  /** The tilted law's mean loss: a good guess of the epsilon in question. */
  readonly centre: number;
  readonly cumulants: Cumulants;
}

/**
 * Aimed relative error of delta from rounding. Valid at any value, as every tilt is: the error is bounded
 * apart. Twice or half as much moves an upper end by up to 1e-4 and a lower one by up to 1 %, in the same
 * time.
 */
const ACCURACY = 1e-6;
/**
 * Tilts beyond this many nats per lattice step would leave one point of the law. Valid at any value: twice or
 * half as much changed none of 54 figures.
 */
const MAX_EXPONENT = 40;

/** A tilt for the epsilon at `delta`, which is about `epsilon`; without it, the saddle point estimates it. */
export function tiltForDelta(parts: readonly RepeatedPmf[], delta: number, epsilon?: number): Tilt {
  const logDelta = Math.log(delta);
  const about = epsilon ?? smallestTilt(parts, (tilt, at) => logTail(tilt, at.mean, at) <= logDelta).centre;
  return smallestSufficientTilt(parts, about, logDelta);
}

/** A tilt for delta at `epsilon`. */
export function tiltForEpsilon(parts: readonly RepeatedPmf[], epsilon: number): Tilt {
  const { cumulants: at, tilt } = smallestTilt(parts, (_, { mean }) => mean >= epsilon);
  return smallestSufficientTilt(parts, epsilon, Math.min(0, logTail(tilt, epsilon, at)));
}

/**
 * The saddle-point estimate of log delta(epsilon), epsilon near the tilted mean; its factors stay finite at
 * tilt 0.
 */
function logTail(tilt: number, epsilon: number, { value, variance }: Cumulants): number {
  const spread = tilt * Math.sqrt(2 * Math.PI * variance);
  return value - tilt * epsilon - Math.log1p(tilt) - Math.log(2 + spread);
}

/**
 * The smallest tilt that lifts delta well above the transform's rounding and the mass outside the window.
 *
 * A larger one would serve no purpose, and would blow up the far tail of a law with rare large losses.
 */
function smallestSufficientTilt(parts: readonly RepeatedPmf[], epsilon: number, logDelta: number): Tilt {
  const rounds = parts.reduce((sum, { times }) => sum + times, 0);
  // Without a tilt the transform of one round costs about 1e-12 of delta.
  const lift = Math.log((rounds + 10) * 1e-12) - Math.log(ACCURACY) - logDelta;
  return smallestTilt(parts, (tilt, { value, mean }) => tilt * epsilon - value >= lift || mean >= epsilon);
}

/**
 * About the smallest tilt >= 0 that suffices; any tilt is valid, a good one keeps the transform's rounding
 * small.
 */
function smallestTilt(
  parts: readonly RepeatedPmf[],
  suffices: (tilt: number, at: Cumulants) => boolean,
): Tilt {
  const test = (tilt: number) => suffices(tilt, cumulants(parts, tilt));
  if (test(0)) return tiltAt(parts, 0);
  const largest = MAX_EXPONENT / parts[0]!.pmf.step;
  let high = Math.min(largest, 1 / Math.sqrt(cumulants(parts, 0).variance));
  let low = 0;
  while (high < largest && !test(high)) {
    low = high;
    high = Math.min(largest, 2 * high);
  }
  return tiltAt(parts, bisect(test, { fails: low, holds: high }, { steps: 60, width: 0.05 }).holds);
}

function tiltAt(parts: readonly RepeatedPmf[], tilt: number): Tilt {
  const at = cumulants(parts, tilt);
  return { tilt, centre: at.mean, cumulants: at };
}

/**
 * Tilted mass that may lie beyond each end of the window. Bounded apart, and hence valid at any value: a
 * window is about 2% longer at half of it; twice or half as much moves an upper end by up to 3e-4.
 */
const TAIL_MASS = 1e-9;

/** Points of the lattice outside which the tilted composed law has little mass. */
export interface TiltedWindow {
  readonly first: number;
  readonly points: number;
  /** Bound on the tilted mass outside. */
  readonly outsideMass: number;
}

/** The window of the lattice that holds the tilted composed law, by Chernoff's bound. */
export function tiltedWindow(parts: readonly RepeatedPmf[], tilt: Tilt): TiltedWindow {
  return windowWithin(parts, tilt, TAIL_MASS, TILT_FACTORS);
}

/** The same for the law as it is, of which at most TAIL_MASS times `size` is to lie beyond each end. */
export function untiltedWindow(parts: readonly RepeatedPmf[], size: number): TiltedWindow {
  return windowWithin(parts, tiltAt(parts, 0), TAIL_MASS * size, FINE_FACTORS);
}

function windowWithin(
  parts: readonly RepeatedPmf[],
  tilt: Tilt,
  tailMass: number,
  factors: readonly number[],
): TiltedWindow {
  const step = parts[0]!.pmf.step;
  const [below, above] = ([-1, 1] as const).map((sign) => reach(parts, tilt, { sign, tailMass, factors }));
  return {
    first: Math.floor((tilt.centre - below!) / step),
    points: Math.max(16, Math.ceil((below! + above!) / step + 2)),
    outsideMass: 2 * tailMass,
  };
}

/**
 * Tilts that Chernoff's bound tries, per nat of the unit in `reach`. Valid at any, as every tilt is: half or
 * twice as many move an upper end by up to 1e-5 and a lower one by up to 1 %.
 */
const TILT_FACTORS = [16, 8, 4, 2, 1, 0.7, 0.4, 0.15, 0.04, 0.01, 0.003, 0.001];
/**
 * Beside rare large losses, the best tilt may be small by any factor. Valid at any: twice as many to the same
 * end move an upper end by 6e-6 and a lower one by up to 0.5 %, twice as far a reach none.
 */
const FINE_FACTORS = Array.from({ length: 24 }, (_, i) => 4 ** (1 - i));

interface Reach {
  /** Above or below the mean. */
  readonly sign: 1 | -1;
  readonly tailMass: number;
  readonly factors: readonly number[];
}

/** Chernoff: how far from its mean the tilted law's tail falls to `tailMass`. */
function reach(
  parts: readonly RepeatedPmf[],
  { tilt, centre, cumulants: at }: Tilt,
  { sign, tailMass, factors }: Reach,
): number {
  const unit = Math.sqrt((2 * -Math.log(tailMass)) / (at.variance + parts[0]!.pmf.step ** 2));
  let best = Infinity;
  for (const factor of factors) {
    const extra = factor * unit;
    const gain = cumulants(parts, tilt + sign * extra).value - at.value - Math.log(tailMass);
    if (Number.isFinite(gain)) best = Math.min(best, gain / extra - sign * centre);
  }
  return Math.max(best, 0);
}
