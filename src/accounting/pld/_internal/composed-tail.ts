import { compensatedSum } from "../../../numerics/compensated-sum.js";
import { tiltForDelta, tiltForEpsilon } from "./choose-tilt.js";
import type { LatticePower } from "./lattice-measure.js";
import { deltaOf, epsilonOf, type MassPoints } from "./mass-points.js";
import { roundingAfter } from "./rounding.js";
import { type TiltedLaw, tiltedLaw } from "./tilted-law.js";

/** Which end of the bracket the measures stand for: every error counts up on the upper side and down on the lower. */
export type Side = "upper" | "lower";

/** A certified end of epsilon(delta) for composed lattice measures: Infinity or 0 where the numerics say nothing. */
export function composedEpsilon(powers: readonly LatticePower[], delta: number, side: Side): number {
  const sign = side === "upper" ? 1 : -1;
  const { factor, shift } = roundingAfter(roundsOf(powers));
  const target = delta * factor ** -sign - infiniteMass(powers);
  if (!(target > 0)) return target <= 0 ? Infinity : Number.NaN; // NaN promises nothing
  const law = tiltedLaw(powers, tiltForDelta(powers, target));
  if (!law) return side === "upper" ? Infinity : 0;
  const points = pointsOf(law);
  // The error falls in epsilon: it is taken at a place that is surely to the left of the answer.
  const left = Math.max(epsilonOf(points, side === "upper" ? target : 2 * target), points.lossAt(0));
  const certified = target - sign * errorAt(law, left);
  const crossing = certified > 0 ? epsilonOf(points, certified) : Infinity;
  if (side === "upper") return Math.max(0, Math.max(crossing, points.lossAt(0)) + shift);
  return certified <= 2 * target && crossing >= left ? Math.max(0, crossing - shift) : 0;
}

/** A certified end of delta(epsilon) for composed lattice measures. */
export function composedDelta(powers: readonly LatticePower[], epsilon: number, side: Side): number {
  const sign = side === "upper" ? 1 : -1;
  const { factor, shift } = roundingAfter(roundsOf(powers));
  const shifted = epsilon - sign * shift;
  const law = tiltedLaw(powers, tiltForEpsilon(powers, shifted));
  if (!law) return side === "upper" ? 1 : 0;
  const finite = deltaOf(pointsOf(law), shifted) + sign * errorAt(law, shifted);
  return Math.min(1, Math.max(0, (finite + infiniteMass(powers)) * factor ** sign));
}

function roundsOf(powers: readonly LatticePower[]): number {
  return powers.reduce((sum, { times }) => sum + times, 0);
}

/** P's mass of infinite total loss: prod (finite + infinite)^T - prod finite^T. */
function infiniteMass(powers: readonly LatticePower[]): number {
  let finite = 0;
  let excess = 0;
  for (const { measure, times } of powers) {
    const sum = compensatedSum(measure.mass.length, (i) => measure.mass[i]!);
    finite += times * Math.log(sum);
    excess += times * Math.log1p(measure.infinite / sum);
  }
  return Math.exp(finite) * Math.expm1(excess);
}

/** Bound on the error of delta(epsilon) as summed from the window: Hoelder for the mass outside, Cauchy-Schwarz for rounding. */
function errorAt(law: TiltedLaw, epsilon: number): number {
  const { tilt, step } = law;
  const scale = Math.exp(law.logScale - tilt * (epsilon - law.epsilon));
  // w(t) = e^(-tilt t) (1 - e^-t): its maximum, and its squared norm on the lattice by the integral 2 / (2a (2a+1) (2a+2)).
  const peak = tilt === 0 ? 1 : Math.exp(tilt * Math.log(tilt) - (1 + tilt) * Math.log1p(tilt));
  const integral = 2 / (2 * tilt * (2 * tilt + 1) * (2 * tilt + 2));
  const norm = Math.sqrt(Math.min(law.mass.length, integral / step + peak * peak));
  return scale * (law.outside * peak + law.rounding * norm);
}

/** The window's points with their true P-mass. */
function pointsOf(law: TiltedLaw): MassPoints {
  const lossAt = (i: number) => (law.first + i) * law.step;
  return {
    count: law.mass.length,
    lossAt,
    massAt: (i) => law.mass[i]! * Math.exp(law.logScale - law.tilt * (lossAt(i) - law.epsilon)),
  };
}
