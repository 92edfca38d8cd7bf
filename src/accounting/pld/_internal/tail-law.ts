/** Which end of the bracket the measures stand for: every error counts up on the upper side and down on the lower. */
export type Side = "upper" | "lower";

/** The finite losses' part of delta(epsilon) of a composed law. */
export interface TailLaw {
  /** The loss of the window's start. */
  readonly lowest: number;
  /** Where delta falls to `target`: a little beyond on the upper side, a little before on the lower. */
  epsilonOf(target: number, side: Side): number;
  deltaOf(epsilon: number): number;
  /** Bound on delta's error, which falls in epsilon. */
  errorAt(epsilon: number): number;
}

/** How far the tilted composed law may be off. */
export interface TiltedErrors {
  readonly tilt: number;
  readonly step: number;
  /** Points of the window. */
  readonly points: number;
  /** Bound on the tilted mass outside the window, which is folded into it. */
  readonly outside: number;
  /** Bound on the l2 norm of the floating-point error of the window's masses. */
  readonly rounding: number;
}

/** Bound on the error of a tail sum of w(t) = e^(-tilt t) (1 - e^-t): Hoelder for the mass outside, Cauchy-Schwarz for rounding. */
export function tailError({ tilt, step, points, outside, rounding }: TiltedErrors): number {
  // w's maximum, and its squared norm on the lattice by the integral 2 / (2a (2a+1) (2a+2)).
  const peak = tilt === 0 ? 1 : Math.exp(tilt * Math.log(tilt) - (1 + tilt) * Math.log1p(tilt));
  const integral = 2 / (2 * tilt * (2 * tilt + 1) * (2 * tilt + 2));
  const norm = Math.sqrt(Math.min(points, integral / step + peak * peak));
  return outside * peak + rounding * norm;
}
