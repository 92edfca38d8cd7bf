import { compensatedSum } from "../../../numerics/compensated-sum.js";
import { type Tilt, tiltForDelta, tiltForEpsilon } from "./choose-tilt.js";
import { type Effort, WORK_PER_POINT } from "./effort.js";
import type { LatticePower } from "./lattice-measure.js";
import { deltaOf, epsilonOf, type MassPoints } from "./mass-points.js";
import { roundingAfter } from "./rounding.js";
import { smoothTail } from "./smooth-tail.js";
import { type Side, type TailLaw, tailError } from "./tail-law.js";
import { type TiltedLaw, tiltedLaw } from "./tilted-law.js";

export type { Side } from "./tail-law.js";

/** An error of so much of delta is worth a second law, tilted for where the first one found epsilon. */
const LARGE_ERROR = 1e-3;

/** A certified end of epsilon(delta) for composed lattice measures: Infinity or 0 where the numerics say nothing. */
export function composedEpsilon(
  powers: readonly LatticePower[],
  delta: number,
  side: Side,
  effort: Effort,
): number {
  const sign = side === "upper" ? 1 : -1;
  const { factor, shift } = roundingAfter(roundsOf(powers));
  const target = delta * factor ** -sign - infiniteMass(powers);
  if (!(target > 0)) return target <= 0 ? Infinity : Number.NaN; // NaN promises nothing
  const endAt = (tilt: Tilt): { end: number; left: number; error: number } => {
    const law = tailLaw(powers, tilt, effort);
    if (!law) return { end: side === "upper" ? Infinity : 0, left: Number.NaN, error: 0 };
    // The error falls in epsilon: it is taken at a place that is surely to the left of the answer.
    const left = Math.max(law.epsilonOf(side === "upper" ? target : 2 * target, side), law.lowest);
    const error = law.errorAt(left);
    const certified = target - sign * error;
    const crossing = certified > 0 ? law.epsilonOf(certified, side) : Infinity;
    if (side === "upper") return { end: Math.max(0, Math.max(crossing, law.lowest) + shift), left, error };
    const isCertain = certified <= 2 * target && crossing >= left;
    return { end: isCertain ? Math.max(0, crossing - shift) : 0, left, error };
  };
  const first = endAt(tiltForDelta(powers, target));
  if (!(first.error > LARGE_ERROR * target)) return first.end;
  const second = endAt(tiltForDelta(powers, target, first.left));
  return side === "upper" ? Math.min(first.end, second.end) : Math.max(first.end, second.end);
}

/** A certified end of delta(epsilon) for composed lattice measures. */
export function composedDelta(
  powers: readonly LatticePower[],
  epsilon: number,
  side: Side,
  effort: Effort,
): number {
  const sign = side === "upper" ? 1 : -1;
  const { factor, shift } = roundingAfter(roundsOf(powers));
  const shifted = epsilon - sign * shift;
  const law = tailLaw(powers, tiltForEpsilon(powers, shifted), effort);
  if (!law) return side === "upper" ? 1 : 0;
  const finite = law.deltaOf(shifted) + sign * law.errorAt(shifted);
  return Math.min(1, Math.max(0, (finite + infiniteMass(powers)) * factor ** sign));
}

/** By few frequencies where they do, else point by point; undefined where the numerics say nothing. */
function tailLaw(powers: readonly LatticePower[], tilt: Tilt, effort: Effort): TailLaw | undefined {
  for (const { measure } of powers) effort.work += WORK_PER_POINT.round * measure.mass.length;
  const smooth = smoothTail(powers, tilt);
  if (smooth) return smooth;
  const law = tiltedLaw(powers, tilt, effort);
  return law && latticeTail(law);
}

function roundsOf(powers: readonly LatticePower[]): number {
  return powers.reduce((sum, { times }) => sum + times, 0);
}

/** P's mass of infinite total loss: prod (finite + infinite)^T - prod finite^T. */
function infiniteMass(powers: readonly LatticePower[]): number {
  let finite = 0;
  let excess = 0;
  for (const { measure, times } of powers) {
    const sum = compensatedSum(measure.mass);
    finite += times * Math.log(sum);
    excess += times * Math.log1p(measure.infinite / sum);
  }
  return Math.exp(finite) * Math.expm1(excess);
}

function latticeTail(law: TiltedLaw): TailLaw {
  const points = pointsOf(law);
  const bound = tailError({ ...law, points: law.mass.length });
  return {
    lowest: points.loss[0]!,
    epsilonOf: (target) => epsilonOf(points, target),
    deltaOf: (epsilon) => deltaOf(points, epsilon),
    errorAt: (epsilon) => Math.exp(law.logScale - law.tilt * (epsilon - law.epsilon)) * bound,
  };
}

/** The law under P, no longer tilted. */
function pointsOf({ mass: tilted, first, step, tilt, logScale, epsilon }: TiltedLaw): MassPoints {
  const loss = new Float64Array(tilted.length);
  const mass = new Float64Array(tilted.length);
  for (let i = 0; i < tilted.length; i++) {
    loss[i] = (first + i) * step;
    if (tilted[i] !== 0) mass[i] = tilted[i]! * Math.exp(logScale - tilt * (loss[i]! - epsilon));
  }
  return { loss, mass, spacing: step };
}
