/** The hockey-stick divergence delta(epsilon) of discrete laws, and what its computation may be off. */
import type { FinitePmf, Side } from "../pmf.js";

/** The finite losses' part of delta(epsilon) of a composed law. */
export interface HockeyStickCurve {
  /** The smallest loss of the window. */
  readonly smallestLoss: number;
  /**
   * Where delta falls to `target`: a little beyond on the pessimistic side, a little before on the
   * optimistic.
   */
  epsilonAt(target: number, side: Side): number;
  deltaAt(epsilon: number): number;
  /** Bound on delta's error, which falls in epsilon. */
  errorAt(epsilon: number): number;
}

/** The sum of mass (1 - e^(epsilon - loss))_+. */
export function deltaOf({ loss, mass }: FinitePmf, epsilon: number): number {
  let sum = 0;
  for (let i = loss.length - 1; i >= 0 && loss[i]! > epsilon; i--) {
    sum += mass[i]! * -Math.expm1(epsilon - loss[i]!);
  }
  return sum;
}

/**
 * The epsilon at which the sum of mass (1 - e^(epsilon - loss))_+ equals `target`; -Infinity where it is
 * smaller everywhere.
 *
 * Walks down from the largest loss with nonnegative terms only: relative rounding below 4 ulp per point.
 *
 * @param spacing the distance of neighbouring losses, if it is the same for all
 */
export function epsilonOf({ loss, mass }: FinitePmf, target: number, spacing?: number): number {
  const last = loss.length - 1;
  let delta = 0; // at the point before, by the points above it
  let slope = 0; // their Q-mass times e^loss
  let share = -Math.expm1(-(spacing ?? 0));
  let left = 1 - share;
  for (let i = last; i >= 0; i--) {
    if (spacing === undefined) {
      share = -Math.expm1(loss[i]! - loss[Math.min(last, i + 1)]!);
      left = 1 - share;
    }
    const risen = delta + slope * share;
    if (risen >= target) {
      const at = loss[Math.min(last, i + 1)]!;
      // Where the two agree to the last digit, the logarithm may be that of zero.
      return Math.max(loss[i]!, at + Math.log1p((delta - target) / slope));
    }
    delta = risen;
    slope = slope * left + mass[i]!;
  }
  return delta + slope > target ? loss[0]! + Math.log1p((delta - target) / slope) : -Infinity;
}

/** How far a tilted composed law may be off. */
export interface TiltedErrors {
  readonly tilt: number;
  readonly step: number;
  /** Points of the window. */
  readonly points: number;
  /** Bound on the tilted mass outside the window, which is folded into it. */
  readonly outsideMass: number;
  /** Bound on the l2 norm of the floating-point error of the window's masses. */
  readonly rounding: number;
}

/**
 * Bound on the error of a tail sum of w(t) = e^(-tilt t) (1 - e^-t): Hoelder for the mass outside,
 * Cauchy-Schwarz for rounding.
 */
export function tailError({ tilt, step, points, outsideMass, rounding }: TiltedErrors): number {
  // w's maximum, and its squared norm on the lattice by the integral 2 / (2a (2a+1) (2a+2)).
  const peak = tilt === 0 ? 1 : Math.exp(tilt * Math.log(tilt) - (1 + tilt) * Math.log1p(tilt));
  const integral = 2 / (2 * tilt * (2 * tilt + 1) * (2 * tilt + 2));
  const norm = Math.sqrt(Math.min(points, integral / step + peak * peak));
  return outsideMass * peak + rounding * norm;
}

/** Relative error of every mass of a discretized pair, and absolute error of every loss, nats. */
const MASS_ERROR = 1e-10;
const LOSS_ERROR = 1e-13;

/**
 * What floating point may cost after a number of rounds, beyond the transform's own bound: a factor of delta
 * and a shift of epsilon.
 *
 * With each mass right within MASS_ERROR and each loss within LOSS_ERROR, the true delta(epsilon) after T
 * rounds lies between (1 + MASS_ERROR)^-T delta(epsilon + T LOSS_ERROR) and (1 + MASS_ERROR)^T delta(epsilon
 * - T LOSS_ERROR) of the computed laws. Derivation: docs/theorems/privacy-loss-distributions.md, section 6.
 */
export function roundingAfter(rounds: number): { readonly factor: number; readonly shift: number } {
  return { factor: Math.exp(MASS_ERROR * (rounds + 1)), shift: LOSS_ERROR * rounds };
}
