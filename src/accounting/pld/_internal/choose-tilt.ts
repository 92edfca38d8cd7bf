import { type Cumulants, cumulants } from "./cumulants.js";
import type { LatticePower } from "./lattice-measure.js";

export interface Tilt {
  readonly tilt: number;
  /** The loss around which the tilted law lies: a good guess of the epsilon in question. */
  readonly epsilon: number;
  readonly cumulants: Cumulants;
}

const HALVINGS = 60;

/** A tilt for reading off the epsilon that `delta` asks for; where that is not known, about, the saddle point estimates it. */
export function tiltForDelta(powers: readonly LatticePower[], delta: number, epsilon?: number): Tilt {
  const logDelta = Math.log(delta);
  const about = epsilon ?? chooseTilt(powers, (tilt, at) => logTail(tilt, at.mean, at) <= logDelta).epsilon;
  return gentlest(powers, about, logDelta);
}

/** A tilt for reading off delta at `epsilon`. */
export function tiltForEpsilon(powers: readonly LatticePower[], epsilon: number): Tilt {
  const { cumulants: at, tilt } = chooseTilt(powers, (_, { mean }) => mean >= epsilon);
  return gentlest(powers, epsilon, Math.min(0, logTail(tilt, epsilon, at)));
}

/** The saddle-point estimate of log delta(epsilon), epsilon near the tilted mean; its factors stay finite at tilt 0. */
function logTail(tilt: number, epsilon: number, { value, variance }: Cumulants): number {
  const spread = tilt * Math.sqrt(2 * Math.PI * variance);
  return value - tilt * epsilon - Math.log1p(tilt) - Math.log(2 + spread);
}

/**
 * The smallest tilt that lifts the answer well above the transform's rounding and the mass outside the window.
 *
 * More would serve no purpose, and would blow up the far tail of a law with rare large losses.
 */
function gentlest(powers: readonly LatticePower[], epsilon: number, logDelta: number): Tilt {
  const rounds = powers.reduce((sum, { times }) => sum + times, 0);
  const lift = Math.log((rounds + 10) * ROUNDING_GUESS) - Math.log(ACCURACY) - logDelta;
  return chooseTilt(powers, (tilt, { value, mean }) => tilt * epsilon - value >= lift || mean >= epsilon);
}

/** About what one round's transform costs in delta without a tilt. */
const ROUNDING_GUESS = 1e-12;
/** Aimed relative error of delta from rounding. */
const ACCURACY = 1e-6;

/** About the smallest tilt >= 0 that is enough; any tilt is valid, a good one keeps the transform's rounding small. */
function chooseTilt(powers: readonly LatticePower[], enough: (tilt: number, at: Cumulants) => boolean): Tilt {
  const test = (tilt: number) => enough(tilt, cumulants(powers, tilt));
  if (test(0)) return tiltAt(powers, 0);
  const largest = LARGEST_EXPONENT / stepSpan(powers);
  let high = Math.min(largest, 1 / Math.sqrt(cumulants(powers, 0).variance + Number.MIN_VALUE));
  let low = 0;
  while (high < largest && !test(high)) {
    low = high;
    high = Math.min(largest, 2 * high);
  }
  for (let i = 0; i < HALVINGS && high - low > 0.05 * high; i++) {
    const middle = (low + high) / 2;
    if (test(middle)) high = middle;
    else low = middle;
  }
  return tiltAt(powers, high);
}

/** Tilts beyond this many nats per lattice step would leave one point of the law. */
const LARGEST_EXPONENT = 40;

function stepSpan(powers: readonly LatticePower[]): number {
  return powers[0]!.measure.step;
}

function tiltAt(powers: readonly LatticePower[], tilt: number): Tilt {
  const at = cumulants(powers, tilt);
  return { tilt, epsilon: at.mean, cumulants: at };
}
